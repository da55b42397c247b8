/** What the page shows for some seconds: the player's overlay, the volume, why a film cannot be played. */
import type { Sound } from '@homeport/contract/shape/remote.ts'
import { update, type TvContext } from './state.ts'

const overlayMs = 4_000
const volumeMs = 1_500
const refusalMs = 6_000

/** It stays while the film is paused. */
export function showOverlay(tv: TvContext): void {
  tv.cancelHiding.overlay()
  update(tv, { isOverlayOn: true })
  tv.cancelHiding.overlay = tv.later(overlayMs, () => update(tv, { isOverlayOn: tv.player()?.isPaused() ?? false }))
}

/** A blocked sound has its own sentence in the player. */
export function showSound(tv: TvContext, next: { volume: number; sound: Sound }): void {
  const { volume, sound } = tv.state.get().sound
  if (volume === next.volume && sound === next.sound) return
  tv.cancelHiding.volume()
  tv.cancelHiding.volume = tv.later(volumeMs, () => update(tv, { sound: { ...tv.state.get().sound, isShown: false } }))
  update(tv, { sound: { ...next, isShown: next.sound !== 'blocked' } })
}

export function showRefusal(tv: TvContext, reason: string): void {
  tv.cancelHiding.refusal()
  tv.cancelHiding.refusal = tv.later(refusalMs, () => update(tv, { refused: '' }))
  update(tv, { refused: reason })
}
