/** How much room a disk lacks for a download: what it still needs, and what others that have begun still need there, less what is free. */
import { beforeEach, expect, test } from 'vitest'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import { retryWhenSpaceIsFree } from '../reconcile/disk-space-retry.ts'
import { createSpace, type Space } from './disk-reservation.ts'

const GB = 1_000_000_000
type Begun = { task_id: string; folder_id: string; kind: 'http'; download_size: number; written: number }

let free: Record<string, number>
let begun: Begun[]
let waiting: Partial<TaskRow>[]
let failed: Partial<TaskRow>[]
let clock: number
let space: Space
let retry: () => Promise<TaskRow | undefined>

beforeEach(() => {
  free = { films: 0.312 * GB, music: 90 * GB }
  begun = []
  waiting = []
  failed = []
  clock = 0
  // Both have only the parts that the space asks for.
  const folders = {
    of: ({ folder_id }: { folder_id: string }) => ({
      disk: async () => ({ device: folder_id === 'music' ? 2 : 1, freeBytes: free[folder_id] ?? 0 }),
      allocatedTo: async (task_id: string) => begun.find((one) => one.task_id === task_id)?.written ?? 0,
    }),
  } as unknown as DownloadFolders
  const store = {
    begun: async () => begun,
    foldersWaitingForSpace: async () => new Set(waiting.map(({ folder_id }) => folder_id)),
    waitingForSpace: async () => waiting,
    foldersWithoutRoom: async () => new Set(failed.map(({ folder_id }) => folder_id)),
    wantRoom: async () => failed,
  } as unknown as TaskStore
  space = createSpace({ store, folders, now: () => clock })
  retry = retryWhenSpaceIsFree({ store, folders, space, now: () => clock })
})

const ask = (task_id: string, missing: number, folder_id = 'films') => space.roomFor({ task_id, folder_id, missing })

test('what is free counts for it, what others still need counts against it', async () => {
  expect(await ask('a', 7.212 * GB)).toBe('never')
  expect(space.lackOf('a')).toBeCloseTo(6.9 * GB, -3)
  begun = [
    { task_id: 'other', folder_id: 'films', kind: 'http', download_size: 10 * GB, written: 8 * GB },
    { task_id: 'elsewhere', folder_id: 'music', kind: 'http', download_size: 50 * GB, written: 0 },
  ]
  free['films'] = 3 * GB
  expect(await ask('b', 2 * GB)).toBe('beside')
  expect(space.lackOf('b')).toBeCloseTo(1 * GB, -3)
})

test('what fits, what is no task and what nobody knows lacks nothing', async () => {
  await ask('', 500 * GB)
  expect([space.lackOf(''), space.lackOf('unknown')]).toEqual([0, 0])
  await ask('a', 7 * GB)
  free['films'] = 8 * GB
  expect(await ask('a', 7 * GB)).toBe('fits')
  expect(space.lackOf('a')).toBe(0)
})

test('the figure of one that waits follows the disk, and is told when it is another', async () => {
  waiting = [{ task_id: 'a', folder_id: 'films' }]
  begun = [{ task_id: 'other', folder_id: 'films', kind: 'http', download_size: 10 * GB, written: 9 * GB }]
  free['films'] = 6 * GB
  await ask('a', 6 * GB)
  space.noteWaiting('a', 6 * GB)
  expect(space.changedLacks()).toEqual(['a'])
  free['films'] = 5.999 * GB
  clock += 2_000
  expect(await space.next()).toBeUndefined()
  expect(space.changedLacks()).toEqual([])
  free['films'] = 5.5 * GB
  clock += 2_000
  expect(await space.next()).toBeUndefined()
  expect(space.lackOf('a')).toBeCloseTo(1.5 * GB, -3)
  expect(space.changedLacks()).toEqual(['a'])
})

test('one that waits only for the others is published once, however often it is looked at', async () => {
  waiting = [{ task_id: 'a', folder_id: 'films' }]
  begun = [{ task_id: 'other', folder_id: 'films', kind: 'http', download_size: 10 * GB, written: 9 * GB }]
  free['films'] = 6 * GB
  await ask('a', 5.5 * GB)
  space.noteWaiting('a', 5.5 * GB)
  expect(space.changedLacks()).toEqual(['a'])
  for (let look = 0; look < 3; look += 1) {
    clock += 2_000
    expect(await space.next()).toBeUndefined()
    expect(space.changedLacks()).toEqual([])
  }
})

test('P38: one that failed for want of room has its figure too, also while it is not tried again', async () => {
  failed = [{ task_id: 'a', folder_id: 'films', download_size: 4.5 * GB, down_size: 0.188 * GB }]
  expect(await retry()).toBeUndefined()
  expect(space.lackOf('a')).toBeCloseTo(4 * GB, -3)
  free['films'] = 9 * GB
  expect(await retry()).toMatchObject({ task_id: 'a' })
  free['films'] = 1.312 * GB
  expect(await retry()).toBeUndefined()
  expect(space.lackOf('a')).toBeCloseTo(3 * GB, -3)
})

test('P38: whoever was tried and failed again has its next try after ten minutes, and keeps no other from its turn', async () => {
  failed = ['a', 'b'].map((task_id) => ({ task_id, folder_id: 'music', download_size: GB, down_size: 0 }))
  expect(await retry()).toMatchObject({ task_id: 'a' })
  expect(await retry()).toMatchObject({ task_id: 'b' })
  expect(await retry()).toBeUndefined()
  clock += 599_999
  expect(await retry()).toBeUndefined()
  clock += 1
  expect(await retry()).toMatchObject({ task_id: 'a' })
  expect(await retry()).toMatchObject({ task_id: 'b' })
})
