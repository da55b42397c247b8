/** Volume and mute of the film, and the browser's block on sound. */
import { currentNight, currentSound } from './readings.ts'
import { report } from './report.ts'
import type { PlayerContext } from './state.ts'

/** value: the volume itself; step: by how much it changes; mute, night: on or off. None of them: mute is toggled. */
export type VolumeChange = {
  step?: number | undefined
  value?: number | undefined
  mute?: boolean | undefined
  night?: boolean | undefined
}

export function applySound(player: PlayerContext): void {
  const { video, state, night, sound } = player
  const { preroll, isHeld, isNight } = state
  // Nothing plays while no film is loaded: then the browser is asked for nothing.
  night.apply({ isWanted: isNight && state.load !== null, volume: preroll ? 0 : state.volume / 100 })
  video.muted = state.isMuted || state.isBlocked || (preroll !== null && isHeld)
  sound({ volume: state.volume, sound: currentSound(state), night: currentNight(player) })
}

export function changeVolume(player: PlayerContext, change: VolumeChange, seq = player.state.seq): void {
  const { state } = player
  state.seq = seq
  if (change.night === undefined) changeLevel(player, change)
  else state.isNight = change.night
  player.keptSound.set({ volume: state.volume, is_muted: state.isMuted, is_night: state.isNight })
  applySound(player)
  report(player)
}

function changeLevel({ state }: PlayerContext, { step, value, mute }: VolumeChange): void {
  if (value !== undefined) state.volume = value
  if (step !== undefined) state.volume += step
  state.volume = Math.round(Math.max(0, Math.min(100, state.volume)))
  state.isMuted = mute ?? (step === undefined && value === undefined ? !state.isMuted : false)
}

/** A key was pressed on this page: unblocks sound and night sound. True if one of them was blocked until now. */
export function unblockSound(player: PlayerContext): boolean {
  const { state, night } = player
  const wasBlocked = state.isBlocked || (state.isNight && state.load !== null && currentNight(player) === 'blocked')
  if (!wasBlocked) return false
  night.unblock()
  state.isBlocked = false
  applySound(player)
  report(player)
  return true
}
