/** The lists of downloads as the screen shows them: running and complete ones in one list, or one of them. */
import type { Device } from '@homeport/contract/device.ts'
import type { Task } from '@homeport/contract/download.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useText } from '../kit/lang.ts'
import { tasks } from './data.ts'
import type { Item } from './list.tsx'
import { needsYou } from './summary.ts'
import { downloadText, type DownloadWords } from './text.ts'

export type Side = 'all' | 'progress' | 'done'

export function useTaskLists(device: Device, side: Side) {
  const words = useText(downloadText)
  const progress = useInfiniteQuery(tasks(device, 'progress'))
  const done = useInfiniteQuery(tasks(device, 'done'))
  const staleAt = progress.data?.pages[0]?.stale_at ?? null
  const newest = done.dataUpdatedAt > progress.dataUpdatedAt ? done : progress
  const running = progress.data?.pages.flatMap((page) => page.data) ?? []
  const finished = done.data?.pages.flatMap((page) => page.data) ?? []
  const shown = side === 'done' ? done : progress

  const next = side !== 'done' && progress.hasNextPage ? progress : side !== 'progress' && done.hasNextPage ? done : null
  const loadMore = useCallback(() => {
    if (next && !next.isFetchingNextPage) void next.fetchNextPage()
  }, [next])

  return {
    running,
    counts: newest.data?.pages[0]?.counts,
    items: itemsOf(side, { running, finished: progress.hasNextPage && side === 'all' ? [] : finished }, words),
    isWaiting: shown.isPending,
    isFailed: shown.isLoadingError,
    /** When the running ones were last heard of, in ms. */
    asOf: staleAt === null ? progress.dataUpdatedAt : staleAt * 1000,
    loadMore,
    retry: () => (void progress.refetch(), void done.refetch()),
  }
}

/** Those that failed first, then running or waiting ones, newest first, then complete. */
function itemsOf(side: Side, lists: { running: Task[]; finished: Task[] }, words: DownloadWords): Item[] {
  const rows = (list: Task[]): Item[] => list.map((task) => ({ key: task.task_id, task }))
  const group = (key: string, head: string, list: Task[]): Item[] => (list.length > 0 ? [{ key, head }, ...rows(list)] : [])
  if (side === 'done') return rows(lists.finished)
  const failed = lists.running.filter(needsYou)
  const moving = lists.running.filter((task) => !needsYou(task))
  if (side === 'progress' && failed.length === 0) return rows(moving)
  return [
    ...group('failed', words.attention, failed),
    ...group('progress', words.inProgress, moving),
    ...(side === 'all' ? group('done', words.complete, lists.finished) : []),
  ]
}
