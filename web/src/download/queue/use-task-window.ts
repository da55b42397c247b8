/** The list of downloads as the screen shows it: how long it is, where its groups begin, and the rows of the pages in view. */
import type { Device } from '@homeport/contract/device.ts'
import type { Task, TaskGroups } from '@homeport/contract/download/download.ts'
import { useInfiniteQuery, useQueries, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useText } from '../../kit/lang.ts'
import { listLimit, taskPage, tasks } from '../data.ts'
import type { TaskPage } from '../task-cache.ts'
import { downloadText } from '../text.ts'
import type { ListFilter } from '../list-filter.ts'
import { queueText } from './queue-text.ts'

/** `task` is null until its page is loaded. n: its place in the list without the heads. */
export type Item = { key: string; head: string } | { key: string; task: Task | null; n: number }
type Section = { head: string; count: number }
export type TaskWindow = ReturnType<typeof useTaskWindow>

export function useTaskWindow(device: Device, filter: ListFilter) {
  const [[first, last], setPages] = useState<[number, number]>([1, 1])
  const numbers = useMemo(() => pagesIn(first, last), [first, last])
  const queries = useQueries({ queries: numbers.map((page) => taskPage(device, filter, page)) })
  const loaded = queries.flatMap((query) => (query.data ? [query] : []))
  const newest = loaded.reduce<(typeof loaded)[number] | undefined>(
    (best, query) => (best && best.dataUpdatedAt >= query.dataUpdatedAt ? best : query),
    undefined,
  )
  const whole = useQueryClient().getQueryData<TaskPage>(taskPage(device, { ...filter, side: 'all' }, 1).queryKey)
  const answer = newest?.data ?? (whole && sideOf(whole, filter.side))
  const sections = useSections(filter, answer)
  const pages = new Map(numbers.map((page, index) => [page, queries[index]?.data?.data]))
  if (loaded.length === 0 && answer) pages.set(1, answer.data)
  const taskAt = (n: number) => pages.get(pageOf(n))?.[n % listLimit] ?? null
  const unfinished = useInfiniteQuery(tasks(device))
  const staleAt = answer?.stale_at ?? null

  /** Only another page draws the screen again, not each row that comes into view. */
  const setRange = useCallback((from: number, to: number) => {
    const [start, end] = [pageOf(from), pageOf(to)]
    setPages((now) => (now[0] === start && now[1] === end ? now : [start, end]))
  }, [])

  return {
    count: sections.reduce((sum, { head, count }) => sum + count + (head === '' ? 0 : 1), 0),
    /** Where the heads stand, as text: the same text, the same places. */
    heads: headsOf(sections).join(' '),
    itemAt: (index: number): Item | undefined => itemAt(sections, index, taskAt),
    /** The tasks of the pages in view, in their order. */
    inView: numbers.flatMap((page) => pages.get(page) ?? []),
    setRange,
    counts: answer?.counts,
    total: answer?.total ?? 0,
    running: unfinished.data?.pages.flatMap((page) => page.data) ?? [],
    isWaiting: answer === undefined,
    isFailed: queries[0]?.isLoadingError ?? false,
    /** When the list was last heard of, in ms. */
    asOf: staleAt === null ? (newest?.dataUpdatedAt ?? 0) : staleAt * 1000,
    retry: () => queries.forEach((query) => void query.refetch()),
  }
}

/** One side of a list that is loaded already, until its own page has come; nothing where the rows of that side are not all known. */
function sideOf(whole: TaskPage, side: ListFilter['side']): TaskPage | undefined {
  if (side === 'all' || whole.total > whole.data.length) return undefined
  const isDone = side === 'done'
  const { done, ...unfinished } = whole.groups
  const groups = isDone ? { failed: 0, progress: 0, waiting: 0, done } : { ...unfinished, done: 0 }
  const data = whole.data.filter(({ is_done }) => is_done === isDone)
  return { ...whole, data, groups, total: data.length }
}

/** The first page is always loaded: it has the counts while others are on their way. */
function pagesIn(first: number, last: number): number[] {
  const numbers = [1]
  for (let page = Math.max(2, first); page <= last; page += 1) numbers.push(page)
  return numbers
}

function pageOf(n: number): number {
  return Math.floor(n / listLimit) + 1
}

function useSections({ sort, isUp, side }: ListFilter, answer: { total: number; groups: TaskGroups } | undefined): Section[] {
  const words = useText(downloadText)
  const own = useText(queueText)
  if (!answer) return []
  const { failed, progress, waiting, done } = answer.groups
  const groups = [
    { head: words.attention, count: failed },
    { head: words.inProgress, count: progress },
    { head: own.waiting, count: waiting },
  ]
  const sections = [...(isUp ? groups.toReversed() : groups), { head: words.complete, count: done }].filter(
    ({ count }) => count > 0,
  )
  const isOne = sections.length <= 1 && side !== 'all'
  return sort === 'queue' && !isOne && sections.length > 0 ? sections : [{ head: '', count: answer.total }]
}

function headsOf(sections: readonly Section[]): number[] {
  const heads: number[] = []
  let index = 0
  for (const { head, count } of sections) {
    if (head !== '') heads.push(index)
    index += count + (head === '' ? 0 : 1)
  }
  return heads
}

function itemAt(sections: readonly Section[], index: number, taskAt: (n: number) => Task | null): Item | undefined {
  let row = index
  let n = 0
  for (const { head, count } of sections) {
    const heads = head === '' ? 0 : 1
    if (heads === 1 && row === 0) return { key: `head ${head}`, head }
    if (row < count + heads) {
      const at = n + row - heads
      const task = taskAt(at)
      return { key: task?.task_id ?? `row ${at}`, task, n: at }
    }
    row -= count + heads
    n += count
  }
  return undefined
}
