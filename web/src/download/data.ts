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
  taskPageLimit,
  TaskStatus,
  type Task,
  type TorrentInfo,
} from '@homeport/contract/download.ts'
import { TaskCode, Code } from '@homeport/contract/kit/codes.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/ask.ts'
import { later, now } from '../kit/clock.ts'
import { Failure, isFailure } from '../kit/failure.ts'
import { onAct, send } from '../kit/link.ts'
import { nextPage } from '../kit/next-page.ts'
import { optimistic, snapshot } from '../kit/optimistic.ts'
import { session } from '../kit/session.ts'
import { wholeList, type Selection } from './file-list.ts'
import { beginTap, endTap, hide, shown, takeReading, unhide, withReadings } from './task-readings.ts'

export const downloadsPath = '/pages/device/download/list'
/** spec 9 */
const listLimit = 99
/** Pushes keep a list fresh; polling only catches missed ones. */
const listEveryMs = 15_000
const rereadEveryMs = 1_000

export type Part = 'progress' | 'done'
export type TaskPage = Awaited<ReturnType<typeof ask<typeof listTasks.input, typeof listTasks.output, 'device'>>>
type TaskPages = InfiniteData<TaskPage, number>

const keyOf = (devid: string) => [session.get().lang, 'download', devid]

export const tasks = (device: Device, part: Part) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(device.devid), part],
    initialPageParam: 1,
    async queryFn({ pageParam, signal }) {
      const askedAt = now()
      const answer = await ask(
        listTasks,
        { devid: device.devid, page: pageParam, limit: listLimit, is_done: part === 'done' },
        { signal },
      )
      return { ...answer, data: withReadings(answer.data, askedAt) }
    },
    getNextPageParam: nextPage,
    refetchInterval: device.online === 1 ? listEveryMs : false,
    meta: { isSaved: true, isQuiet: true },
  })

/** The latest finished downloads for the home page (spec 9: six a page). */
export const latestTasks = (device: Device) =>
  queryOptions({
    queryKey: [...keyOf(device.devid), 'latest'],
    queryFn: ({ signal }) => ask(listTasks, { devid: device.devid, limit: taskPageLimit, is_done: true }, { signal }),
    refetchInterval: device.online === 1 ? listEveryMs : false,
    meta: { isSaved: true, isQuiet: true },
  })

/** Subscribes to the box's pushes for every list on screen (wire.md: a newer push wins), and to removals by others. */
export function hearDownloads(client: QueryClient): () => void {
  const stops = [
    onAct(downloadStatus, (task) => {
      const at = now()
      if (takeReading(task, at, at)) insert(client, task)
    }),
    onAct(removeTask, ({ task_id }) => {
      takeOut(client, task_id)
      refreshTasks(client)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Polls the box for one running row (spec 4: url and task_id). */
export async function readTask(client: QueryClient, task: Task): Promise<void> {
  const askedAt = now()
  const newest = await send(downloadStatus, { url: task.url, task_id: task.task_id })
  if (takeReading(newest, askedAt, now())) insert(client, newest)
}

/** Updates a task in the lists; a finished one leaves the running list (spec 4), an unknown one triggers a refetch. */
function insert(client: QueryClient, task: Task): void {
  const device = session.get().device
  if (!device) return
  const key = keyOf(device.devid)
  let isKnown = false
  client.setQueryData<TaskPages>([...key, 'progress'], (pages) => {
    if (!pages) return pages
    const existing = pages.pages.some((page) => page.data.some((one) => isSame(one, task)))
    isKnown = existing && !task.is_done
    if (!existing) return pages
    const change = (data: Task[]) =>
      task.is_done ? data.filter((one) => !isSame(one, task)) : data.map((one) => (isSame(one, task) ? shown(task) : one))
    return { ...pages, pages: pages.pages.map((page) => ({ ...page, data: change(page.data) })) }
  })
  if (!isKnown) reread(client, key)
}

let rereadAt = 0
let isRereadDue = false
/** Throttle: many pushes refetch the lists once a second; the last one is never dropped. */
function reread(client: QueryClient, key: string[]): void {
  if (isRereadDue) return
  const wait = rereadAt + rereadEveryMs - now()
  if (wait > 0) {
    isRereadDue = true
    return void later(wait, () => {
      isRereadDue = false
      reread(client, key)
    })
  }
  rereadAt = now()
  void client.invalidateQueries({ queryKey: key })
}

function isSame(one: Task, other: Task): boolean {
  return one.task_id === other.task_id || (other.old_task_id !== '' && one.task_id === other.old_task_id)
}

const atRest = { speed: '0K/S', speed_bytes: 0, wait: null }

/** Restarts a stopped or failed row (spec 4: 200 and 1006 run). */
export const startRow = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (task: Task) => start({ url: task.url, task_id: task.task_id }),
    ...optimistic((task: Task) => {
      showExpected(client, task, { ...task, status: TaskStatus.run, ...atRest, code: Code.ok, reason: '' })
      return (error) => rollback(client, { ...task, status: TaskStatus.stop, ...whyOf(error, task) })
    }),
    onSettled: (_, __, task) => settle(client, task),
    meta: { takes: (failure: unknown) => isFailure(failure, 'task') },
  })

export const stopRow = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (task: Task) => send(stopTask, { task_id: task.task_id }),
    ...optimistic((task: Task) => {
      showExpected(client, task, { ...task, status: TaskStatus.stop, ...atRest })
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
      takeOut(client, task.task_id)
      return (error) => {
        unhide(task.task_id)
        restore(error)
      }
    }),
    onSettled: () => refreshTasks(client),
    meta: { takes: (failure: unknown) => isFailure(failure, 'task') },
  })

