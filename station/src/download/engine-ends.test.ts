/** A job that ends aria2 each time it gets it is set aside with its reason; all others go on (promise 42). */
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { expect, it } from 'vitest'
import { setUpDownloads } from '../testing/downloads.ts'
import { until } from '../../../testing/until.ts'
import { aria2Command, hasAria2, itWithAria2, noAria2 } from '../testing/engine.ts'

const fixture = setUpDownloads()
const { start, isDone, serve } = fixture

/** A real aria2 that is killed each time a download begins whose path has this word. */
function fragileAria2(word: string): string {
  const hook = join(fixture.folder, 'hook.sh')
  const program = join(fixture.folder, 'aria2.sh')
  writeFileSync(hook, `#!/bin/sh\ncase "$3" in *${word}*) echo >> ${join(fixture.folder, 'ends')}; kill -9 $PPID;; esac\n`)
  writeFileSync(program, `#!/bin/sh\nexec "${aria2Command}" "$@" --on-download-start=${hook}\n`)
  for (const file of [hook, program]) chmodSync(file, 0o755)
  return program
}

const endsOf = () => (existsSync(join(fixture.folder, 'ends')) ? readFileSync(join(fixture.folder, 'ends'), 'utf8').length : 0)

itWithAria2(
  'a torrent that ends aria2 is set aside after the third time, and the torrents and links beside it come',
  async () => {
    const files = (name: string) => ({ [`${name}.mkv`]: randomBytes(400_000) })
    const swarms = [
      await fixture.swarm('before', files('before'), 30_000),
      await fixture.swarm('after', files('after'), 30_000),
      await fixture.swarm('poison', files('poison')),
    ] as const
    const server = await serve({ '/link.bin': { body: randomBytes(300_000) } }, { bytesPerSecond: 100_000 })
    const box = await fixture.open({ aria2: fragileAria2('poison') })
    // The file lists are known, so that the download itself is what ends the engine.
    for (const { bytes } of swarms) await box.downloads.magnets.keep(bytes)
    const [before, after] = [await start(swarms[0].magnet), await start(swarms[1].magnet)]
    const link = await start(`${server.url}/link.bin`)
    // The engine has them before the torrent that ends it, so no end is blamed on one of them.
    for (const id of [before, after]) await until('it runs', async () => (await box.task(id)).peers > 0)
    const poison = await start(swarms[2].magnet)
    await until('it is set aside', async () => (await box.task(poison)).status === 3)
    expect(await box.task(poison)).toMatchObject({ code: TaskCode.notStarted, reason: 'engine_ended' })
    expect(endsOf()).toBe(3)
    for (const id of [before, after, link]) await isDone(id)
    expect(endsOf()).toBe(3)
  },
)

itWithAria2('a link is started, stopped and fetched though aria2 never comes up, and only what needs aria2 says so', async () => {
  const program = join(fixture.folder, 'aria2.sh')
  writeFileSync(program, `#!/bin/sh\ncase "$*" in *--version*) exec "${aria2Command}" "$@";; esac\nexit 1\n`)
  chmodSync(program, 0o755)
  const body = randomBytes(300_000)
  const server = await serve({ '/link.bin': { body } }, { bytesPerSecond: 100_000 })
  let aheadMs = 0
  const box = await fixture.open({ aria2: program, isUp: false, now: () => Date.now() + aheadMs })
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
    const box = await fixture.open()
    const limits = readFileSync(`/proc/${box.aria2Pid()}/limits`, 'utf8')
    expect(limits).toMatch(/^Max data size +536870912 +536870912 /m)
    expect(readFileSync(`/proc/${box.aria2Pid()}/oom_score_adj`, 'utf8').trim()).toBe('1000')
  },
)
