/** Reorders a grid by drag and drop: a long press starts the drag. A plain tap stays a tap. */
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { later } from '../../kit/time/clock.ts'

const holdMs = 300
const shakePx = 8

type Held = { key: string; x: number; y: number; cancel: () => void }

/** List items have their key in data-key. `moveTo` is called with the new index, from 0. */
export function useDragOrder(keys: readonly string[], moveTo: (key: string, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const held = useRef<Held | null>(null)
  const wasDragged = useRef(false)
  const [dragged, setDragged] = useState('')
  const isDragging = useRef(false)

  useEffect(() => {
    const area = list.current
    // Prevents page scroll during a drag; React's listeners are passive and cannot.
    const stay = (event: TouchEvent) => isDragging.current && event.cancelable && event.preventDefault()
    area?.addEventListener('touchmove', stay, { passive: false })
    return () => area?.removeEventListener('touchmove', stay)
  }, [])

  function begin(key: string, { clientX: x, clientY: y, currentTarget, pointerId, button }: PointerEvent<HTMLElement>) {
    wasDragged.current = false
    if (button !== 0) return
    const cancel = later(holdMs, () => {
      isDragging.current = true
      wasDragged.current = true
      currentTarget.setPointerCapture(pointerId)
      setDragged(key)
    })
    held.current = { key, x, y, cancel }
  }

  function move({ clientX, clientY }: PointerEvent<HTMLElement>) {
    const now = held.current
    if (!now) return
    if (!isDragging.current) {
      if (Math.hypot(clientX - now.x, clientY - now.y) > shakePx) end()
      return
    }
    const over = document
      .elementsFromPoint(clientX, clientY)
      .map((one) => one.closest<HTMLElement>('[data-key]')?.dataset['key'])
      .find((key) => key !== undefined)
    const to = keys.indexOf(over ?? '')
    if (to >= 0 && over !== now.key) moveTo(now.key, to)
  }

  function end() {
    held.current?.cancel()
    held.current = null
    isDragging.current = false
    setDragged('')
  }

  return {
    list,
    dragged,
    /** False for the click that ends a drag: it opens nothing. */
    isTap: () => !wasDragged.current,
    on: (key: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(key, event),
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: end,
    }),
  }
}
