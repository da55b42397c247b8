/** A job that ends aria2 each time it gets it is set aside with its reason; all others go on (promise 42). */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { clear, openTestBox, testFolder, until, type TestBox } from '../testing/downloads.ts'
import { aria2Command, hasAria2, itWithAria2, noAria2 } from '../testing/engine.ts'
import { openTestFiles } from '../testing/file-server.ts'
import { openTestSwarm } from '../testing/swarm.ts'

let folder: string
let box: TestBox
const closing: (() => Promise<unknown>)[] = []

beforeEach(() => {
  folder = testFolder()
})

afterEach(async () => {
  await box.stop()
  for (const close of closing.splice(0)) await close()
  clear(folder)
  expect(box.faults).toEqual([])
})

/** A real aria2 that is killed each time a download begins whose path has this word. */
function fragileAria2(word: string): string {
  const hook = join(folder, 'hook.sh')
  const program = join(folder, 'aria2.sh')
  writeFileSync(hook, `#!/bin/sh\ncase "$3" in *${word}*) echo >> ${join(folder, 'ends')}; kill -9 $PPID;; esac\n`)
  writeFileSync(program, `#!/bin/sh\nexec "${aria2Command}" "$@" --on-download-start=${hook}\n`)
  for (const file of [hook, program]) chmodSync(file, 0o755)
  return program
}

async function swarm(name: string) {
  const files = { [`${name}.mkv`]: randomBytes(400_000) }
  const made = await openTestSwarm({ folder: join(folder, name), name, files })
  closing.push(made.stop)
  return made
}

async function start(url: string): Promise<string> {
  const { code, task_id = '' } = await box.act('start_task', { url })
  expect(code).toBe(Code.ok)
  return task_id
}

const endsOf = () => (existsSync(join(folder, 'ends')) ? readFileSync(join(folder, 'ends'), 'utf8').length : 0)
const isDone = (id: string) => until('it is done', async () => (await box.task(id)).is_done)

itWithAria2(
  'a torrent that ends aria2 is set aside after the third time, and the torrents and links beside it come',
  async () => {
    const swarms = [await swarm('before'), await swarm('poison'), await swarm('after')] as const
    const server = await openTestFiles({ '/link.bin': { body: randomBytes(300_000) } }, { bytesPerSecond: 100_000 })
    closing.push(server.stop)
    box = await openTestBox({ folder, aria2: fragileAria2('poison') })
    await box.downloads.engine.whenUp(5_000)
    // The file lists are known, so that the download itself is what ends the engine.
    for (const { bytes } of swarms) await box.downloads.magnets.keep(bytes)
    const [before, poison, after] = await Promise.all(swarms.map(({ magnet }) => start(magnet)))
    const link = await start(`${server.url}/link.bin`)
    await until('it is set aside', async () => (await box.task(poison ?? '')).status === 3)
    expect(await box.task(poison ?? '')).toMatchObject({ code: TaskCode.notStarted, reason: 'engine_ended' })
    const ends = endsOf()
    // The first end may be blamed on a torrent that was handed over after it.
    expect([3, 4]).toContain(ends)
    for (const id of [before, after, link]) await isDone(id ?? '')
    expect(endsOf()).toBe(ends)
  },
)

itWithAria2('a link is started, stopped and fetched though aria2 never comes up, and only what needs aria2 says so', async () => {
  const program = join(folder, 'aria2.sh')
  writeFileSync(program, `#!/bin/sh\ncase "$*" in *--version*) exec "${aria2Command}" "$@";; esac\nexit 1\n`)
  chmodSync(program, 0o755)
  const body = randomBytes(300_000)
  const server = await openTestFiles({ '/link.bin': { body } }, { bytesPerSecond: 100_000 })
  closing.push(server.stop)
  let aheadMs = 0
  box = await openTestBox({ folder, aria2: program, now: () => Date.now() + aheadMs })
  const magnet = await start(`magnet:?xt=urn:btih:${'ab'.repeat(20)}`)
  const link = await start(`${server.url}/link.bin`)
  await until('it moves', async () => (await box.task(link)).down_size > 0)
  aheadMs += 11_000
  await until('the magnet has no engine', async () => (await box.task(magnet)).status === -1)
  expect(await box.task(link)).toMatchObject({ status: 1 })
  await box.act('stop_task', { task_id: link })
  expect(await box.task(link)).toMatchObject({ status: 0 })
  expect(await box.downloads.engine.job(link, 'http')).toMatchObject({ state: 'paused' })
  await box.act('start_task', { task_id: link })
  await isDone(link)
  expect(box.read('link.bin')?.equals(body)).toBe(true)
})

it.skipIf(!hasAria2 || !existsSync('/proc/self/limits'))(
  `aria2 has a limit of memory and is the first to be ended where memory is short${noAria2}`,
  async () => {
    box = await openTestBox({ folder })
    await box.downloads.engine.whenUp(5_000)
    const limits = readFileSync(`/proc/${box.aria2Pid()}/limits`, 'utf8')
    expect(limits).toMatch(/^Max data size +536870912 +536870912 /m)
    expect(readFileSync(`/proc/${box.aria2Pid()}/oom_score_adj`, 'utf8').trim()).toBe('1000')
  },
)
