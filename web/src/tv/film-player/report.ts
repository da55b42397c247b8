/** Tells the page and the station how playback stands. */
import { currentDuration, currentNight, currentPoint, currentSound, playbackState } from './readings.ts'
import type { PlayerContext } from './state.ts'

export function draw(player: PlayerContext): void {
  const { load, target } = player.state
  if (!load) return
  player.show({
    load,
    state: playbackState(player),
    point: target ?? currentPoint(player),
    duration: currentDuration(player),
    isUnseen: player.state.preroll !== null,
  })
}

export function report(player: PlayerContext): void {
  const { load, seq, volume } = player.state
  if (!load) return
  const state = playbackState(player)
  draw(player)
  player.send({
    kind: 'report',
    play_id: load.play_id,
    seq,
    state,
    point: currentPoint(player),
    volume,
    sound: currentSound(player.state),
    night: currentNight(player),
  })
}
