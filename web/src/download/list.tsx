/** The virtual list of downloads: ten thousand scroll like ten. Running rows in view are polled every 2 s (spec 4, wire.md). */
import type { Task } from '@homeport/contract/download.ts'
import { pollMs } from '@homeport/contract/kit/link.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isFailure } from '../kit/failure.ts'
import { useText } from '../kit/lang.ts'
import { isShown } from '../kit/platform.ts'
import { toast } from '../ui/toast.tsx'
import { readTask, removeRow, startRow, stopRow, videosOf } from './data.ts'
import styles from './download-list.module.css'
import { RowSheets, type Open, type Play } from './row-sheets.tsx'
import { DownloadRow } from './row.tsx'
import { canHaveVideos, isRunning } from './summary.ts'
import { codeSentence, downloadText } from './text.ts'

export type Item = { key: string; head: string } | { key: string; task: Task }

const rowHeight = 84
const headHeight = 34

type Props = {
  items: Item[]
  isOnline: boolean
  loadMore: () => void
  play?: Play | undefined
  openFilm?: ((movieId: string) => void) | undefined
}

export function DownloadList({ items, isOnline, loadMore, play, openFilm }: Props) {
  const words = useText(downloadText)
  const client = useQueryClient()
  const starting = useMutation(startRow(client))
  const stopping = useMutation(stopRow(client))
  const removing = useMutation(removeRow(client))
  const [open, show] = useState<Open>(null)
  const top = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin(top.current?.offsetTop ?? 0), [])

  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; no compiler runs here
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: (index) => (isHead(items[index]) ? headHeight : rowHeight),
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 6,
    scrollMargin: margin,
  })
  const rows = virtual.getVirtualItems()
  const lastIndex = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (lastIndex >= items.length - 6) loadMore()
  }, [lastIndex, items.length, loadMore])

  const range = virtual.range
  const inView = range
    ? items
        .slice(range.startIndex, range.endIndex + 1)
        .flatMap((item) => ('task' in item && isRunning(item.task) ? [item.task] : []))
    : []
  usePolling(inView, isOnline)

  const failed = (word: string) => (failure: Error) => {
    if (isFailure(failure, 'task')) toast(`${codeSentence(words, failure.code)}\n${word}`)
  }
  const start = (task: Task) => starting.mutate(task, { onError: failed(words.startFailed) })
  const stop = (task: Task) => stopping.mutate(task, { onError: failed(words.stopFailed) })
  const remove = (task: Task, files: 0 | 1) => removing.mutate({ task, files }, { onError: failed(words.removeFailed) })
  /** A single video plays at once; several open the videos sheet, which also explains why there is none. */
  async function playTask(task: Task) {
    const videos = await client.fetchQuery(videosOf(task)).catch(() => null)
    const [only, another] = videos?.paths ?? []
    if (only && !another && play) play(only, task)
    else show({ task, sheet: 'videos' })
  }
  return (
    <>
      <ul className={styles.list} ref={top} style={{ height: virtual.getTotalSize() }}>
        {rows.map((row) => {
          const item = items[row.index]
          if (!item) return null
          return (
            <li
              key={row.key}
              data-index={row.index}
              ref={virtual.measureElement}
              style={{ transform: `translateY(${row.start - margin}px)` }}
            >
              {'head' in item ? (
                <h2 className={styles.group}>{item.head}</h2>
              ) : (
                <DownloadRow
                  task={item.task}
                  isLined={!isHead(items[row.index - 1]) && row.index > 0}
                  {...(isOnline ? { start, stop } : {})}
                  play={isOnline && canHaveVideos(item.task) ? (task) => void playTask(task) : undefined}
                  more={(task) => show({ task, sheet: 'actions' })}
                />
              )}
            </li>
          )
        })}
      </ul>
      <RowSheets {...{ open, show, isOnline, start, stop, remove, play, openFilm }} />
    </>
  )
}

function isHead(item: Item | undefined): boolean {
  return item !== undefined && 'head' in item
}

/** None for rows out of view, a hidden page or an offline box. */
function usePolling(running: Task[], isOnline: boolean): void {
  const client = useQueryClient()
  const now = useRef(running)
  useEffect(() => {
    now.current = running
  })
  const hasSome = running.length > 0 && isOnline
  useEffect(() => {
    if (!hasSome) return
    const timer = setInterval(() => {
      if (!isShown()) return
      for (const task of now.current) void readTask(client, task).catch(() => null)
    }, pollMs)
    return () => clearInterval(timer)
  }, [hasSome, client])
}
