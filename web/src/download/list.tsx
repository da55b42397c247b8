/** The virtual list of downloads: ten thousand scroll like ten. Running rows in view are polled every 2 s (spec 4, wire.md). */
import type { Task } from '@homeport/contract/download.ts'
import { pollMs } from '@homeport/contract/kit/link.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { isFailure } from '../kit/failure.ts'
import { useText } from '../kit/lang.ts'
import { isShown } from '../kit/platform.ts'
import { useStable } from '../kit/use-stable.ts'
import { classes } from '../ui/classes.ts'
import listStyles from '../ui/list.module.css'
import textStyles from '../ui/text.module.css'
import { toast } from '../ui/toast.tsx'
import { readTask, removeRow, startRow, stopRow, videosOf } from './data.ts'
import { RowSkeleton } from './list-states.tsx'
import styles from './queue/queue.module.css'
import { QueueRow, type RowHandlers } from './queue/queue-row.tsx'
import { queueText } from './queue/queue-text.ts'
import { lookAgain, orderTasks } from './queue/rule.ts'
import { useDrag, type Drag } from './queue/use-drag.ts'
import type { Selection } from './queue/use-selection.ts'
import type { Item, TaskWindow } from './queue/use-task-window.ts'
import { RowSheets, type Open, type Play } from './row-sheets.tsx'
import { isRunning } from './summary.ts'
import { codeSentence, downloadText } from './text.ts'

const rowHeight = 84
const headHeight = 34

type Props = {
  rows: Pick<TaskWindow, 'count' | 'heads' | 'itemAt' | 'inView' | 'setRange'>
  isOnline: boolean
  canOrder: boolean
  selection: Selection
  selectAll: () => void
  play?: Play | undefined
  openFilm?: ((movieId: string) => void) | undefined
}

export function DownloadList({ rows, isOnline, canOrder, selection, selectAll, play, openFilm }: Props) {
  const { count, heads, itemAt, inView, setRange } = rows
  const client = useQueryClient()
  const [open, show] = useState<Open>(null)
  const [announced, announce] = useState('')
  const top = useRef<HTMLUListElement>(null)
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin(top.current?.offsetTop ?? 0), [])
  const actions = useRowActions()
  const order = useOrder(inView, announce)
  const { drag, begin } = useDrag(
    { list: top, taskOf: (id) => inView.find(({ task_id }) => task_id === id) },
    ({ task, before }) => order(task, before),
  )

  const headSet = useMemo(() => new Set(heads.split(' ').filter(Boolean).map(Number)), [heads])
  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; no compiler runs here
  const virtual = useWindowVirtualizer({
    count,
    // Both stay the same from one drawing to the next: otherwise all rows would be measured again.
    estimateSize: useCallback((index: number) => (headSet.has(index) ? headHeight : rowHeight), [headSet]),
    overscan: 6,
    scrollMargin: margin,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => setRange(numberOf(itemAt, first, last), numberOf(itemAt, last, first)))

  const range = virtual.range
  const polled = range
    ? Array.from({ length: range.endIndex - range.startIndex + 1 }, (_, at) => itemAt(range.startIndex + at)).flatMap((item) =>
        item && 'task' in item && item.task && isRunning(item.task) ? [item.task] : [],
      )
    : []
  usePolling(polled, isOnline)

  /** A single video plays at once; several open the videos sheet, which also explains why there is none. */
  async function playTask(task: Task) {
    const videos = await client.fetchQuery(videosOf(task)).catch(() => null)
    const [only, another] = videos?.paths ?? []
    if (only && !another && play) play(only, task)
    else show({ task, sheet: 'videos' })
  }
  const handlers: RowHandlers = useStable<RowHandlers>({
    ...actions,
    play: (task) => void playTask(task),
    more: (task) => show({ task, sheet: 'actions' }),
    select: (task, isRange) => selection.toggle(task, { isRange, inView }),
    step: (task, by) => order(task, nextTo(inView, task, by)),
    drag: begin,
  })
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the controls in its rows */}
      <ul
        className={styles.list}
        ref={top}
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && selection.isOn) selection.end()
          if (event.key !== 'a' || event.altKey || !isOnline) return
          event.preventDefault()
          selectAll()
        }}
      >
        {items.map((row) => {
          const item = itemAt(row.index)
          if (!item) return null
          const isLined = row.index > 0 && !isHead(itemAt(row.index - 1))
          return (
            <li
              key={item.key}
              data-index={row.index}
              ref={virtual.measureElement}
              className={classes(isDragged(item, drag) && styles.dragged)}
              style={{ transform: `translateY(${row.start - margin}px)` }}
            >
              {'head' in item ? (
                <h2 className={styles.group}>{item.head}</h2>
              ) : item.task === null ? (
                <div className={isLined ? listStyles.lined : undefined}>
                  <RowSkeleton />
                </div>
              ) : (
                <QueueRow
                  task={item.task}
                  isLined={isLined}
                  isOnline={isOnline}
                  isSelecting={selection.isOn}
                  isSelected={selection.chosen.has(item.task.task_id)}
                  canOrder={canOrder}
                  handlers={handlers}
                />
              )}
            </li>
          )
        })}
        {drag && <li className={styles.line} style={{ top: drag.y }} aria-hidden="true" />}
      </ul>
      <p className={textStyles.visuallyHidden} role="status">
        {announced}
      </p>
      <RowSheets {...{ open, show, isOnline, play, openFilm }} {...actions} playTask={(task) => void playTask(task)} />
    </>
  )
}

