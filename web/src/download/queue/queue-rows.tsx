/** The virtual rows of the list of downloads: ten thousand scroll like ten. Running rows in view are polled every 2 s (spec 4, wire.md). */
import type { Task } from '@homeport/contract/download/download.ts'
import { pollMs } from '@homeport/contract/kit/connection.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { isShown } from '../../kit/platform.ts'
import { classes } from '../../ui/classes.ts'
import listStyles from '../../ui/list.module.css'
import { readTask } from '../data.ts'
import { RowSkeleton } from '../row/list-states.tsx'
import { isRunning } from '../summary.ts'
import styles from './queue.module.css'
import { QueueRow, type RowHandlers } from './queue-row.tsx'
import type { Drag } from './use-drag.ts'
import type { Item, TaskWindow } from './use-task-window.ts'

const rowHeight = 84
const headHeight = 34
const overscan = 6

/** end: nothing is selected any more. */
export type ListHandlers = RowHandlers & { end: () => void; selectAll: () => void }

/** handlers: the same functions from one drawing to the next. */
type Props = {
  list: RefObject<HTMLUListElement | null>
  rows: Pick<TaskWindow, 'count' | 'heads' | 'itemAt' | 'setRange'>
  isOnline: boolean
  canOrder: boolean
  isSelecting: boolean
  chosen: ReadonlyMap<string, Task>
  drag: Drag | null
  handlers: ListHandlers
}

/** Rows lie one below another behind the room of those before them: a row that leaves or comes moves none of the others. */
export function QueueRows({ list, rows, isOnline, canOrder, isSelecting, chosen, drag, handlers }: Props) {
  const { count, heads, itemAt, setRange } = rows
  const [margin, setMargin] = useState(0)
  useLayoutEffect(() => setMargin(list.current?.offsetTop ?? 0), [list])
  const headSet = useMemo(() => new Set(heads.split(' ').filter(Boolean).map(Number)), [heads])
  // oxlint-disable-next-line react/incompatible-library -- the virtual list keeps its own state; no compiler runs here
  const virtual = useWindowVirtualizer({
    count,
    // Both stay the same from one drawing to the next: otherwise all rows would be measured again.
    estimateSize: useCallback((index: number) => (headSet.has(index) ? headHeight : rowHeight), [headSet]),
    overscan,
    scrollMargin: margin,
    // Rows beyond the edge are drawn ahead, in a task of their own.
    useFlushSync: false,
  })
  const items = virtual.getVirtualItems()
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0]
  useEffect(() => setRange(numberOf(itemAt, first, last), numberOf(itemAt, last, first)))
  usePolling(runningIn(itemAt, virtual.range), isOnline)

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys belong to the controls in its rows
    <ul
      className={styles.list}
      ref={list}
      style={{ height: virtual.getTotalSize(), paddingTop: (items[0]?.start ?? margin) - margin }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && isSelecting) handlers.end()
        if (event.key !== 'a' || event.altKey || !isOnline) return
        event.preventDefault()
        handlers.selectAll()
      }}
    >
      {items.map(({ index }) => {
        const item = itemAt(index)
        if (!item) return null
        const isDragged = drag !== null && 'task' in item && item.task?.task_id === drag.task.task_id
        return (
          <li key={item.key} data-index={index} ref={virtual.measureElement} className={isDragged ? styles.dragged : undefined}>
            <ItemRow
              head={'head' in item ? item.head : ''}
              task={'task' in item ? item.task : null}
              isLined={index > 0 && !headSet.has(index - 1)}
              isSelected={'task' in item && item.task !== null && chosen.has(item.task.task_id)}
              {...{ isOnline, isSelecting, canOrder, handlers }}
            />
          </li>
        )
      })}
      {drag && <li className={styles.line} style={{ top: drag.y }} aria-hidden="true" />}
    </ul>
  )
}

type ItemProps = Pick<Props, 'isOnline' | 'isSelecting' | 'canOrder' | 'handlers'> & {
  /** '' of a row. */
  head: string
  task: Task | null
  isLined: boolean
  isSelected: boolean
}

/** The head of a group, a download, or the place of one that is on its way. */
const ItemRow = memo(function ItemRow({ head, task, isLined, ...row }: ItemProps) {
  if (head !== '') return <h2 className={styles.group}>{head}</h2>
  if (task) return <QueueRow task={task} isLined={isLined} {...row} />
  return (
    <div className={classes(isLined && listStyles.lined)}>
      <RowSkeleton />
    </div>
  )
})

/** The place without heads of the item, or of the next one towards `end`. */
function numberOf(itemAt: Props['rows']['itemAt'], index: number, end: number): number {
  const item = itemAt(index)
  if (item && 'n' in item) return item.n
  return index === end ? 0 : numberOf(itemAt, index + Math.sign(end - index), end)
}

function runningIn(itemAt: (index: number) => Item | undefined, range: { startIndex: number; endIndex: number } | null): Task[] {
  const running: Task[] = []
  if (!range) return running
  for (let index = range.startIndex; index <= range.endIndex; index += 1) {
    const item = itemAt(index)
    if (item && 'task' in item && item.task && isRunning(item.task)) running.push(item.task)
  }
  return running
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
