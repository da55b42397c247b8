/** The second tap of a double tap on a button that sends: what has come in its place meanwhile is not what the person means. */
import type { MouseEvent as Press } from 'react'
import { later } from '../kit/clock.ts'

/** As long as systems wait for the second tap of two. */
const doubleTapMs = 300
/** A finger does not meet the same point twice. */
const nearPx = 24

/** For a moment a click where this one was, on anything but the button itself, does nothing. */
export function holdPlace({ detail, clientX, clientY, currentTarget: sent }: Press<HTMLElement>): void {
  // A press of a key has no place.
  if (detail === 0) return
  const hear = (click: MouseEvent) => {
    const isSent = click.target instanceof Node && sent.contains(click.target)
    const isNear = Math.hypot(click.clientX - clientX, click.clientY - clientY) <= nearPx
    if (isSent || !isNear || click.detail === 0) return
    click.preventDefault()
    click.stopImmediatePropagation()
  }
  addEventListener('click', hear, { capture: true })
  later(doubleTapMs, () => removeEventListener('click', hear, { capture: true }))
}
