/**
 * Gesture recognition on the pad: a press on a zone, or swiped arrows. A touch waits briefly in case it becomes a swipe; a mouse presses at once.
 * Coordinates are relative to the pad's centre, with radius 1.
 */
import type { RemoteKey } from '@homeport/contract/playback/playback.ts'
import type { Keys } from './keys.ts'

export type Point = { x: number; y: number }
export type Zone = Extract<RemoteKey, 'up' | 'down' | 'left' | 'right' | 'ok'>

const okRadius = 62 / 150
const swipeFrom = 0.07
const swipeStep = 0.36
const arrowWaitMs = 60
const okWaitMs = 90

export function zoneAt({ x, y }: Point): Zone {
  return Math.hypot(x, y) <= okRadius ? 'ok' : directionOf({ x, y })
}

function directionOf({ x, y }: Point): Exclude<Zone, 'ok'> {
  if (Math.abs(x) > Math.abs(y)) return x > 0 ? 'right' : 'left'
  return y > 0 ? 'down' : 'up'
}

type State = { kind: 'waiting' | 'held' | 'swiping'; zone: Zone; from: Point; hasMoved: boolean }

export function createGesture(deps: {
  keys: Keys
  later: (ms: number, run: () => void) => () => void
  /** Highlights the pressed zone. */
  show: (zone: Zone | null) => void
}) {
  let state: State | null = null
  let stop = () => {}

  function start(at: Point, isTouch: boolean): void {
    end()
    const zone = zoneAt(at)
    state = { kind: 'waiting', zone, from: at, hasMoved: false }
    deps.show(zone)
    if (isTouch) stop = deps.later(zone === 'ok' ? okWaitMs : arrowWaitMs, hold)
    else hold()
  }

  function hold(): void {
    if (state?.kind !== 'waiting') return
    state.kind = 'held'
    deps.keys.down(state.zone)
  }

  function move(at: Point): void {
    if (!state || state.kind === 'held') return
    const delta = { x: at.x - state.from.x, y: at.y - state.from.y }
    const length = Math.hypot(delta.x, delta.y)
    if (state.kind === 'waiting' && length > swipeFrom) {
      stop()
      state.kind = 'swiping'
    }
    if (state.kind !== 'swiping') return
    deps.show(directionOf(delta))
    if (length < (state.hasMoved ? swipeStep : swipeFrom)) return
    deps.keys.tap(directionOf(delta))
    state = { ...state, from: at, hasMoved: true }
  }

  function end(): void {
    stop()
    if (state?.kind === 'waiting') deps.keys.tap(state.zone)
    if (state?.kind === 'held') deps.keys.up(state.zone)
    leave()
  }

  /** pointercancel: a pending press is dropped. */
  function cancel(): void {
    stop()
    if (state?.kind === 'held') deps.keys.up(state.zone)
    leave()
  }

  function leave(): void {
    state = null
    deps.show(null)
  }

  return { start, move, end, cancel }
}
