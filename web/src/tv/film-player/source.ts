/** The source of the video element: loaded, started, requested anew at another position, removed. */
import { dropPreroll, prerollOf, runPreroll } from './preroll.ts'
import { currentDuration } from './readings.ts'
import { cancelSourceRequest } from './request-source.ts'
import { applySound } from './sound.ts'
import { startVideo } from './start-video.ts'
import type { Load, PlayerContext } from './state.ts'

const hlsKind = 'application/vnd.apple.mpegurl'
/** The event by which the player learns that hls.js gave up. */
export const hlsFailed = 'hls-failed'

export function loadSource(player: PlayerContext, load: Load): void {
  const { video, state } = player
  state.load = load
  state.seq = load.seq
  cancelSourceRequest(player)
  const isPaused = load.is_paused && !state.isResuming
  state.hasPlayed = false
  state.isHeld = isPaused
  state.isDormant = false
  state.isResuming = false
  state.lastPoint = load.point
  const seconds = (load.point - load.offset) / 1000
  detach(player)
  const isByLibrary = needsHlsLibrary(player, load)
  if (isByLibrary) attachHls(player, load, { seconds, isPaused })
  else {
    video.src = load.url
    if (load.is_seekable && seconds > 0) video.currentTime = seconds
  }
  state.preroll = prerollOf(load)
  applySound(player)
  const isUnseen = state.preroll !== null
  player.show({ load, state: 'loading', point: load.point, duration: currentDuration(player), isUnseen })
  if (!isPaused && !isByLibrary) void startVideo(player)
  runPreroll(player, load)
}

/** Playback goes on after a pause in which the source broke. */
export function resumeSource({ state, send }: PlayerContext): void {
  if (!state.load) return
  state.isResuming = true
  send({ kind: 'source', play_id: state.load.play_id, point: state.lastPoint })
}

function needsHlsLibrary({ video }: PlayerContext, { stream }: Load): boolean {
  return stream === 'hls' && ('MediaSource' in window || video.canPlayType(hlsKind) === '')
}

/** The library is a chunk of its own: most screens never need it. */
function attachHls(player: PlayerContext, load: Load, { seconds, isPaused }: { seconds: number; isPaused: boolean }): void {
  const { video, state } = player
  video.removeAttribute('src')
  video.load()
  const fail = () => {
    if (state.load !== load) return
    state.hasGivenUp = true
    video.dispatchEvent(new Event(hlsFailed))
  }
  import('./hls.ts').then(({ playHls }) => {
    if (state.load !== load) return
    state.detachHls = playHls(video, { url: load.url, seconds, fail })
    if (!isPaused) void startVideo(player)
  }, fail)
}

function detach(player: PlayerContext): void {
  const { state } = player
  dropPreroll(player)
  state.detachHls()
  state.detachHls = () => {}
  state.hasGivenUp = false
}

export function endPlayback(player: PlayerContext): void {
  const { video, state, show } = player
  state.load = null
  cancelSourceRequest(player)
  detach(player)
  video.removeAttribute('src')
  video.load()
  show(null)
}
