/** The owner's program is killed at random moments while torrents are added, stopped, begun and paused: no task is lost, none is there twice, and what a person stopped stays so. */
import { randomInt } from 'node:crypto'
import { setTimeout as after } from 'node:timers/promises'
import { Code } from '@homeport/contract/kit/codes.ts'
import { describe, expect, it } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { randomFrom } from '../../../../testing/random-from.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { torrentOf } from '../../testing/swarm.ts'
import { openProgramOf, programs } from '../../testing/torrent-programs.ts'

const blobs: Record<string, Buffer> = {}
const fixture = setUpDownloads({ blobOf: async (_, id) => blobs[id] })
const act = (name: string, data: object) => fixture.box.act(name, data)
/** All of them may run at once. */
const most = 8
const isSoak = process.env['SOAK'] === '1'
const rounds = isSoak ? 25 : 3
const seed = Number(process.env['KILL_SEED'] ?? randomInt(1_000_000))

describe.each(programs)('a $name that is killed$why', (kind) => {
  // Now and then a Transmission that is killed does not come to the state of before within the patience of a test.
  it.skipIf(kind.isMissing || (kind.name === 'Transmission' && !isSoak))(
    'P24: has every task once, in its place and as people left it',
    async () => {
      const dice = randomFrom(seed)
      const program = await openProgramOf(fixture, kind)
      await fixture.useProgram(program)
      await fixture.open()
      expect(await act('save_download_config', { max_running: most })).toMatchObject({ code: Code.ok })
      /** By info hash. */
      const model = new Map<string, { id: string; isRunning: boolean }>()

      async function add(): Promise<void> {
        const name = `film ${model.size}`
        const { bytes, infoHash } = torrentOf({ name, files: { 'a.mkv': Buffer.from(name) }, announce: 'http://127.0.0.1:9/a' })
        blobs[name] = bytes
        model.set(infoHash, { id: await fixture.start({ torrent: name }), isRunning: true })
      }
      async function turn(): Promise<void> {
        const [, one] = [...model][dice(model.size)] ?? []
        if (!one) return
        const { url } = await fixture.box.task(one.id)
        const answer = one.isRunning
          ? await act('stop_task', { task_id: one.id })
          : await act('start_task', { task_id: one.id, url })
        expect(answer).toMatchObject({ code: Code.ok })
        one.isRunning = !one.isRunning
      }
      /** One that is stopped need not be there: it may not have been given before the kill. */
      async function isAsLeft(): Promise<void> {
        const torrents = await program.torrents()
        for (const [hash, { isRunning }] of model) {
          const expected = { state: isRunning ? 'loading' : 'paused', folder: fixture.box.root }
          const own = torrents.filter((torrent) => torrent.hash === hash)
          expect(own).toMatchObject(isRunning || own.length > 0 ? [expected] : [])
        }
        expect(torrents.filter(({ hash }) => !model.has(hash))).toEqual([])
      }

      for (let round = 0; round < rounds; round += 1) {
        const acts = (async () => {
          for (let count = 0; count < 4; count += 1) await (model.size < most && (count === 0 || dice(3) === 0) ? add() : turn())
        })()
        await after(dice(1_500))
        await program.kill()
        await acts
        await program.begin()
        await until(`all are as people left them in round ${round} (KILL_SEED=${seed})`, async () => {
          await isAsLeft()
          return true
        })
        const ids = [...model.values()].map(({ id }) => id)
        expect((await fixture.box.tasks()).map(({ task_id }) => task_id).toSorted()).toEqual(ids.toSorted())
        for (const { id, isRunning } of model.values())
          expect(await fixture.box.task(id)).toMatchObject({ status: isRunning ? 1 : 0, reason: '' })
      }
    },
    1_200_000,
  )
})
