/** The lists of downloads in the cache: what the box pushes is put into them, what was removed is taken out. */
import type { listTasks, Task, TaskGroups } from '@homeport/contract/download/download.ts'
import { groupOf } from '@homeport/contract/download/task-group.ts'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { ask } from '../kit/call/http.ts'
import { later, now } from '../kit/time/clock.ts'
import { patchQueries } from '../kit/query/patch-queries.ts'
import { refetchInTurn } from '../kit/query/refetch-turns.ts'
import { session } from '../kit/session.ts'
import { shown } from './task-readings.ts'

const rereadEveryMs = 1_000

export type TaskPage = Awaited<ReturnType<typeof ask<typeof listTasks.input, typeof listTasks.output, 'device'>>>
type TaskPages = InfiniteData<TaskPage, number>

export const keyOf = (devid: string) => [session.get().lang, 'download', devid]
/** Pages of the list on screen, each by itself: ten thousand tasks are never in memory together. */
export const pagesKeyOf = (devid: string) => [...keyOf(devid), 'pages']
export const unfinishedKeyOf = (devid: string) => [...keyOf(devid), 'progress']
export const latestKeyOf = (devid: string) => [...keyOf(devid), 'latest']

export const taskKeyOf = (devid: string, taskId: string) => [...keyOf(devid), 'task', taskId]

/** Updates tasks in the lists; a finished one leaves the running list (spec 4); an unknown one, and one whose place changed, triggers a refetch. */
export function insertAll(client: QueryClient, tasks: readonly Task[]): void {
  const device = session.get().device
  if (device && tasks.length > 0 && show(client, tasks) < tasks.length) reread(client, keyOf(device.devid))
}

/** How many of them stay where they are in the lists. */
export function show(client: QueryClient, tasks: readonly Task[]): number {
  const device = session.get().device
  if (!device) return 0
  const changes = new Map(tasks.flatMap((task) => [task.old_task_id, task.task_id].filter(Boolean).map((id) => [id, task])))
  const settled = new Set<string>()
  const change = (data: Task[]): Task[] => {
    if (!data.some(({ task_id }) => changes.has(task_id))) return data
    return data.map((existing) => {
      const task = changes.get(existing.task_id)
      if (!task) return existing
      if (groupOf(existing) === groupOf(task) && existing.order === task.order) settled.add(task.task_id)
      return shown(task)
    })
  }
  const inPage = (page: TaskPage): TaskPage => {
    const data = change(page.data)
    return data === page.data ? page : { ...page, data }
  }
  patchQueries<TaskPage>(client, pagesKeyOf(device.devid), inPage)
  for (const task of tasks)
    client.setQueryData<Task | null>(taskKeyOf(device.devid, task.task_id), (existing) => existing && shown(task))
  patchQueries<TaskPages>(client, unfinishedKeyOf(device.devid), (pages) => {
    const next = pages.pages.map((page) => {
      const changed = inPage(page)
      return changed === page ? page : { ...changed, data: changed.data.filter((task) => !task.is_done) }
    })
    return next.every((page, index) => page === pages.pages[index]) ? pages : { ...pages, pages: next }
  })
  return settled.size
}

/** A task of the lists on screen. */
export function taskOf(client: QueryClient, taskId: string): Task | undefined {
  const device = session.get().device
  if (!device) return undefined
  const pages = client.getQueriesData<TaskPage>({ queryKey: pagesKeyOf(device.devid) }).map(([, page]) => page)
  const unfinished = client.getQueryData<TaskPages>(unfinishedKeyOf(device.devid))?.pages ?? []
  return [...pages, ...unfinished].flatMap((page) => page?.data ?? []).find(({ task_id }) => task_id === taskId)
}

/** The key of the mutation that changes the order: until it ends, a list would show the old one. */
export const orderingKey = ['order downloads']

let rereadAt = 0
let isRereadDue = false
/** Throttle: many pushes refetch the lists once a second; the last one is never dropped. */
function reread(client: QueryClient, key: string[]): void {
  if (isRereadDue) return
  const isOrdering = client.isMutating({ mutationKey: orderingKey }) > 0
  const wait = isOrdering ? rereadEveryMs : rereadAt + rereadEveryMs - now()
  if (wait > 0) {
    isRereadDue = true
    return void later(wait, () => {
      isRereadDue = false
      reread(client, key)
    })
  }
  rereadAt = now()
  refetchInTurn(client, key)
}

export function takeOut(client: QueryClient, taskIds: readonly string[]): void {
  const device = session.get().device
  if (!device) return
  const gone = new Set(taskIds)
  const groups = new Map<string, keyof TaskGroups>()
  const note = (page: TaskPage) => page.data.forEach((task) => gone.has(task.task_id) && groups.set(task.task_id, groupOf(task)))
  client.getQueriesData<TaskPage>({ queryKey: pagesKeyOf(device.devid) }).forEach(([, page]) => page && note(page))
  client.getQueryData<TaskPages>(unfinishedKeyOf(device.devid))?.pages.forEach(note)
  const less = (page: TaskPage): TaskPage => {
    const removed = page.data.filter(({ task_id }) => gone.has(task_id)).map(groupOf)
    return {
      ...page,
      data: page.data.filter(({ task_id }) => !gone.has(task_id)),
      total: page.total - removed.length,
      groups: lessGroups(page.groups, removed),
      counts: lessCounts(page.counts, [...groups.values()]),
    }
  }
  patchQueries(client, pagesKeyOf(device.devid), less)
  patchQueries<TaskPages>(client, unfinishedKeyOf(device.devid), (pages) => ({ ...pages, pages: pages.pages.map(less) }))
}

function lessGroups(groups: TaskGroups, removed: readonly (keyof TaskGroups)[]): TaskGroups {
  const next = { ...groups }
  for (const group of removed) next[group] = Math.max(0, next[group] - 1)
  return next
}

function lessCounts(counts: TaskPage['counts'], removed: readonly (keyof TaskGroups)[]): TaskPage['counts'] {
  const done = removed.filter((group) => group === 'done').length
  return { all: counts.all - removed.length, progress: counts.progress - removed.length + done, done: counts.done - done }
}

/** Puts tasks before another one, or behind all unfinished ones, in the pages on screen. */
export function moveInPages(client: QueryClient, taskIds: readonly string[], before: string): void {
  const device = session.get().device
  if (!device) return
  const moved = new Set(taskIds)
  const pages = client
    .getQueriesData<TaskPage>({ queryKey: pagesKeyOf(device.devid), type: 'active' })
    .flatMap(([key, page]) => (page ? [{ key, page }] : []))
    .sort((one, other) => one.page.page - other.page.page)
  const all = pages.flatMap(({ page }) => page.data)
  const remaining = all.filter(({ task_id }) => !moved.has(task_id))
  const end = remaining.findIndex(({ task_id, is_done }) => (before === '' ? is_done : task_id === before))
  const at = end < 0 ? remaining.length : end
  const next = [...remaining.slice(0, at), ...all.filter(({ task_id }) => moved.has(task_id)), ...remaining.slice(at)]
  let from = 0
  for (const { key, page } of pages) {
    client.setQueryData<TaskPage>(key, { ...page, data: next.slice(from, from + page.data.length) })
    from += page.data.length
  }
}

/** After a change of one's own: what was asked for before it is cancelled. */
export function refreshTasks(client: QueryClient): void {
  const device = session.get().device
  if (device) void client.invalidateQueries({ queryKey: keyOf(device.devid) })
}
