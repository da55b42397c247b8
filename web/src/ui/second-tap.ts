/** The second tap of a double tap acts on nothing that was not under the first one. A sheet that opens or closes in between leaves another control there: Send in a sheet, and the page below it shares the thread. */

/** As long as browsers take for a double tap, and as wide. */
const doubleTapMs = 300
const reachPx = 24

type Tap = { x: number; y: number; at: number; on: Element }

let isWatching = false

/** From the first layer on, once. */
export function watchSecondTaps(): void {
  if (isWatching) return
  isWatching = true
  let last: Tap | undefined
  addEventListener(
    'click',
    (event) => {
      const { target, clientX: x, clientY: y, timeStamp: at, detail } = event
      // A key presses a button without a place; a label's press is handed on to its field.
      if (!(target instanceof Element) || detail === 0 || target.closest('label, input, select, textarea')) return
      const tap = { x, y, at, on: target.closest('a, button') ?? target }
      // The browser counts the taps of one place.
      if (detail > 1 && last && isSecond(tap, last)) {
        event.preventDefault()
        event.stopPropagation()
      } else last = tap
    },
    { capture: true },
  )
}

function isSecond(tap: Tap, last: Tap): boolean {
  const isNear = tap.at - last.at < doubleTapMs && Math.hypot(tap.x - last.x, tap.y - last.y) < reachPx
  // Two neighbours that are pressed in haste both count: the first one is still where it was.
  return tap.on !== last.on && isNear && !last.on.contains(document.elementFromPoint(last.x, last.y))
}
