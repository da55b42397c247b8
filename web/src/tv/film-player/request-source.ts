/** Asks the box for the film from another position. */
import { draw } from './report.ts'
import type { Load, PlayerContext } from './state.ts'

const settleMs = 350

/** Each source at a new position costs a transcoder: debounced to the last of several seeks. */
export function requestSource(player: PlayerContext, { play_id }: Load, point: number): void {
  const { state, send, later } = player
  state.cancelRequest()
  state.target = point
  draw(player)
  state.cancelRequest = later(settleMs, () => send({ kind: 'source', play_id, point }))
}

/** At once, unless a seek has already requested another source. */
export function requestSourceNow(player: PlayerContext, { play_id }: Load, point: number): void {
  const { state, send } = player
  if (state.target !== null) return
  state.target = point
  draw(player)
  send({ kind: 'source', play_id, point })
}

export function cancelSourceRequest({ state }: PlayerContext): void {
  state.cancelRequest()
  state.target = null
}
