/** A page that nobody uses shows a dark picture that moves: after some minutes on the library, later while a film is paused. */
import { setTimer, update, type TvContext } from './state.ts'

const libraryMs = 3 * 60_000
const pausedMs = 10 * 60_000

/** Somebody is there, or what is shown changed: it counts from now. */
export function restartIdle(tv: TvContext): void {
  if (tv.state.get().isIdle) update(tv, { isIdle: false })
  const { showing } = tv.state.get()
  if (showing && showing.state !== 'paused') return tv.cancel.idle()
  setTimer(tv, ['idle', showing ? pausedMs : libraryMs], () => update(tv, { isIdle: true }))
}

/** True if the key only woke the page. */
export function wakes(tv: TvContext): boolean {
  const { isIdle } = tv.state.get()
  restartIdle(tv)
  return isIdle
}
