/** The source of the video element: loaded, started, requested anew at another position, removed. */
import { currentDuration } from './readings.ts'
import { draw } from './report.ts'
import { applySound } from './sound.ts'
import type { Load, PlayerContext } from './state.ts'

const settleMs = 350

export function loadSource(player: PlayerContext, load: Load): void {
  const { video, state } = player
  state.load = load
  state.seq = load.seq
  cancelSourceRequest(player)
  state.hasPlayed = false
  state.lastPoint = load.point
  video.src = load.url
  if (load.is_seekable && load.point > load.offset) video.currentTime = (load.point - load.offset) / 1000
  applySound(player)
  player.show({ load, state: 'loading', point: load.point, duration: currentDuration(player) })
  if (!load.is_paused) void startVideo(player)
}

export async function startVideo(player: PlayerContext): Promise<void> {
  const { video, state } = player
  const { load } = state
  try {
    await video.play()
  } catch (error) {
    if (load !== state.load || !(error instanceof Error) || error.name !== 'NotAllowedError') return
    // Browsers allow sound only after a key press on the page itself.
    state.isBlocked = true
    applySound(player)
    await video.play().catch(() => {})
  }
}

/** Each source at a new position costs a transcoder: debounced to the last of several seeks. */
export function requestSource(player: PlayerContext, { play_id }: Load, point: number): void {
  const { state, send, later } = player
  state.cancelRequest()
  state.target = point
  draw(player)
  state.cancelRequest = later(settleMs, () => send({ kind: 'source', play_id, point }))
}

/** Unless a seek has already requested another source. */
export function requestNextPart(player: PlayerContext, { play_id }: Load, point: number): void {
  const { state, send } = player
  if (state.target !== null) return
  state.target = point
  draw(player)
  send({ kind: 'source', play_id, point })
}

export function endPlayback(player: PlayerContext): void {
  const { video, state, show } = player
  state.load = null
  cancelSourceRequest(player)
  video.removeAttribute('src')
  video.load()
  show(null)
}

export function cancelSourceRequest({ state }: PlayerContext): void {
  state.cancelRequest()
  state.target = null
}
