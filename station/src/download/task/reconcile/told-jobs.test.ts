/** The engine’s word on a job decides about its task (P37, P41): here the engine says what a test says, and all else is real. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { until } from '../../../../../testing/until.ts'
import { openBadServer } from '../../../testing/bad-server.ts'
import { setUpDownloads } from '../../../testing/downloads.ts'
import { EngineRefusal, type Job } from '../../engine/engine.ts'
import type { TaskRow } from '../../table/store.ts'

let aheadMs = 0
const fixture = setUpDownloads({ now: () => Date.now() + aheadMs, mayFault: true })
let id: string

beforeEach(async () => {
  aheadMs = 0
  await fixture.open({ searchPath: '', packaged: '' })
  const server = await openBadServer({ body: Buffer.alloc(50_000) })
  fixture.closing.push(server.stop)
  server.behave('deaf')
  id = await fixture.start(server.url)
  await until('it has its turn', async () => (await fixture.box.task(id)).wait === null)
})
afterEach(() => vi.restoreAllMocks())

const row = () => fixture.box.db.selectFrom('task').selectAll().where('task_id', '=', id).executeTakeFirstOrThrow()
const set = (change: Partial<TaskRow>) => fixture.box.db.updateTable('task').set(change).where('task_id', '=', id).execute()
const work = () => join(fixture.box.root, '.incoming', id)

/** From now on the engine has this job, until it is forgotten. undefined: it has none. The real one is gone. */
async function tell(job: Partial<Job> | undefined) {
  const { engine } = fixture.box.downloads
  const forget = engine.forget.bind(engine)
  const plain: Job = {
    gid: id,
    state: 'error',
    total_bytes: 0,
    done_bytes: 0,
    speed_bytes: 0,
    peers: 0,
    error: 0,
    error_text: '',
  }
  let current = job && { ...plain, ...job }
  vi.spyOn(engine, 'active').mockResolvedValue([])
  vi.spyOn(engine, 'job').mockImplementation(async () => current)
  const added = vi.spyOn(engine, 'addLink').mockResolvedValue()
  const unpaused = vi.spyOn(engine, 'unpause').mockResolvedValue()
  const forgotten = vi.spyOn(engine, 'forget').mockImplementation(async () => void (current = undefined))
  await forget(id, 'http')
  return { added, unpaused, forgotten }
}
async function look(): Promise<void> {
  aheadMs += 15_000
  // The first one may have begun before.
  for (let looks = 0; looks < 2; looks += 1) await fixture.box.downloads.tasks.look()
}

it('P37: one that the engine holds paused, as after a kill while it was being stopped, goes on', async () => {
  const { unpaused } = await tell({ state: 'paused' })
  await look()
  expect(unpaused).toHaveBeenCalledWith(id, 'http')
})

it('P37: one that the engine has removed is forgotten there before it is given anew', async () => {
  const { forgotten, added } = await tell({ state: 'removed' })
  await look()
  const [first = Infinity] = forgotten.mock.invocationCallOrder
  expect(first).toBeLessThan(added.mock.invocationCallOrder[0] ?? 0)
})

it('P41: a server that refuses for now is final after eight tries, and not before', async () => {
  await set({ tries: 7, tried_size: 0 })
  await tell({ error: 22, error_text: 'refused for now' })
  await look()
  expect(await row()).toMatchObject({ status: 1, tries: 8, reason: 'refused' })
  vi.restoreAllMocks()
  await tell({ error: 22, error_text: 'refused for now' })
  await set({ next_at: null })
  await look()
  expect(await row()).toMatchObject({ status: 3, reason: 'refused' })
})

it('P54: a folder that is there again by the time its failure is told is tried again, three times', async () => {
  for (const tries of [0, 1, 2]) {
    await tell({ error: 16 })
    await set({ tries, next_at: null, reason: '' })
    await look()
    expect(await row()).toMatchObject({ status: 1, tries: tries + 1, reason: 'no_folder' })
    vi.restoreAllMocks()
  }
  await tell({ error: 16 })
  await set({ tries: 3, next_at: null, reason: '' })
  await look()
  expect(await row()).toMatchObject({ status: 3, code: TaskCode.noFolder })
})

it('P38: bytes that nothing can go on from are deleted with the try that failed', async () => {
  await tell({ error: 3 })
  rmSync(work(), { recursive: true, force: true })
  mkdirSync(work(), { recursive: true })
  writeFileSync(join(work(), 'part'), Buffer.alloc(1_000))
  await set({ down_size: 1_000 })
  await look()
  expect(await row()).toMatchObject({ status: 3, reason: 'not_found', down_size: 0 })
  expect(existsSync(work())).toBe(false)
})

it('P41: bytes of which there is a record stay with a try that failed', async () => {
  mkdirSync(work(), { recursive: true })
  for (const name of ['part', 'part.aria2']) writeFileSync(join(work(), name), Buffer.alloc(1_000))
  await tell({ error: 6, done_bytes: 1_000 })
  await look()
  expect(await row()).toMatchObject({ status: 1, reason: 'no_network', down_size: 1_000, tried_size: 1_000, tries: 1 })
  vi.restoreAllMocks()
  // Fewer bytes than before are no news.
  await tell({ error: 6, done_bytes: 500 })
  await set({ next_at: null })
  await look()
  expect(await row()).toMatchObject({ tries: 2, tried_size: 1_000 })
})

