/** Zoom math of the picture viewer: pinch, drag, double tap, swipe. Points in px from the centre of the stage; pure functions. */
export type Point = { x: number; y: number }
/** x, y: offset of the picture's centre from the stage's. */
export type View = { scale: number; x: number; y: number }
/** picture: its size as it fits the stage at scale 1. */
export type ZoomFrame = { width: number; height: number; picture: { width: number; height: number } }

export const whole: View = { scale: 1, x: 0, y: 0 }
const largest = 6
/** During a pinch a picture may shrink a little: it springs back. */
const smallest = 0.7
const doubled = 2.5
/** Up to this scale it counts as unzoomed. */
const almostWhole = 1.06

const swipePart = 0.2
const flickSpeed = 0.5
const flickPx = 24
const closePx = 110

export function isZoomed({ scale }: View): boolean {
  return scale > almostWhole
}

/** One finger drags, two pinch: the points under them stay under them. */
export function moved(view: View, before: readonly Point[], after: readonly Point[]): View {
  const [from, to] = [middleOf(before), middleOf(after)]
  const apart = distanceOf(before)
  const grown = apart > 0 ? distanceOf(after) / apart : 1
  const scale = Math.min(largest, Math.max(smallest, view.scale * grown))
  const part = scale / view.scale
  return { scale, x: to.x - (from.x - view.x) * part, y: to.y - (from.y - view.y) * part }
}

export function zoomedAt(view: View, { at, scale: targetScale }: { at: Point; scale: number }, frame: ZoomFrame): View {
  const scale = Math.min(largest, Math.max(1, targetScale))
  const part = scale / view.scale
  return settled({ scale, x: at.x - (at.x - view.x) * part, y: at.y - (at.y - view.y) * part }, frame)
}

/** A double tap: zooms in at the tapped point, or resets. */
export function toggledAt(view: View, at: Point, frame: ZoomFrame): View {
  return isZoomed(view) ? whole : zoomedAt(view, { at, scale: doubled }, frame)
}

/** After the gesture: no gap at an edge that the picture could fill, and never smaller than scale 1. */
export function settled(view: View, frame: ZoomFrame): View {
  if (!isZoomed(view)) return whole
  const roomX = Math.max(0, (frame.picture.width * view.scale - frame.width) / 2)
  const roomY = Math.max(0, (frame.picture.height * view.scale - frame.height) / 2)
  return { scale: view.scale, x: within(view.x, roomX), y: within(view.y, roomY) }
}

export type Swiped = 'next' | 'previous' | 'close' | 'stay'

/** The swipe of an unzoomed picture: far or fast enough to either side, or far down. */
export function swiped(drag: Point, { width, ms }: { width: number; ms: number }): Swiped {
  const far = Math.abs(drag.x)
  if (drag.y > closePx && drag.y > far) return 'close'
  const isFlick = far > flickPx && far / Math.max(ms, 1) > flickSpeed
  if (far <= Math.abs(drag.y) || (far < width * swipePart && !isFlick)) return 'stay'
  return drag.x < 0 ? 'next' : 'previous'
}

/** The largest size that fits the stage. */
export function fitted(picture: { width: number; height: number }, frame: { width: number; height: number }) {
  if (picture.width === 0 || picture.height === 0) return { width: 0, height: 0 }
  const part = Math.min(frame.width / picture.width, frame.height / picture.height)
  return { width: picture.width * part, height: picture.height * part }
}

function within(value: number, space: number): number {
  return Math.min(space, Math.max(-space, value))
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
  return { x: sum.x / Math.max(1, points.length), y: sum.y / Math.max(1, points.length) }
}

function distanceOf([one, other]: readonly Point[]): number {
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
}
