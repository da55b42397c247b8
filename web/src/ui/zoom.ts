/** What fingers do to a picture: pinch, drag, double tap, swipe on. Points in px from the middle of the stage; all of it is plain counting. */
export type Point = { x: number; y: number }
/** x, y: how far the picture's middle is from the stage's. */
export type View = { scale: number; x: number; y: number }
/** picture: its size as it fits the stage at scale 1. */
export type Stage = { width: number; height: number; picture: { width: number; height: number } }

export const whole: View = { scale: 1, x: 0, y: 0 }
const largest = 6
/** While fingers are down a picture may shrink a little: it springs back. */
const smallest = 0.7
const doubled = 2.5
/** Less than this is as good as whole. */
const almostWhole = 1.06

const swipePart = 0.2
const flickSpeed = 0.5
const flickPx = 24
const closePx = 110

export function isZoomed({ scale }: View): boolean {
  return scale > almostWhole
}

/** One finger drags, two pinch: what lay under them stays under them. */
export function moved(view: View, before: readonly Point[], after: readonly Point[]): View {
  const [from, to] = [middleOf(before), middleOf(after)]
  const apart = distanceOf(before)
  const grown = apart > 0 ? distanceOf(after) / apart : 1
  const scale = Math.min(largest, Math.max(smallest, view.scale * grown))
  const part = scale / view.scale
  return { scale, x: to.x - (from.x - view.x) * part, y: to.y - (from.y - view.y) * part }
}

export function zoomedAt(view: View, { at, scale: wanted }: { at: Point; scale: number }, stage: Stage): View {
  const scale = Math.min(largest, Math.max(1, wanted))
  const part = scale / view.scale
  return settled({ scale, x: at.x - (at.x - view.x) * part, y: at.y - (at.y - view.y) * part }, stage)
}

/** A double tap: larger at the point that was tapped, or whole again. */
export function toggledAt(view: View, at: Point, stage: Stage): View {
  return isZoomed(view) ? whole : zoomedAt(view, { at, scale: doubled }, stage)
}

/** Once the fingers are gone: no gap at an edge where the picture could fill it, and never smaller than whole. */
export function settled(view: View, stage: Stage): View {
  if (!isZoomed(view)) return whole
  const roomX = Math.max(0, (stage.picture.width * view.scale - stage.width) / 2)
  const roomY = Math.max(0, (stage.picture.height * view.scale - stage.height) / 2)
  return { scale: view.scale, x: within(view.x, roomX), y: within(view.y, roomY) }
}

export type Swiped = 'next' | 'previous' | 'close' | 'stay'

/** What a drag over a whole picture meant: far enough or quick enough to either side, or far down. */
export function swiped(drag: Point, { width, ms }: { width: number; ms: number }): Swiped {
  const far = Math.abs(drag.x)
  if (drag.y > closePx && drag.y > far) return 'close'
  const isFlick = far > flickPx && far / Math.max(ms, 1) > flickSpeed
  if (far <= Math.abs(drag.y) || (far < width * swipePart && !isFlick)) return 'stay'
  return drag.x < 0 ? 'next' : 'previous'
}

/** As large as the stage allows, all of it seen. */
export function fitted(picture: { width: number; height: number }, stage: { width: number; height: number }) {
  if (picture.width === 0 || picture.height === 0) return { width: 0, height: 0 }
  const part = Math.min(stage.width / picture.width, stage.height / picture.height)
  return { width: picture.width * part, height: picture.height * part }
}

function within(value: number, room: number): number {
  return Math.min(room, Math.max(-room, value))
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 })
  return { x: sum.x / Math.max(1, points.length), y: sum.y / Math.max(1, points.length) }
}

function distanceOf([one, other]: readonly Point[]): number {
  return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
}
