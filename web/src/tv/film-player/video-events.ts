/** What the player does on events of the video element. */
import { reportEveryMs } from '@homeport/contract/screen-page.ts'
import { currentPoint, hasBroken } from './readings.ts'
import { draw, report } from './report.ts'
import { endPlayback, hlsFailed, requestNextPart } from './source.ts'
import type { PlayerContext } from './state.ts'

/** A source that breaks is requested again, but at most once in this time. */
const retryEveryMs = 10_000

export function listenToVideo(player: PlayerContext): void {
  const { video, state } = player
  for (const name of ['playing', 'pause', 'seeked', 'loadeddata', 'waiting'] as const) {
    video.addEventListener(name, () => {
      if (name === 'playing') state.hasPlayed = true
      // By the browser's own keys: what pauses for want of a source has no data ahead.
      if (name === 'pause' && !video.ended && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA) state.isHeld = true
      report(player)
    })
  }
  video.addEventListener('timeupdate', () => {
    if (!hasBroken(player)) state.lastPoint = currentPoint(player)
    draw(player)
  })
  video.addEventListener('ended', () => {
    const { load } = state
    if (load?.end !== undefined) return requestNextPart(player, load, load.end)
    report(player)
    endPlayback(player)
  })
  video.addEventListener('error', () => onError(player))
  video.addEventListener(hlsFailed, () => onError(player))
  setInterval(() => {
    if (state.load && !video.paused && !hasBroken(player)) report(player)
  }, reportEveryMs)
}

/** A playing source breaks when the box was away or its ticket expired: playback resumes from here. A paused one breaks because nobody read it for a while. */
function onError(player: PlayerContext): void {
  const { state, send, isLineOpen, now } = player
  if (!state.load) return
  if (!state.hasPlayed) return report(player)
  if (state.isHeld) return void (state.isDormant = true)
  if (!isLineOpen()) return
  if (now() - state.retriedAt < retryEveryMs) return report(player)
  state.retriedAt = now()
  send({ kind: 'source', play_id: state.load.play_id, point: state.lastPoint })
}
