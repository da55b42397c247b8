/** Queries and mutations of the download lists and of single downloads. */
import type { Device } from '@homeport/contract/device.ts'
import {
  downloadStatus,
  fileListAbove,
  getMediaFiles,
  listTasks,
  magnetUri,
  removeTask,
  startTask,
  stopTask,
  taskChanges,
  taskPageLimit,
  TaskStatus,
  type Task,
  type TorrentInfo,
} from '@homeport/contract/download/download.ts'
import { TaskCode, Code } from '@homeport/contract/kit/codes.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { later, now } from '../kit/time/clock.ts'
import { Failure, isFailure } from '../kit/failure.ts'
import { onAct, send } from '../kit/call/box-connection.ts'
import { nextPage } from '../kit/query/next-page.ts'
import { optimistic, snapshot } from '../kit/keep/optimistic.ts'
import { session } from '../kit/session.ts'
import type { Selection } from './chosen-files.ts'
import { wholeList } from './file-list.ts'
import { pollLists } from './poll-lists.ts'
import { isNarrowed, type ListFilter } from './list-filter.ts'
import { insertAll, show, keyOf, latestKeyOf, pagesKeyOf, refreshTasks, takeOut, unfinishedKeyOf } from './task-cache.ts'
import { beginTap, endTap, hide, takeReading, unhide, withReadings } from './task-readings.ts'

export { downloadsPath } from './paths.ts'
export { refreshTasks } from './task-cache.ts'
/** spec 9 */
export const listLimit = 99
/** The unfinished downloads in the queue's order: the running ones come first. */
export const tasks = (device: Device) =>
  infiniteQueryOptions({
    queryKey: unfinishedKeyOf(device.devid),
    initialPageParam: 1,
    async queryFn({ pageParam, signal }) {
      const askedAt = now()
      const answer = await ask(
        listTasks,
        { devid: device.devid, page: pageParam, limit: listLimit, is_done: false, sort: 'queue' },
        { signal },
      )
      return { ...answer, data: withReadings(answer.data, askedAt) }
    },
    getNextPageParam: nextPage,
    meta: { isSaved: true, isQuiet: true },
  })

const savedPages = 5
const pageKeptMs = 60_000

/** One page of the list on screen; only those in view are loaded and kept fresh. */
export const taskPage = (device: Device, filter: ListFilter, page: number) =>
  queryOptions({
    queryKey: [...pagesKeyOf(device.devid), filter, page],
    async queryFn({ signal }) {
      const askedAt = now()
      const { side, sort, isUp: is_up, q, state, category } = filter
      const input = { devid: device.devid, page, limit: listLimit, sort, is_up, q: q.trim(), state, category }
      const answer = await ask(listTasks, side === 'all' ? input : { ...input, is_done: side === 'done' }, { signal })
      return { ...answer, data: withReadings(answer.data, askedAt) }
    },
    ...(page <= savedPages ? {} : { gcTime: pageKeptMs }),
    meta: { isSaved: page <= savedPages && !isNarrowed(filter), isQuiet: true },
  })

/** The latest finished downloads for the home page (spec 9: six a page). */
export const latestTasks = (device: Device) =>
  queryOptions({
    queryKey: latestKeyOf(device.devid),
    queryFn: ({ signal }) => ask(listTasks, { devid: device.devid, limit: taskPageLimit, is_done: true }, { signal }),
    meta: { isSaved: true, isQuiet: true },
  })

/** Subscribes to the box's pushes for every list on screen (wire.md: a newer push wins), and to removals by others. */
export function subscribeToDownloads(client: QueryClient): () => void {
  const stops = [
    onAct(downloadStatus, (task) => take([task])),
    onAct(taskChanges, ({ tasks: changed, gone }) => {
      take(changed)
      if (gone.length > 0) drop(gone)
    }),
    onAct(removeTask, ({ task_id }) => drop([task_id])),
    pollLists(client),
  ]
  return () => stops.forEach((stop) => stop())

  function take(changed: readonly Task[]): void {
    const at = now()
    insertAll(
      client,
      changed.filter((task) => takeReading(task, at, at)),
    )
  }

  function drop(gone: readonly string[]): void {
    takeOut(client, gone)
    refreshTasks(client)
  }
}

/** Polls the box for one running row (spec 4: url and task_id). */
export async function readTask(client: QueryClient, task: Task): Promise<void> {
  const askedAt = now()
  const newest = await send(downloadStatus, { url: task.url, task_id: task.task_id })
  if (takeReading(newest, askedAt, now())) insertAll(client, [newest])
}

const atRest = { speed: '0K/S', speed_bytes: 0, wait: null }

