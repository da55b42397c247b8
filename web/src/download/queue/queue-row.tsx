/** A row of the list of downloads: it can be selected, and put elsewhere in the queue. */
import type { Task } from '@homeport/contract/download/download.ts'
import { GripVertical } from 'lucide-react'
import { memo, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { useText } from '../../kit/lang.ts'
import { classes } from '../../ui/classes.ts'
import { CheckIcon } from '../../ui/icon.tsx'
import textStyles from '../../ui/text.module.css'
import { rowText } from '../row/row-text.ts'
import { DownloadRow } from '../row/row.tsx'
import { canHaveVideos } from '../summary.ts'
import styles from './queue.module.css'

export type RowHandlers = {
  start: (task: Task) => void
  stop: (task: Task) => void
  lookAgain: (task: Task) => void
  first: (task: Task) => void
  play: (task: Task) => void
  more: (task: Task) => void
  /** isRange: from the last selected one to this one. */
  select: (task: Task, isRange: boolean) => void
  step: (task: Task, by: -1 | 1) => void
  drag: (task: Task, event: PointerEvent<HTMLElement>) => void
}

type Props = {
  task: Task
  isLined: boolean
  isOnline: boolean
  isSelecting: boolean
  isSelected: boolean
  canOrder: boolean
  handlers: RowHandlers
}

const longPressMs = 500
const steadyPx = 8

export const QueueRow = memo(function QueueRow({ task, handlers, canOrder, isSelecting, isSelected, ...row }: Props) {
  const own = useText(rowText)
  const title = task.film?.title || task.name || task.url
  const press = useLongPress(() => row.isOnline && handlers.select(task, false))
  /** The pointer or the focus has been in this row: before, and while none is selected, its tick and its grip cannot be seen. */
  const [isNear, setNear] = useState(false)
  const hasControls = isSelecting || isNear
  const isMovable = canOrder && row.isOnline && !task.is_done

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (event.altKey && by !== 0 && isMovable) {
      event.preventDefault()
      handlers.step(task, by)
    } else if (event.key === ' ' && row.isOnline && isSelecting && event.target instanceof HTMLButtonElement) {
      event.preventDefault()
      handlers.select(task, event.shiftKey)
    }
  }

  const more = (one: Task) => (isSelecting ? handlers.select(one, false) : handlers.more(one))
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys belong to the controls in the row
    <div
      className={classes(styles.item, isSelecting && styles.selecting, isSelected && styles.selected)}
      data-task={task.task_id}
      onKeyDown={onKeyDown}
      onMouseEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
      {...press}
      onClickCapture={(event) => {
        if (!event.shiftKey || !row.isOnline) return
        event.preventDefault()
        event.stopPropagation()
        handlers.select(task, true)
      }}
    >
      {row.isOnline && hasControls && (
        <label className={styles.mark}>
          <input
            type="checkbox"
            className={textStyles.visuallyHidden}
            aria-label={own.select(title)}
            checked={isSelected}
            onChange={() => handlers.select(task, false)}
          />
          <span aria-hidden="true">
            <CheckIcon size={16} strokeWidth={2.6} />
          </span>
        </label>
      )}
      <DownloadRow
        task={task}
        isLined={row.isLined}
        {...(row.isOnline
          ? { start: handlers.start, stop: handlers.stop, lookAgain: handlers.lookAgain, first: handlers.first }
          : {})}
        play={row.isOnline && canHaveVideos(task) ? handlers.play : undefined}
        more={more}
        end={isSelecting ? <span className={styles.noAction} /> : undefined}
      />
      {isMovable && hasControls && (
        <button
          type="button"
          className={styles.grip}
          aria-label={own.grip(title)}
          aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
          onPointerDown={(event) => handlers.drag(task, event)}
        >
          <GripVertical size={20} strokeWidth={1.75} />
        </button>
      )}
    </div>
  )
})

/** The handlers of a finger that is held without moving. */
function useLongPress(act: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const from = useRef({ x: 0, y: 0 })
  const isDone = useRef(false)
  const isTouch = useRef(false)
  const end = () => clearTimeout(timer.current)
  function hold() {
    end()
    if (!isDone.current) act()
    isDone.current = true
  }
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      isDone.current = false
      isTouch.current = event.pointerType === 'touch'
      if (!isTouch.current) return
      from.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(hold, longPressMs)
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (Math.hypot(event.clientX - from.current.x, event.clientY - from.current.y) > steadyPx) end()
    },
    onPointerUp: end,
    onPointerCancel: end,
    /** A browser may take the finger for held a little sooner or later. */
    onContextMenuCapture(event: React.MouseEvent<HTMLElement>) {
      if (!isTouch.current) return
      event.preventDefault()
      event.stopPropagation()
      hold()
    },
    /** The tap that ends a long press opens nothing. */
    onClick(event: React.MouseEvent<HTMLElement>) {
      if (isDone.current) event.stopPropagation()
      isDone.current = false
    },
  }
}
