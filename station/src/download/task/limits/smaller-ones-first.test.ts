/** P38: a download that would fit is not hidden behind any number of others that would not. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { openTestDb } from '../../../testing/db.ts'
import { aTaskRow } from '../../../testing/task-row.ts'
import type { Db } from '../../../kit/db.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { taskStore, type TaskRow, type TaskStore } from '../../table/store.ts'
import { retryWhenSpaceIsFree } from '../reconcile/disk-space-retry.ts'
import { createSpace, type Space } from './disk-reservation.ts'

const GB = 1_000_000_000
let folder: string
let db: Db
let store: TaskStore
let space: Space
let clock: number
const free: Record<string, number> = { full: 5 * GB, wide: 50 * GB }
/** NOTE: only the parts that the space asks for. */
const folders = {
  of: ({ folder_id }: { folder_id: string }) => ({
    disk: async () => ({ device: folder_id === 'wide' ? 2 : 1, freeBytes: free[folder_id] ?? 0 }),
    allocatedTo: async (task_id: string) => (task_id === 'other' ? 40 * GB : 0),
  }),
} as unknown as DownloadFolders

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'homeport-room-'))
  db = await openTestDb(join(folder, 'station.db'))
  store = taskStore(db)
  clock = 0
  space = createSpace({ store, folders, now: () => clock })
})
afterEach(async () => {
  await db.destroy()
  rmSync(folder, { recursive: true })
})

async function add(task_id: string, row: Partial<TaskRow>): Promise<void> {
  await store.add({ ...aTaskRow, task_id, key: task_id, kind: 'http', has_begun: 0, ...row })
}
const failed = { status: 3, code: TaskCode.noSpace, folder_id: 'full' }
const waiting = { status: 1, next_at: 1, reason: 'no_space', folder_id: 'full' }

test('of those that failed the one that lacks least is tried first, whatever lacks more before it', async () => {
  const retry = retryWhenSpaceIsFree({ store, folders, space, now: () => clock })
  for (let at = 0; at < 30; at += 1) await add(`large ${at}`, { ...failed, download_size: (40 + at) * GB })
  await add('nearly whole', { ...failed, download_size: 80 * GB, down_size: 77 * GB })
  await add('small', { ...failed, download_size: 2 * GB })
  await add('of a wide disk', { ...failed, download_size: 40 * GB, folder_id: 'wide' })
  const tried = [await retry(), await retry(), await retry(), await retry()].map((row) => row?.task_id)
  expect(tried).toEqual(['small', 'nearly whole', 'of a wide disk', undefined])
})

test('those that were tried and failed again hide none that lacks more', async () => {
  const retry = retryWhenSpaceIsFree({ store, folders, space, now: () => clock })
  for (let at = 0; at < 30; at += 1) await add(`a ${at}`, { ...failed, download_size: GB + at })
  const tried = new Set<string | undefined>()
  for (let looks = 0; looks < 30; looks += 1) {
    tried.add((await retry())?.task_id)
    clock += 15_000
  }
  expect(tried.size).toBe(30)
})

test('of those that wait the first that fits goes on, whatever waits before it', async () => {
  for (let at = 0; at < 30; at += 1) {
    await add(`large ${at}`, { ...waiting, download_size: 40 * GB })
    space.noteWaiting(`large ${at}`, 40 * GB)
  }
  for (const task_id of ['small', 'smaller']) {
    await add(task_id, { ...waiting, download_size: task_id === 'small' ? 2 * GB : GB })
    space.noteWaiting(task_id, GB)
  }
  // All would fit without one that has begun.
  await add('other', { status: 1, next_at: null, has_begun: 1, folder_id: 'full', download_size: 44.5 * GB })
  expect(await space.next()).toBeUndefined()
  await store.change('other', { download_size: 42.5 * GB })
  clock += 2_000
  expect((await space.next())?.task_id).toBe('small')
})