/** Restarts a stopped or failed row (spec 4: 200 and 1006 run). */
export const startRow = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (task: Task) => start({ url: task.url, task_id: task.task_id }),
    ...optimistic((task: Task) => {
      showExpected(client, { ...task, status: TaskStatus.run, ...atRest, code: Code.ok, reason: '' })
      return (error) => rollback(client, { ...task, status: TaskStatus.stop, ...whyOf(error, task) })
    }),
    onSettled: (_, __, task) => settle(client, task),
    meta: { takes: (failure: unknown) => isFailure(failure, 'task') },
  })

export const stopRow = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (task: Task) => send(stopTask, { task_id: task.task_id }),
    ...optimistic((task: Task) => {
      showExpected(client, { ...task, status: TaskStatus.stop, ...atRest })
      return () => rollback(client, task)
    }),
    onSettled: (_, __, task) => settle(client, task),
    meta: { takes: (failure: unknown) => isFailure(failure, 'task') },
  })

type Removal = { task: Task; files: 0 | 1 }

export const removeRow = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ task, files }: Removal) => send(removeTask, { task_id: task.task_id, files }),
    ...optimistic(({ task }: Removal) => {
      const restore = snapshot(client, keyOf(session.get().device?.devid ?? ''))
      hide(task.task_id)
      takeOut(client, [task.task_id])
      return (error) => {
        unhide(task.task_id)
        restore(error)
      }
    }),
    onSettled: () => refreshTasks(client),
    meta: { takes: (failure: unknown) => isFailure(failure, 'task') },
  })

/** Takes a row out of every list until the returned function brings it back. */
export function takeAside(client: QueryClient, { task_id }: Task): () => void {
  hide(task_id)
  takeOut(client, [task_id])
  return () => {
    unhide(task_id)
    refreshTasks(client)
  }
}

/** spec 4: the reason shown in a row that stays stopped. */
function whyOf(error: unknown, { code, reason }: Task): Pick<Task, 'code' | 'reason'> {
  if (!isFailure(error, 'task')) return { code, reason }
  const { data } = error
  const text = typeof data === 'object' && data !== null && 'reason' in data ? String(data.reason) : ''
  return { code: error.code, reason: text }
}

export const videosKeyOf = (taskId: string | undefined) => [session.get().lang, 'download', 'videos', taskId]
export const filesKeyOf = (taskId: string | undefined) => [session.get().lang, 'download', 'files', taskId]

/** The videos of a finished download; without paths it has none. */
export const videosOf = (task: Task | null) =>
  queryOptions({
    queryKey: videosKeyOf(task?.task_id),
    queryFn: () => send(getMediaFiles, { task_id: task?.task_id ?? '' }),
    enabled: task !== null,
    retry: false,
    meta: { isQuiet: true },
  })

const filesEveryMs = 2_000
/** A long list is a blob that the box makes anew. */
const longFilesEveryMs = 30_000

/** All files of a download with their progress; polled while it runs. */
export const filesOf = (task: Task | null) =>
  queryOptions({
    queryKey: filesKeyOf(task?.task_id),
    queryFn: () => allFiles(task?.url ?? ''),
    enabled: task !== null,
    refetchInterval: ({ state }) => {
      if (task?.status !== TaskStatus.run) return false
      return (state.data?.total ?? 0) > fileListAbove ? longFilesEveryMs : filesEveryMs
    },
    retry: false,
    meta: { isQuiet: true },
  })

async function allFiles(url: string): Promise<TorrentInfo> {
  const first = (await send(magnetUri, { url })).torrent_info
  if (!first) throw new Failure('task', { code: TaskCode.notStarted })
  return wholeList({ url }, first)
}

type Start = {
  url?: string
  torrent?: string
  task_id?: string
  select?: Selection
  name?: string
  category?: string
  folder_id?: string
}

/** Adds a link or a torrent file, or starts a known task; already downloading counts as started. */
export async function start(input: Start): Promise<void> {
  try {
    await send(startTask, input)
  } catch (error) {
    if (!isFailure(error, 'task') || error.code !== TaskCode.inDownloading || !input.task_id) throw error
  }
}

function showExpected(client: QueryClient, as: Task): void {
  beginTap(as)
  show(client, [as])
}

function rollback(client: QueryClient, task: Task): void {
  endTap(task.task_id)
  show(client, [task])
}

/** The box has reported by then where in the list the task belongs now. */
const settledAfterMs = 2_000

function settle(client: QueryClient, task: Task): void {
  endTap(task.task_id)
  void readTask(client, task).catch(() => refreshTasks(client))
  later(settledAfterMs, () => refreshTasks(client))
}
