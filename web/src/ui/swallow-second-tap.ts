/** The second tap of a double tap on a button that sends does not press the thing that has come in its place. */
import type { MouseEvent as Press } from 'react'
import { later } from '../kit/time/clock.ts'

/** As long as systems wait for the second tap of two. */
const doubleTapMs = 300
/** Nobody sees a new page and presses on it sooner. */
const reactionMs = 80
/** A finger does not meet the same point twice. */
const nearPx = 24

/** For a moment the second click of two at this point, on anything but the button itself, does nothing. A quick single click of a mouse counts. */
export function swallowSecondTap({ detail, clientX, clientY, timeStamp, currentTarget: sent }: Press<HTMLElement>): void {
  // A press of a key has no point.
  if (detail === 0) return
  const hear = (click: MouseEvent) => {
    const isSent = click.target instanceof Node && sent.contains(click.target)
    const isNear = Math.hypot(click.clientX - clientX, click.clientY - clientY) <= nearPx
    const isSecond = click.detail > 1 || isTouch(click) || click.timeStamp - timeStamp < reactionMs
    if (isSent || !isNear || click.detail === 0 || !isSecond) return
    click.preventDefault()
    click.stopImmediatePropagation()
  }
  addEventListener('click', hear, { capture: true })
  later(doubleTapMs, () => removeEventListener('click', hear, { capture: true }))
}

function isTouch(click: MouseEvent): boolean {
  return click instanceof PointerEvent && click.pointerType === 'touch'
}
