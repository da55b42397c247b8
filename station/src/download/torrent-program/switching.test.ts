/** A household changes its torrent program, from aria2 to qBittorrent to Transmission and back: every task is kept in its state, with its bytes and its position in the queue. */
import { randomBytes } from 'node:crypto'
import { renameSync } from 'node:fs'
import { DownloadConfig } from '@homeport/contract/download/download-config.ts'
import type { Task } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { expect, it } from 'vitest'
import { until } from '../../../../testing/until.ts'
import { setUpDownloads } from '../../testing/downloads.ts'
import { hasAria2, noAria2 } from '../../testing/engine.ts'
import { torrentOf } from '../../testing/swarm.ts'
import { openProgramOf, programs } from '../../testing/torrent-programs.ts'
import { openTestWebSeed } from '../../testing/web-seed.ts'

const blobs: Record<string, Buffer> = {}
const fixture = setUpDownloads({ blobOf: async (_, id) => blobs[id] })
const act = (name: string, data: object) => fixture.box.act(name, data)
const nobody = 'http://127.0.0.1:9/announce'
const bytesOfFilm = 1_000_000
/** Those that run may have so many slots. */
const most = 5

const missing = programs.find(({ isMissing }) => isMissing)
const why = missing?.why ?? noAria2

const failed = { status: 3, code: TaskCode.notStarted, reason: 'other' }

type Seed = Awaited<ReturnType<typeof openTestWebSeed>>
const seeds = new Map<string, { seed: Seed; body: Buffer }>()

/** firstBytes: it then sends next to nothing until it is to hurry. */
async function startSeeded(name: string, firstBytes?: number): Promise<string> {
  const body = randomBytes(bytesOfFilm)
  const seed = await openTestWebSeed(
    { name, files: [{ path: 'film.mkv', body }] },
    firstBytes === undefined ? {} : { firstBytes },
  )
  fixture.closing.push(seed.stop)
  seeds.set(name, { seed, body })
  blobs[name] = seed.bytes
  return fixture.start({ torrent: name })
}

async function startDead(name: string, more: object = {}): Promise<string> {
  blobs[name] = torrentOf({ name, files: { 'film.mkv': randomBytes(300_000) }, announce: nobody }).bytes
  return fixture.start({ torrent: name, ...more })
}

const stop = async (id: string) => expect(await act('stop_task', { task_id: id })).toMatchObject({ code: Code.ok })
const names = (prefix: string, count: number) => Array.from({ length: count }, (_, at) => `${prefix} ${at}`)
const task = (id: string) => fixture.box.task(id)

/** Twenty of them, in all states. */
async function openTasks(): Promise<void> {
  await act('save_download_config', { max_running: 20, seed_ratio: 9, seed_minutes: 0 })
  for (const name of names('whole', 4)) await startSeeded(name)
  await until('four are whole', async () => (await fixture.box.tasks()).filter(({ is_done }) => is_done).length === 4)
  for (const name of names('half', 3)) {
    const id = await startSeeded(name, 300_000)
    await until(`some of ${name} is here`, async () => (await task(id)).down_size > 100_000)
    await stop(id)
  }
  for (const name of names('stopped', 3)) await stop(await startDead(name))
  for (const name of names('running', 4)) {
    const id = await startSeeded(name, 300_000)
    await until(`some of ${name} is here`, async () => (await task(id)).down_size > 100_000)
  }
  await act('save_download_config', { max_running: most })
  for (const name of names('waiting', 5)) await startDead(name)
  const { data } = await act('get_download_config', {})
  const other = DownloadConfig.parse(data).folders.find(({ name }) => name === 'other')
  const away = await startDead('away', { folder_id: other?.folder_id })
  renameSync(fixture.inFolder('other'), fixture.inFolder('other elsewhere'))
  await until('it waits for its folder', async () => (await task(away)).reason === 'no_folder')
  await fixture.box.db.updateTable('task').set(failed).where('name', '=', 'stopped 0').execute()
}

const remembered = (tasks: readonly Task[]) =>
  tasks.map(({ task_id, name, status, reason, is_done, order, folder, download_size }) => ({
    task_id,
    name,
    status,
    reason,
    is_done,
    order,
    folder,
    download_size,
  }))

it.skipIf(missing !== undefined || !hasAria2)(
  `twenty downloads in all states are kept over each change of the program${why}`,
  async () => {
    await fixture.open({ folders: [fixture.inFolder('other')] })
    await openTasks()
    const before = await fixture.box.tasks()
    expect(before).toHaveLength(20)
    const chosen = []
    for (const kind of programs) chosen.push({ kind, program: await openProgramOf(fixture, kind) })
    const choices = [...chosen.map(({ program }) => program.choice), { kind: 'aria2', address: '', user: '', password: '' }]
    for (const choice of choices) {
      // One is being verified.
      const checked = before.find(({ name }) => name === 'whole 0')?.task_id
      expect(await act('task_recheck', { task_id: checked })).toMatchObject({ code: Code.ok })
      expect(await act('torrent_program_set', choice)).toMatchObject({ code: Code.ok })
      await until('all are as they were', async () => {
        const now = await fixture.box.tasks()
        expect(remembered(now)).toEqual(remembered(before))
        for (const { task_id, down_size, name } of before) {
          const least = name.startsWith('running') ? 100_000 : down_size
          expect((await task(task_id)).down_size, name).toBeGreaterThanOrEqual(least)
        }
        return true
      })
      for (const { program } of chosen) {
        const hashes = (await program.torrents()).map(({ hash }) => hash)
        expect(new Set(hashes).size).toBe(hashes.length)
      }
    }
    for (const { seed } of seeds.values()) seed.hurry()
    for (const { task_id, name, url } of before.filter(({ name }) => name.startsWith('half'))) {
      expect(await act('start_task', { task_id, url }), name).toMatchObject({ code: Code.ok })
    }
    await until(
      'all that anybody has are whole',
      async () => (await fixture.box.tasks()).filter(({ is_done }) => is_done).length === 11,
    )
    for (const [name, { body }] of seeds) expect(fixture.box.read(`${name}/film.mkv`)?.equals(body), name).toBe(true)
  },
  400_000,
)
