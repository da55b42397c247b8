/** Volume and mute of the film, and the browser's block on sound. */
import { currentSound } from './readings.ts'
import { report } from './report.ts'
import type { PlayerContext } from './state.ts'

/** value: the volume itself; step: by how much it changes; mute: on or off. None of them: mute is toggled. */
export type VolumeChange = { step?: number | undefined; value?: number | undefined; mute?: boolean | undefined }

export function applySound({ video, state, sound }: PlayerContext): void {
  const { preroll, isHeld } = state
  video.volume = preroll ? 0 : state.volume / 100
  video.muted = state.isMuted || state.isBlocked || (preroll !== null && isHeld)
  sound({ volume: state.volume, sound: currentSound(state) })
}

export function changeVolume(player: PlayerContext, { step, value, mute }: VolumeChange, seq = player.state.seq): void {
  const { state } = player
  state.seq = seq
  if (value !== undefined) state.volume = value
  if (step !== undefined) state.volume += step
  state.volume = Math.round(Math.max(0, Math.min(100, state.volume)))
  state.isMuted = mute ?? (step === undefined && value === undefined ? !state.isMuted : false)
  player.keptSound.set({ volume: state.volume, is_muted: state.isMuted })
  applySound(player)
  report(player)
}

/** A key was pressed on this page: unblocks sound. True if it was blocked until now. */
export function unblockSound(player: PlayerContext): boolean {
  if (!player.state.isBlocked) return false
  player.state.isBlocked = false
  applySound(player)
  report(player)
  return true
}
