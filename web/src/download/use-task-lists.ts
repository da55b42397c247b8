/** The lists of downloads as the screen shows them: running and complete ones in one list, or one of them. */
import type { Device } from '@homeport/contract/device.ts'
import type { Task } from '@homeport/contract/download.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import { useText } from '../kit/lang.ts'
import { tasks } from './data.ts'
import type { Item } from './list.tsx'
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
  const nearEnd = useCallback(() => {
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
    nearEnd,
    retry: () => (void progress.refetch(), void done.refetch()),
  }
}

/** All = running or waiting, newest first, then complete. */
function itemsOf(side: Side, lists: { running: Task[]; finished: Task[] }, words: DownloadWords): Item[] {
  const rows = (list: Task[]): Item[] => list.map((task) => ({ key: task.task_id, task }))
  if (side !== 'all') return rows(side === 'progress' ? lists.running : lists.finished)
  return [
    ...(lists.running.length > 0 ? [{ key: 'progress', head: words.inProgress }, ...rows(lists.running)] : []),
    ...(lists.finished.length > 0 ? [{ key: 'done', head: words.complete }, ...rows(lists.finished)] : []),
  ]
}
