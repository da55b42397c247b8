/** The commands of a pad or of the TV's own keys on the film that plays. seq: of the command; without it the last one's. */
import { currentDuration } from './readings.ts'
import { report } from './report.ts'
import { endPlayback, requestSource, startVideo } from './source.ts'
import type { PlayerContext } from './state.ts'

export function pause(player: PlayerContext, seq = player.state.seq): void {
  player.state.seq = seq
  player.video.pause()
  report(player)
}

export function resume(player: PlayerContext, seq = player.state.seq): void {
  player.state.seq = seq
  void startVideo(player).then(() => report(player))
}

/** Reports on `seeked`; a transcoded film gets a new source from the point. */
export function seek(player: PlayerContext, point: number, seq = player.state.seq): void {
  const { video, state } = player
  if (!state.load) return
  state.seq = seq
  const duration = currentDuration(player)
  const to = Math.max(0, duration > 0 ? Math.min(point, duration - 500) : point)
  if (state.load.is_seekable) video.currentTime = to / 1000
  else requestSource(player, state.load, Math.round(to))
}

export function exit(player: PlayerContext): void {
  const { load } = player.state
  if (load) player.send({ kind: 'exit', play_id: load.play_id })
  endPlayback(player)
}
