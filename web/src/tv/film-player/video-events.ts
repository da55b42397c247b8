/** The player's work on events of the video element. */
import { reportEveryMs } from '@homeport/contract/playback/screen-protocol.ts'
import { currentPoint, hasBroken } from './readings.ts'
import { draw, report } from './report.ts'
import { requestSourceNow } from './request-source.ts'
import { endPlayback, hlsFailed } from './source.ts'
import type { Load, PlayerContext } from './state.ts'

/** A source that breaks is requested again, but at most once in this time. */
const retryEveryMs = 10_000

export function listenToVideo(player: PlayerContext): void {
  const { video, state } = player
  for (const name of ['playing', 'pause', 'seeked', 'loadeddata', 'waiting'] as const) {
    video.addEventListener(name, () => {
      if (name === 'playing') state.hasPlayed = true
      if (name === 'pause' && isByKey(player)) state.isHeld = true
      report(player)
    })
  }
  video.addEventListener('timeupdate', () => {
    if (!hasBroken(player)) state.lastPoint = currentPoint(player)
    draw(player)
  })
  video.addEventListener('ended', () => {
    const { load } = state
    if (load?.end !== undefined) return requestSourceNow(player, load, load.end)
    report(player)
    endPlayback(player)
  })
  video.addEventListener('error', () => onError(player))
  video.addEventListener(hlsFailed, () => onError(player))
  setInterval(() => {
    if (state.load && !video.paused && !hasBroken(player)) report(player)
  }, reportEveryMs)
}

/** The browser's own keys pause a film that could go on: one that ends, has broken, or has no data ahead pauses by itself. One that plays again was paused by a browser that forbids sound. */
function isByKey(player: PlayerContext): boolean {
  const { video } = player
  return video.paused && !video.ended && !hasBroken(player) && video.readyState >= HTMLMediaElement.HAVE_FUTURE_DATA
}

/** A playing source breaks when the box was away or its ticket expired: playback resumes from here. A paused one breaks because nobody read it for a while. */
function onError(player: PlayerContext): void {
  const { state, isLineOpen, now } = player
  if (!state.load) return
  if (!state.hasPlayed) return report(player)
  if (state.isHeld) return void (state.isDormant = true)
  if (!isLineOpen()) return
  if (now() - state.retriedAt < retryEveryMs) return report(player)
  requestAgain(player, state.load)
}

/** A film that broke while the box was away is requested again. A box that restarted sends its source by itself, and passes this over. */
export function resumeBroken(player: PlayerContext): void {
  const { load, hasPlayed, isHeld } = player.state
  if (load && hasPlayed && !isHeld && hasBroken(player)) requestAgain(player, load)
}

function requestAgain({ state, send, now }: PlayerContext, { play_id }: Load): void {
  state.retriedAt = now()
  send({ kind: 'source', play_id, point: state.lastPoint })
}
