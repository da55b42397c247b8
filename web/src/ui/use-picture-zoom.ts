/** The zoom of a picture on a stage, and the gestures that change it: pinch, drag, double tap, wheel. Reports the swipe of an unzoomed picture. */
import { useRef, useState, type PointerEvent, type WheelEvent } from 'react'
import {
  fitted,
  isZoomed,
  moved,
  settled,
  swiped,
  toggledAt,
  whole,
  zoomedAt,
  type Point,
  type Swiped,
  type View,
  type ZoomFrame,
} from './zoom.ts'

const doubleTapMs = 300
const tapPx = 12
const centre: Point = { x: 0, y: 0 }

type Tap = { at: Point; ms: number }

export function usePictureZoom(onSwipe: (swipe: Swiped) => void) {
  const stage = useRef<HTMLDivElement>(null)
  const image = useRef<HTMLImageElement>(null)
  const fingers = useRef(new Map<number, Point>())
  const begun = useRef<Tap>({ at: centre, ms: 0 })
  const lastTap = useRef<Tap>({ at: centre, ms: -doubleTapMs })
  const [view, setView] = useState<View>(whole)
  const [drag, setDrag] = useState<Point | null>(null)
  const [isHeld, setHeld] = useState(false)

  function frame(): ZoomFrame {
    const { clientWidth: width = 0, clientHeight: height = 0 } = stage.current ?? {}
    const { naturalWidth = 0, naturalHeight = 0 } = image.current ?? {}
    return { width, height, picture: fitted({ width: naturalWidth, height: naturalHeight }, { width, height }) }
  }

  function pointOf({ clientX, clientY }: { clientX: number; clientY: number }): Point {
    const { left = 0, top = 0, width = 0, height = 0 } = stage.current?.getBoundingClientRect() ?? {}
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
  }

  function onPointerDown(event: PointerEvent<HTMLDivElement>) {
    if (event.pointerType === 'mouse' && event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    const point = pointOf(event)
    fingers.current.set(event.pointerId, point)
    setHeld(true)
    if (fingers.current.size === 1) begun.current = { at: point, ms: event.timeStamp }
    // a second finger turns a swipe into a pinch
    else setDrag(null)
  }

  function onPointerMove(event: PointerEvent<HTMLDivElement>) {
    if (!fingers.current.has(event.pointerId)) return
    const before = [...fingers.current.values()]
    const point = pointOf(event)
    fingers.current.set(event.pointerId, point)
    const after = [...fingers.current.values()]
    if (after.length > 1 || isZoomed(view)) setView((now) => moved(now, before, after))
    else setDrag({ x: point.x - begun.current.at.x, y: point.y - begun.current.at.y })
  }

  function onPointerUp(event: PointerEvent<HTMLDivElement>) {
    if (!fingers.current.delete(event.pointerId)) return
    if (fingers.current.size > 0) return
    setHeld(false)
    const point = pointOf(event)
    const ms = event.timeStamp - begun.current.ms
    setDrag(null)
    setView((now) => settled(now, frame()))
    if (event.type === 'pointercancel') return
    if (isNear(point, begun.current.at)) return tap({ at: point, ms: event.timeStamp })
    if (drag) onSwipe(swiped(drag, { width: frame().width, ms }))
  }

  function tap(now: Tap) {
    const isSecond = now.ms - lastTap.current.ms < doubleTapMs && isNear(now.at, lastTap.current.at)
    if (isSecond) setView((before) => toggledAt(before, now.at, frame()))
    // a third tap starts over
    lastTap.current = isSecond ? { ...now, ms: -doubleTapMs } : now
  }

  function zoom(part: number, at: Point = centre) {
    setView((now) => zoomedAt(now, { at, scale: now.scale * part }, frame()))
  }

  function reset() {
    setView(whole)
    setDrag(null)
  }

  const onWheel = (event: WheelEvent<HTMLDivElement>) => zoom(2 ** (-event.deltaY / 400), pointOf(event))
  const handlers = { onPointerDown, onPointerMove, onPointerUp, onPointerCancel: onPointerUp, onWheel }
  return { stage, image, isHeld, isLarge: isZoomed(view), transform: transformOf(view, drag), zoom, reset, handlers }
}

/** An unzoomed picture follows the finger to the sides and down. */
function transformOf({ x, y, scale }: View, drag: Point | null): string {
  const shiftX = x + (drag && Math.abs(drag.x) > Math.abs(drag.y) ? drag.x : 0)
  const shiftY = y + (drag && drag.y > Math.abs(drag.x) ? drag.y : 0)
  return `translate3d(${shiftX}px, ${shiftY}px, 0) scale(${scale})`
}

function isNear(one: Point, other: Point): boolean {
  return Math.hypot(one.x - other.x, one.y - other.y) < tapPx
}
