/** P24: the box and the owner's torrent program are killed together at random moments: no task is lost, none is there twice, and what a person stopped, in the app or in the program itself, does not go on. */
import { randomInt } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { Code } from '@homeport/contract/kit/codes.ts'
import { taskList, type Task } from '@homeport/contract/download/download.ts'
import { afterEach, describe, expect, it } from 'vitest'
import { randomFrom } from '../../../../testing/random-from.ts'
import { until } from '../../../../testing/until.ts'
import { openBoxProcess } from '../../testing/box-process.ts'
import { clear, testFolder } from '../../testing/downloads.ts'
import { openTestFiles } from '../../testing/file-server.ts'
import { torrentOf } from '../../testing/swarm.ts'
import { programs } from '../../testing/torrent-programs.ts'

const isSoak = process.env['SOAK'] === '1'
const rounds = isSoak ? 20 : 1
const seed = Number(process.env['KILL_SEED'] ?? randomInt(1_000_000))
const most = 6
/** Some three seconds. */
const looksOfOwner = 50
/** Nobody has its metadata. */
const unknownHash = 'e'.repeat(40)
const closing: (() => unknown)[] = []

afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

type Request = { name: string; data: object; id: string }
/** note: in the model, once it is done. */
type Change = { request: Request; note: (task_id: string) => void }
/** By info hash. */
type Model = Map<string, { id: string; isRunning: boolean }>

const torrents = Array.from({ length: most }, (_, at) => {
  const name = `film-${at}`
  return { name, ...torrentOf({ name, files: { 'a.mkv': Buffer.from(name) }, announce: 'http://127.0.0.1:9/a' }) }
})

async function openWorld({ open }: (typeof programs)[number]) {
  const folder = testFolder()
  closing.push(() => clear(folder))
  const files = await openTestFiles(Object.fromEntries(torrents.map(({ name, bytes }) => [`/${name}.torrent`, { body: bytes }])))
  closing.push(files.stop)
  const program = await open({ folder: join(folder, 'program') })
  closing.push(program.stop)
  mkdirSync(join(folder, 'station'), { recursive: true })
  writeFileSync(join(folder, 'station', 'torrent-program.json'), JSON.stringify(program.login))
  const box = await openBoxProcess(folder)
  closing.push(() => box.stop())
  await box.start()
  const tasks = async (): Promise<Task[]> => taskList.output.parse((await box.act('task_list', {})).data).data
  /** id: of a request that may come again. */
  const act = (name: string, data: object, id: string) =>
    box.cloud.act(box.cloud.signs.at(-1)?.clientId ?? '', name, data, { id })
  return { folder, box, program, tasks, act, urlOf: (name: string) => `${files.url}/${name}.torrent` }
}

describe.each(programs)('a $name that is killed with the box$why', (kind) => {
  it.skipIf(kind.isMissing)(
    'P24: both have every task once, as people left it, and none that its owner paused goes on',
    async () => {
      const dice = randomFrom(seed)
      const { folder, box, program, tasks, act, urlOf } = await openWorld(kind)
      await box.act('save_download_config', { max_running: most + 1 })
      const model: Model = new Map()
      let count = 0
      const done = async ({ name, data, id }: Request) => {
        const answer = await act(name, data, id)
        expect(answer).toMatchObject({ code: Code.ok })
        return answer.task_id ?? ''
      }
      const request = (name: string, data: object): Request => ({ name, data, id: `act ${(count += 1)}` })
      const url = `magnet:?xt=urn:btih:${unknownHash}&tr=http://127.0.0.1:9/a`
      const magnetId = await done(request('start_task', { url }))

      function adding(): Change {
        const { infoHash = '', name = '' } = torrents[model.size] ?? {}
        const sent = request('start_task', { url: urlOf(name) })
        return { request: sent, note: (id) => void model.set(infoHash, { id, isRunning: true }) }
      }
      async function turning(): Promise<Change> {
        const [, one] = [...model][dice(model.size)] ?? []
        if (!one) return adding()
        const { url } = (await tasks()).find(({ task_id }) => task_id === one.id) ?? {}
        const sent = one.isRunning ? request('stop_task', { task_id: one.id }) : request('start_task', { url })
        return { request: sent, note: () => void (one.isRunning = !one.isRunning) }
      }
      const change = async ({ request, note }: Change) => note(await done(request))
      const statusOf = async (id: string) => (await tasks()).find(({ task_id }) => task_id === id)?.status
      const isLoading = async (hash: string) =>
        (await program.torrents()).some((one) => one.hash === hash && one.state === 'loading')
      async function pauseThere(): Promise<void> {
        const [hash, one] = [...model][dice(model.size)] ?? []
        if (!hash || !one?.isRunning) return
        let looks = 0
        await until('its owner pauses it there, and the box has seen it', async () => {
          // People pause what they see run; the box knows a moment later that it runs.
          looks = (await isLoading(hash)) ? looks + 1 : 0
          if (looks === looksOfOwner) await program.pause(hash)
          return (await statusOf(one.id)) === 0
        })
        one.isRunning = false
      }
      /** One that is stopped need not be there: it may not have been given before the kill. */
      async function isAsLeft(): Promise<void> {
        const all = await program.torrents()
        for (const [hash, { isRunning }] of model) {
          const expected = { state: isRunning ? 'loading' : 'paused', folder: join(folder, 'downloads') }
          const own = all.filter((torrent) => torrent.hash === hash)
          expect(own).toMatchObject(isRunning || own.length > 0 ? [expected] : [])
        }
        const others = all.filter(({ hash }) => !model.has(hash)).map(({ hash }) => hash)
        expect(others).toEqual([unknownHash])
        const left = [...model.values()].map(({ id, isRunning }) => [id, isRunning ? 1 : 0])
        const listed = (await tasks()).map(({ task_id, status }) => [task_id, status])
        expect(listed.toSorted()).toEqual([...left, [magnetId, 1]].toSorted())
      }

      for (let round = 0; round < rounds; round += 1) {
        if (model.size < most) await change(adding())
        for (let turns = dice(4); turns > 0; turns -= 1) await (dice(2) === 0 ? pauseThere() : change(await turning()))
        // The last one is under way as both end, and comes again.
        const last = model.size < most ? adding() : await turning()
        void done(last.request).catch(() => {})
        await after(dice(700))
        await Promise.all(dice(2) === 0 ? [box.kill(), program.kill()] : [program.kill(), box.kill()])
        await Promise.all(dice(2) === 0 ? [box.start(), program.begin()] : [program.begin(), box.start()])
        await change(last)
        await until(`all are as people left them in round ${round} (KILL_SEED=${seed})`, async () => {
          await isAsLeft()
          return true
        })
      }
      await box.act('remove_task_and_file', { task_id: magnetId, files: 1 })
      await until('the magnet has left the program', async () =>
        (await program.torrents()).every(({ hash }) => hash !== unknownHash),
      )
    },
    1_200_000,
  )
})