it('P41: what cannot be continued begins anew at once the first time, and with waits after that', async () => {
  await set({ down_size: 1_000 })
  const { added } = await tell({ error: 8, done_bytes: 1_000 })
  await look()
  expect(added).toHaveBeenCalled()
  expect(await row()).toMatchObject({ status: 1, down_size: 0, tries: 1, next_at: null })
  vi.restoreAllMocks()
  await tell({ error: 8, done_bytes: 1_000 })
  await look()
  expect(await row()).toMatchObject({ status: 1, tries: 2, reason: 'no_network' })
  expect((await row()).next_at).not.toBe(null)
})

it('P49: a disk that fails one task is told, fails that task, and no other', async () => {
  await tell(undefined)
  vi.spyOn(fixture.box.downloads.engine, 'addLink').mockRejectedValue(Object.assign(new Error('a bad disk'), { code: 'EIO' }))
  await look()
  expect((await row()).status).toBe(3)
  expect(fixture.box.faults).toHaveLength(1)
})

it.each([
  ['before its file was moved out', true],
  ['after its file was moved out', false],
])('P37: a whole link that was killed %s is done under the name that it had', async (_, isInWork) => {
  const { added } = await tell(undefined)
  rmSync(work(), { recursive: true, force: true })
  mkdirSync(work(), { recursive: true })
  const body = Buffer.alloc(1_000, 7)
  writeFileSync(isInWork ? join(work(), 'server name.mkv') : join(fixture.box.root, 'chosen.mkv'), body)
  await set({ path: 'chosen.mkv', total_size: 1_000, download_size: 1_000 })
  await look()
  expect(await row()).toMatchObject({ status: 2, path: 'chosen.mkv', name: 'chosen.mkv', down_size: 1_000 })
  expect(fixture.box.read('chosen.mkv')?.equals(body)).toBe(true)
  expect(fixture.remaining()).toEqual(['chosen.mkv'])
  expect(added).not.toHaveBeenCalled()
})

it.each(['http', 'ftp', 'sftp', 'ed2k', 'rtmp', 'mms'] as const)(
  'P37: a whole %s link whose name could not be written stays where it is, and is brought out without its engine',
  async (kind) => {
    await set({ kind })
    const { added } = await tell({ state: 'complete', total_bytes: 1_000, done_bytes: 1_000 })
    rmSync(work(), { recursive: true, force: true })
    mkdirSync(work(), { recursive: true })
    const body = Buffer.alloc(1_000, 7)
    writeFileSync(join(work(), 'film.mkv'), body)
    await sql`create trigger full before update of path on task begin select raise(abort, 'full'); end`.execute(fixture.box.db)
    await look()
    expect(await row()).toMatchObject({ status: 1, path: '', reason: 'other', down_size: 1_000 })
    expect(fixture.remaining()).toEqual([])
    expect(fixture.box.faults.map(String)).toEqual(['Error: full'])
    await sql`drop trigger full`.execute(fixture.box.db)
    await look()
    expect(await row()).toMatchObject({ status: 2, path: 'film.mkv', total_size: 1_000, down_size: 1_000 })
    expect(fixture.box.read('film.mkv')?.equals(body)).toBe(true)
    expect([existsSync(work()), added.mock.calls]).toEqual([false, []])
  },
)

it('P37: a file that its engine left half is not taken for a whole one: neither without its record, nor by the mark of one that was deleted', async () => {
  await set({ kind: 'ftp', total_size: 1_000, download_size: 1_000 })
  const { added } = await tell(undefined)
  rmSync(work(), { recursive: true, force: true })
  mkdirSync(work(), { recursive: true })
  writeFileSync(join(work(), 'film.mkv'), Buffer.alloc(1_000))
  await look()
  expect(added).toHaveBeenCalled()
  expect(existsSync(join(work(), 'film.mkv'))).toBe(false)
  writeFileSync(join(work(), 'finished.aria2'), '')
  await look()
  expect(readdirSync(work())).toEqual([])
  expect((await row()).status).toBe(1)
})

it('P54: the engine forgets the job of one whose folder is away', async () => {
  const { forgotten } = await tell({ error: 16, done_bytes: 500 })
  renameSync(fixture.box.root, `${fixture.box.root} away`)
  await look()
  expect(await row()).toMatchObject({ status: 1, reason: 'no_folder', tries: 0, down_size: 500 })
  expect(forgotten).toHaveBeenCalled()
})

it('P49: a job that the engine refuses fails with its word, and is no fault', async () => {
  await tell(undefined)
  vi.spyOn(fixture.box.downloads.engine, 'addLink').mockRejectedValue(new EngineRefusal('no_engine'))
  await look()
  expect(await row()).toMatchObject({ status: 3, reason: 'no_engine' })
  expect(fixture.box.faults).toEqual([])
})
