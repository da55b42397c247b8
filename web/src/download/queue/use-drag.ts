/** Dragging a row of the queue to another position: where it would come to lie is shown while it is held; the page scrolls at its edges. */
import type { Task } from '@homeport/contract/download/download.ts'
import { useEffect, useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'

/** before: the id of the task that it would lie before, '' for the end; y: of the line, in the list. */
export type Drag = { task: Task; before: string; y: number }

const edgePx = 72
const stepPx = 14

type Rows = { list: RefObject<HTMLElement | null>; taskOf: (id: string) => Task | undefined }

export function useDrag({ list, taskOf }: Rows, drop: (drag: Drag) => void) {
  const [drag, setDrag] = useState<Drag | null>(null)
  const latest = useRef<Drag | null>(null)
  const ended = useRef<(() => void) | null>(null)
  useEffect(() => () => ended.current?.(), [])

  function begin(task: Task, event: ReactPointerEvent<HTMLElement>) {
    if (event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    let y = event.clientY
    let frame = 0
    const put = (next: Drag | null) => {
      latest.current = next
      setDrag(next)
    }
    const follow = () => {
      const target = dropAt(list.current, y, taskOf)
      if (target) put({ task, ...target })
      if (y < edgePx) scrollBy(0, -stepPx)
      else if (y > innerHeight - edgePx) scrollBy(0, stepPx)
      frame = requestAnimationFrame(follow)
    }
    const move = (moved: PointerEvent) => {
      y = moved.clientY
    }
    const end = (event?: Event) => {
      cancelAnimationFrame(frame)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', end)
      removeEventListener('pointercancel', end)
      removeEventListener('keydown', escape)
      ended.current = null
      const last = latest.current
      put(null)
      if (event?.type === 'pointerup' && last && last.before !== task.task_id) drop(last)
    }
    const escape = (pressed: KeyboardEvent) => pressed.key === 'Escape' && end()
    ended.current = end
    addEventListener('pointermove', move)
    addEventListener('pointerup', end)
    addEventListener('pointercancel', end)
    addEventListener('keydown', escape)
    put({ task, before: task.task_id, y: -10 })
    frame = requestAnimationFrame(follow)
  }

  return { drag, begin }
}

/** The unfinished row at a height of the window, upper half: before it, lower half: before the next one. */
function dropAt(list: HTMLElement | null, y: number, taskOf: Rows['taskOf']): Omit<Drag, 'task'> | null {
  if (!list) return null
  const top = list.getBoundingClientRect().top
  const rows = [...list.querySelectorAll<HTMLElement>('[data-task]')].filter(
    (row) => taskOf(row.dataset['task'] ?? '')?.is_done === false,
  )
  const boxes = rows.map((row) => ({ id: row.dataset['task'] ?? '', box: row.getBoundingClientRect() }))
  const next = boxes.find(({ box }) => y < box.top + box.height / 2)
  const last = boxes.at(-1)
  if (!last) return null
  return next ? { before: next.id, y: next.box.top - top } : { before: '', y: last.box.bottom - top }
}