function takeOut(client: QueryClient, taskId: string): void {
  const device = session.get().device
  if (!device) return
  const parts: Part[] = ['progress', 'done']
  const keyOfPart = (part: Part) => [...keyOf(device.devid), part]
  const has = (page: TaskPage) => page.data.some((one) => one.task_id === taskId)
  const home = parts.find((part) => client.getQueryData<TaskPages>(keyOfPart(part))?.pages.some(has))
  if (!home) return
  const less = (page: TaskPage, part: Part): TaskPage => ({
    ...page,
    data: page.data.filter((one) => one.task_id !== taskId),
    total: page.total - (part === home ? 1 : 0),
    counts: { ...page.counts, all: page.counts.all - 1, [home]: page.counts[home] - 1 },
  })
  for (const part of parts) {
    client.setQueryData<TaskPages>(
      keyOfPart(part),
      (pages) => pages && { ...pages, pages: pages.pages.map((page) => less(page, part)) },
    )
  }
}

/** spec 4: the reason shown in a row that stays stopped. */
function whyOf(error: unknown, { code, reason }: Task): Pick<Task, 'code' | 'reason'> {
  if (!isFailure(error, 'task')) return { code, reason }
  const { data } = error
  const text = typeof data === 'object' && data !== null && 'reason' in data ? String(data.reason) : ''
  return { code: error.code, reason: text }
}

/** The videos of a finished download; without paths it has none. */
export const videosOf = (task: Task | null) =>
  queryOptions({
    queryKey: [session.get().lang, 'download', 'videos', task?.task_id],
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
    queryKey: [session.get().lang, 'download', 'files', task?.task_id],
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

/** Adds a link or a torrent file, or starts a known task; already downloading counts as started. */
export async function start(input: { url?: string; torrent?: string; task_id?: string; select?: Selection }): Promise<void> {
  try {
    await send(startTask, input)
  } catch (error) {
    if (!isFailure(error, 'task') || error.code !== TaskCode.inDownloading || !input.task_id) throw error
  }
}

export function refreshTasks(client: QueryClient): void {
  const device = session.get().device
  if (device) void client.invalidateQueries({ queryKey: keyOf(device.devid) })
}

function showExpected(client: QueryClient, task: Task, as: Task): void {
  beginTap(as)
  insert(client, task)
}

function rollback(client: QueryClient, task: Task): void {
  endTap(task.task_id)
  insert(client, task)
}

function settle(client: QueryClient, task: Task): void {
  endTap(task.task_id)
  void readTask(client, task).catch(() => refreshTasks(client))
}
