/** The second tap of a double tap: where the first one opened another page, it is not meant for what stands there now. */
import { elapsed } from './clock.ts'
import { addressNow } from './nav.ts'

/** As long as systems wait for the second tap of two. */
export const doubleTapMs = 300
/** A finger does not meet the same point twice. */
const nearPx = 32

type Tap = { x: number; y: number; at: number; page: string }
type Deps = { now: () => number; page: () => string }

/** True for a tap that follows another one at the same place, which has led to another page. */
export function createSecondTap({ now, page }: Deps): (at: { x: number; y: number }) => boolean {
  let last: Tap | null = null
  return ({ x, y }) => {
    const tap = { x, y, at: now(), page: page() }
    const isSecond =
      last !== null && last.page !== tap.page && tap.at - last.at <= doubleTapMs && Math.hypot(x - last.x, y - last.y) <= nearPx
    if (!isSecond) last = tap
    return isSecond
  }
}

/** Call before the first screen: it hears a tap before anything on the page does. */
export function ignoreSecondTaps(): () => void {
  const isSecond = createSecondTap({ now: elapsed, page: () => addressNow().split('?')[0] ?? '' })
  const hear = (event: MouseEvent) => {
    // A press of a key has no place.
    if (event.detail === 0 || !isSecond({ x: event.clientX, y: event.clientY })) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  addEventListener('click', hear, { capture: true })
  return () => removeEventListener('click', hear, { capture: true })
}
