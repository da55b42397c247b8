/** The lists of downloads in the cache, as pushes and removals change them. */
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../kit/session.ts'
import { aDevice, aSignIn, aTask } from '../testing/samples.ts'
import { insertAll, pagesKeyOf, takeOut, unfinishedKeyOf, type TaskPage } from './task-cache.ts'

const box = { ...aDevice, online: 1 }
const freshMs = 5_000
let client: QueryClient

const pageOf = (count: number): TaskPage => ({
  data: Array.from({ length: count }, (_, n) => ({ ...aTask, task_id: `task-${n}` })),
  page: 1,
  limit: 99,
  total: count,
  counts: { all: count, progress: count, done: 0 },
  groups: { failed: 0, progress: count, waiting: 0, done: 0 },
  stale_at: null,
})

beforeEach(() => {
  vi.useFakeTimers()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(box)
  client = new QueryClient()
})

afterEach(() => {
  client.clear()
  endSession()
  vi.useRealTimers()
})

/** Whether a screen that opens the list reads it. */
async function isReadBy(queryKey: readonly unknown[], staleTime = freshMs): Promise<boolean> {
  const queryFn = vi.fn(async () => client.getQueryData(queryKey))
  const stop = new QueryObserver(client, { queryKey, queryFn, staleTime }).subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  stop()
  return queryFn.mock.calls.length > 0
}

test('a list that a push marked as changed stays so until it is read, whatever is pushed or removed later', async () => {
  const key = [...pagesKeyOf(box.devid), 1]
  client.setQueryData(key, pageOf(2))
  insertAll(client, [{ ...aTask, task_id: 'task-of-another-phone' }])
  await vi.advanceTimersByTimeAsync(60_000)
  insertAll(client, [{ ...aTask, task_id: 'task-0', download_size: 7 }])
  takeOut(client, ['task-1'])
  expect(client.getQueryData<TaskPage>(key)?.data).toMatchObject([{ task_id: 'task-0', download_size: 7 }])
  expect(await isReadBy(key, Infinity)).toBe(true)
})

test.each([
  ['empty', 0],
  ['without the newest', 1],
])('a list kept from before that is %s is read by who opens it, whatever the box pushes meanwhile', async (_, count) => {
  const key = [...pagesKeyOf(box.devid), 1]
  client.setQueryData(key, pageOf(count))
  client.setQueryData(unfinishedKeyOf(box.devid), { pages: [pageOf(count)], pageParams: [1] })
  for (let second = 0; second < 20; second += 1) {
    await vi.advanceTimersByTimeAsync(600)
    insertAll(client, [{ ...aTask, task_id: 'task-0', download_size: second }])
    await vi.advanceTimersByTimeAsync(400)
    insertAll(client, [{ ...aTask, task_id: 'task-1', download_size: second }])
  }
  expect(await isReadBy(key)).toBe(true)
  expect(await isReadBy(unfinishedKeyOf(box.devid))).toBe(true)
})
