/** Things in a grid that change places under the finger: held a moment, then dragged over the place where one should stand. A plain tap stays a tap. */
import { useEffect, useRef, useState, type PointerEvent } from 'react'
import { later } from '../../kit/clock.ts'

const holdMs = 300
const shakePx = 8

type Held = { key: string; x: number; y: number; cancel: () => void }

/** The list's items bear their key in data-key. `place` is told where one stands now, counted from 0. */
export function useDragOrder(keys: readonly string[], place: (key: string, to: number) => void) {
  const list = useRef<HTMLUListElement>(null)
  const held = useRef<Held | null>(null)
  const wasDragged = useRef(false)
  const [dragged, setDragged] = useState('')
  const isDragging = useRef(false)

  useEffect(() => {
    const area = list.current
    // The page does not scroll away under what is dragged; a listener of React's could not stop it.
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
    if (to >= 0 && over !== now.key) place(now.key, to)
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
    /** True once after a drag: the click that ends it opens nothing. */
    isTap: () => !wasDragged.current,
    on: (key: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => begin(key, event),
      onPointerMove: move,
      onPointerUp: end,
      onPointerCancel: end,
    }),
  }
}
