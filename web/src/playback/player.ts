/**
 * The player state on the TV, as the box last reported it; while it plays the position advances every second between two messages (spec 4).
 * Clock and storage are injected; startPlayer connects it to the socket.
 */
import { PlayerStatus, playerStatus, playerTickMs, type PlayerInfo } from '@homeport/contract/playback.ts'
import { isShown, watchShown } from '../kit/platform.ts'
import { observable, type Observable } from '../kit/observable.ts'
import { later, now } from '../kit/clock.ts'
import { away } from '../kit/connection.ts'
import { stored } from '../kit/storage.ts'
import { onAct } from '../kit/link.ts'
import { session } from '../kit/session.ts'

/** point: current position, ms. */
export type Playing = { info: PlayerInfo; point: number }

type Deps = {
  now: () => number
  later: (ms: number, run: () => void) => () => void
  keep: (info: PlayerInfo | null) => void
  /** P46: while box or TV is unreachable the position does not advance; their next message restarts it. */
  isStill: () => boolean
}

/** The expected effect of a press; the box's next message replaces it. */
export type Expected = Partial<Pick<PlayerInfo, 'status' | 'current_point' | 'sound'>>

export type Player = {
  playing: Observable<Playing | null>
  /** Nothing plays, but this starts when its TV is online. */
  pending: Observable<PlayerInfo | null>
  hear: (info: PlayerInfo) => void
  /** Optimistic update; returns a rollback. */
  expect: (change: Expected) => () => void
  clear: () => void
  freeze: () => void
}

export function createPlayer(deps: Deps): Player {
  const playing = observable<Playing | null>(null)
  const pending = observable<PlayerInfo | null>(null)
  let heardAt = 0
  let stopTick = () => {}

  function handle(info: PlayerInfo): void {
    stopTick()
    if (info.status === PlayerStatus.closed) {
      clear()
      return pending.set(info.is_pending ? info : null)
    }
    pending.set(null)
    heardAt = deps.now()
    deps.keep(info)
    playing.set({ info, point: info.current_point })
    tick(info)
  }

  function tick(info: PlayerInfo): void {
    if (info.status !== PlayerStatus.playing || deps.isStill()) return
    stopTick = deps.later(playerTickMs, () => {
      const point = info.current_point + deps.now() - heardAt
      playing.set({ info, point: info.duration > 0 ? Math.min(point, info.duration) : point })
      tick(info)
    })
  }

  function expect(change: Expected): () => void {
    const before = playing.get()
    const waiting = pending.get()
    if (waiting && change.status === PlayerStatus.closed) {
      pending.set(null)
      return () => pending.set(waiting)
    }
    if (!before) return () => {}
    if (change.status === PlayerStatus.closed) clear()
    else handle({ ...before.info, current_point: Math.round(before.point), ...change })
    return () => handle({ ...before.info, current_point: Math.round(before.point) })
  }

  function clear(): void {
    stopTick()
    deps.keep(null)
    playing.set(null)
    pending.set(null)
  }

  return { playing, pending, hear: handle, expect, clear, freeze: () => stopTick() }
}

/** Older stored state may no longer be true. */
const keptMs = 300_000

export const player = createPlayer({
  now,
  later,
  keep: (info) => stored.realm(session.get().lang, 'playerInfo').set(info),
  isStill: () => away.get() !== null,
})

/** Spec 4: cleared when the app is hidden; when it is shown, the socket asks again. Another box has another player. */
export function startPlayer(): () => void {
  let devsn = session.get().device?.devsn
  showKept()
  const stops = [
    onAct(playerStatus, (info) => isShown() && player.hear(info)),
    watchShown((isVisible) => isVisible || player.clear()),
    away.watch(() => away.get() !== null && player.freeze()),
    session.watch(() => {
      const next = session.get().device?.devsn
      if (next !== devsn) player.clear()
      devsn = next
    }),
  ]
  return () => {
    stops.forEach((stop) => stop())
    player.clear()
  }
}

/** Shows what played when the app was closed recently, paused, until the box reports. */
function showKept(): void {
  const slot = stored.realm(session.get().lang, 'playerInfo')
  const info = slot.get()
  if (info && now() - slot.keptAt() < keptMs) player.playing.set({ info, point: info.current_point })
}
