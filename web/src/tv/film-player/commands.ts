/** The commands of a pad or of the TV's own keys on the film that plays. seq: of the command; without it the last one's. */
import { currentDuration, isBetweenParts } from './readings.ts'
import { report } from './report.ts'
import { cancelSourceRequest, requestSource } from './request-source.ts'
import { endPlayback, resumeSource } from './source.ts'
import { startVideo } from './start-video.ts'
import type { PlayerContext } from './state.ts'

export function pause(player: PlayerContext, seq = player.state.seq): void {
  player.state.seq = seq
  player.state.isHeld = true
  // At its point it pauses by itself.
  if (!player.state.preroll) player.video.pause()
  report(player)
}

export function resume(player: PlayerContext, seq = player.state.seq): void {
  player.state.seq = seq
  // An ended video would start over.
  if (isBetweenParts(player)) return report(player)
  if (player.state.isDormant) return resumeSource(player)
  void startVideo(player).then(() => report(player))
}

/** Reports on `seeked`; a transcoded film, and another part of a film, gets a new source from the point. */
export function seek(player: PlayerContext, point: number, seq = player.state.seq): void {
  const { video, state } = player
  if (!state.load) return
  state.seq = seq
  const duration = currentDuration(player)
  const to = Math.max(0, duration > 0 ? Math.min(point, duration - 500) : point)
  const { offset, end = Infinity, is_seekable } = state.load
  if (state.isDormant || !is_seekable || to < offset || to >= end) return requestSource(player, state.load, Math.round(to))
  cancelSourceRequest(player)
  video.currentTime = (to - offset) / 1000
}

/** Also of the sources that follow. */
export function setSpeed(player: PlayerContext, speed: number, seq = player.state.seq): void {
  player.state.seq = seq
  player.video.defaultPlaybackRate = speed
  player.video.playbackRate = speed
  report(player)
}

export function exit(player: PlayerContext): void {
  const { load } = player.state
  if (load) player.send({ kind: 'exit', play_id: load.play_id })
  endPlayback(player)
}