function isDragged(item: Item, drag: Drag | null): boolean {
  return drag !== null && 'task' in item && item.task?.task_id === drag.task.task_id
}

function isHead(item: Item | undefined): boolean {
  return item !== undefined && 'head' in item
}

/** The place without heads of the item, or of the next one towards `end`. */
function numberOf(itemAt: Props['rows']['itemAt'], index: number, end: number): number {
  const item = itemAt(index)
  if (item && 'n' in item) return item.n
  return index === end ? 0 : numberOf(itemAt, index + Math.sign(end - index), end)
}

/** The task before which one lies after a step; '' at the end. */
function nextTo(inView: readonly Task[], task: Task, by: -1 | 1): string {
  const queue = inView.filter(({ is_done }) => !is_done)
  const at = queue.findIndex(({ task_id }) => task_id === task.task_id)
  return queue[by === -1 ? Math.max(0, at - 1) : at + 2]?.task_id ?? ''
}

function useOrder(inView: readonly Task[], announce: (text: string) => void) {
  const words = useText(queueText)
  const ordering = useMutation(orderTasks(useQueryClient()))
  return (task: Task, before: string) => {
    if (before === task.task_id) return
    const rest = inView.filter((one) => !one.is_done && one.task_id !== task.task_id)
    const at = rest.findIndex(({ task_id }) => task_id === before)
    announce(words.moved(task.film?.title || task.name, (at < 0 ? rest.length : at) + 1))
    ordering.mutate(
      { ids: [task.task_id], to: before === '' ? 'last' : 'before', before },
      { onError: (failure) => isFailure(failure, 'task') && toast(words.orderFailed) },
    )
  }
}

function useRowActions() {
  const words = useText(downloadText)
  const own = useText(queueText)
  const client = useQueryClient()
  const starting = useMutation(startRow(client))
  const stopping = useMutation(stopRow(client))
  const removing = useMutation(removeRow(client))
  const looking = useMutation(lookAgain(client))
  const ordering = useMutation(orderTasks(client))
  const failed = (word: string) => ({
    onError(failure: Error) {
      if (isFailure(failure, 'task')) toast(`${codeSentence(words, failure.code)}\n${word}`)
    },
  })
  return {
    start: (task: Task) => starting.mutate(task, failed(words.startFailed)),
    stop: (task: Task) => stopping.mutate(task, failed(words.stopFailed)),
    remove: (task: Task, files: 0 | 1) => removing.mutate({ task, files }, failed(words.removeFailed)),
    again: (task: Task) => looking.mutate(task, failed(words.startFailed)),
    first: (task: Task) => ordering.mutate({ ids: [task.task_id], to: 'first' }, failed(own.orderFailed)),
  }
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
