/** The indicators that the page shows for some seconds: the player's overlay, the volume, why a film cannot be played. */
import type { Night, Sound } from '@homeport/contract/shape/film/remote.ts'
import { setTimer, update, updatePanel, type TvContext } from './state.ts'

const overlayMs = 4_000
const volumeMs = 1_500
const refusalMs = 6_000
const seekingMs = 1_500
/** How long the page waits for the next film before it shows the library. */
const nextWithinMs = 6_000

/** It stays while the film is paused or a list of choices is open. */
export function showOverlay(tv: TvContext): void {
  update(tv, { isOverlayOn: true })
  setTimer(tv, ['overlay', overlayMs], () => hideOverlay(tv))
}

function hideOverlay(tv: TvContext): void {
  const { menu, panel } = tv.state.get()
  if (menu) return showOverlay(tv)
  const isPaused = tv.player()?.isPaused() ?? false
  update(tv, { isOverlayOn: isPaused })
  if (!isPaused && panel.zone === 'controls') updatePanel(tv, { zone: 'bar' })
}

/** The picture at the point stays a moment after the last key. */
export function showSeeking(tv: TvContext): void {
  updatePanel(tv, { isSeeking: true, turn: tv.state.get().panel.turn + 1 })
  setTimer(tv, ['seeking', seekingMs], () => updatePanel(tv, { isSeeking: false }))
}

/** A blocked sound has its own sentence in the player. */
export function showSound(tv: TvContext, { night, ...next }: { volume: number; sound: Sound; night: Night }): void {
  const { volume, sound } = tv.state.get().sound
  if (tv.state.get().panel.night !== night) {
    updatePanel(tv, { night })
    if (tv.player()?.isOn()) showOverlay(tv)
  }
  if (volume === next.volume && sound === next.sound) return
  setTimer(tv, ['volume', volumeMs], () => update(tv, { sound: { ...tv.state.get().sound, isShown: false } }))
  update(tv, { sound: { ...next, isShown: next.sound !== 'blocked' } })
}

export function showRefusal(tv: TvContext, reason: string): void {
  setTimer(tv, ['refusal', refusalMs], () => update(tv, { refused: '' }))
  update(tv, { refused: reason })
}

/** Another film was started from a phone. */
export function showReplaced(tv: TvContext): void {
  setTimer(tv, ['replaced', refusalMs], () => update(tv, { isReplaced: false }))
  update(tv, { isReplaced: true })
}

/** The last picture stays dark for a moment instead of the library. */
export function waitForNext(tv: TvContext): void {
  update(tv, { isNextComing: true })
  setTimer(tv, ['next', nextWithinMs], () => update(tv, { isNextComing: false }))
}
