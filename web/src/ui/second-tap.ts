/** The second tap of a double tap acts on nothing that was not under the first one. A sheet that opens or closes in between leaves another control there: Send in a sheet, and the page below it shares the thread. */

let isWatching = false

/** From the first layer on, once. */
export function watchSecondTaps(): void {
  if (isWatching) return
  isWatching = true
  let last: { x: number; y: number; on: Element } | undefined
  addEventListener(
    'click',
    (event) => {
      const { target, clientX: x, clientY: y, detail } = event
      // A key presses a button without a place; a label's press is handed on to its field.
      if (!(target instanceof Element) || detail === 0 || target.closest('label, input, select, textarea')) return
      const on = target.closest('a, button') ?? target
      // The browser counts the taps of one place. Two neighbours that are pressed in haste both count: the first one is still where it was.
      const isSecond = detail > 1 && last && on !== last.on && !last.on.contains(document.elementFromPoint(last.x, last.y))
      if (!isSecond) return void (last = { x, y, on })
      event.preventDefault()
      event.stopPropagation()
    },
    { capture: true },
  )
}
