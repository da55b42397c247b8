/**
 * The state of each screen that plays, as the box last reported it; while a film plays its position advances every second between two messages (spec 4).
 * One screen is shown: the chosen one, else the one that this user started, else the latest. Clock and storage are injected; startPlayer connects it to the socket.
 */
import { PlayerStatus, playerList, playerStatus, playerTickMs, type PlayerInfo } from '@homeport/contract/playback/playback.ts'
import { isShown, watchShown } from '../kit/platform.ts'
import { observable, type Observable } from '../kit/observable.ts'
import { elapsed, later, now } from '../kit/time/clock.ts'
import { away } from '../kit/call/connection.ts'
import { storageKeys } from '../kit/storage.ts'
import { loadUntilThere } from '../kit/lazy-part.ts'
import { onAct } from '../kit/call/box-connection.ts'
import { session } from '../kit/session.ts'
import { watchWake } from './resync-on-wake.ts'

/** point: current position, ms. */
export type Playing = { info: PlayerInfo; point: number }

type Deps = {
  now: () => number
  later: (ms: number, run: () => void) => () => void
  keep: (info: PlayerInfo | null) => void
  /** P46: while box or TV is unreachable the position does not advance; their next message restarts it. */
  isStill: () => boolean
  /** Id of the signed-in user, ''. */
  user: () => string
  /** A message about a screen; before: what was known of it. */
  heard?: (info: PlayerInfo, before: PlayerInfo | undefined) => void
}

/** The expected effect of a press; the box's next message replaces it. */
export type Expected = Partial<
  Pick<PlayerInfo, 'status' | 'current_point' | 'sound' | 'speed' | 'sleep_ms' | 'limit_kbit' | 'night' | 'plays_next'>
>

/** isStill: reported while nobody heard the TV: the position does not advance. */
type Known = { info: PlayerInfo; at: number; isStill: boolean }

export type Player = {
  /** On the screen that is shown. */
  playing: Observable<Playing | null>
  /** Nothing plays on the screen that is shown, but this starts when it is online. */
  pending: Observable<PlayerInfo | null>
  /** All screens that play or wait, the latest last. */
  busy: Observable<readonly PlayerInfo[]>
  /** The screen that a person chose, ''. */
  chosen: Observable<string>
  choose: (screen_id: string) => void
  /** Where acts go: the shown screen, or the chosen one; '' = the box decides. */
  target: () => string
  /** The state of one screen now. */
  on: (screen_id: string) => Playing | null
  hear: (info: PlayerInfo) => void
  /** All screens that play or wait; others do no more. The first was used last. */
  hearAll: (infos: readonly PlayerInfo[]) => void
  /** Called when such a list is requested; returns what takes it. A report of a screen meanwhile, or a press, is newer than the list. */
  requestAll: () => (infos: readonly PlayerInfo[]) => void
  /** Optimistic update; returns a rollback. */
  expect: (change: Expected, screen_id?: string) => () => void
  clear: () => void
  freeze: () => void
}

export function createPlayer(deps: Deps): Player {
  const playing = observable<Playing | null>(null)
  const pending = observable<PlayerInfo | null>(null)
  const busy = observable<readonly PlayerInfo[]>([])
  const chosen = observable('')
  const screens = new Map<string, Known>()
  const order = createOrder()
  let stopTick = () => {}
  const pointOf = (screen: Known) => pointAt(deps.now(), screen)

  function hear(info: PlayerInfo): void {
    if (isPrivate(info, deps.user())) return
    deps.heard?.(info, screens.get(info.screen_id)?.info)
    order.mark(info.screen_id === '' ? screens.keys() : [info.screen_id])
    take(info)
    show()
  }

  /** isOlder: than what is known of the screen. */
  function hearAll(infos: readonly PlayerInfo[], isOlder: (screen_id: string) => boolean): void {
    const ids = infos.map(({ screen_id }) => screen_id)
    for (const id of screens.keys()) if (!ids.includes(id) && !isOlder(id)) screens.delete(id)
    for (const info of infos.toReversed()) if (!isPrivate(info, deps.user()) && !isOlder(info.screen_id)) take(info)
    show()
  }

  function requestAll(): (infos: readonly PlayerInfo[]) => void {
    const isOlder = order.request()
    return (infos) => hearAll(infos, isOlder)
  }

  function take(info: PlayerInfo): void {
    const { screen_id } = info
    const isOver = info.status === PlayerStatus.closed && !info.is_pending
    // A box on which nothing plays names no screen.
    if (isOver && screen_id === '') screens.clear()
    const before = screens.get(screen_id)
    // A film that began comes last.
    if (isOver || before?.info.path !== info.path) screens.delete(screen_id)
    if (!isOver) screens.set(screen_id, { info, at: deps.now(), isStill: deps.isStill() })
  }

  function shown(): Known | undefined {
    const all = [...screens.values()]
    const plays = all.filter(({ info }) => info.status !== PlayerStatus.closed)
    const isMine = ({ info }: Known) => info.user_id !== '' && info.user_id === deps.user()
    return screens.get(chosen.get()) ?? plays.findLast(isMine) ?? plays.at(-1) ?? all.findLast(isMine) ?? all.at(-1)
  }

  function show(): void {
    stopTick()
    busy.set([...screens.values()].map(({ info }) => info))
    const screen = shown()
    const plays = screen && screen.info.status !== PlayerStatus.closed ? screen : undefined
    pending.set(screen && !plays ? screen.info : null)
    deps.keep(plays?.info ?? null)
    playing.set(plays ? { info: plays.info, point: pointOf(plays) } : null)
    if (plays) tick(plays)
  }

  function tick(screen: Known): void {
    if (screen.info.status !== PlayerStatus.playing || deps.isStill()) return
    stopTick = deps.later(playerTickMs, () => {
      playing.set({ info: screen.info, point: pointOf(screen) })
      tick(screen)
    })
  }

  function expect(change: Expected, screen_id = shown()?.info.screen_id ?? ''): () => void {
    const before = screens.get(screen_id)
    if (!before) return () => {}
    const info = { ...before.info, current_point: Math.round(pointOf(before)) }
    order.mark([screen_id])
    if (change.status === PlayerStatus.closed) screens.delete(screen_id)
    else take({ ...info, ...change })
    show()
    return () => {
      take(info)
      show()
    }
  }

  function clear(): void {
    screens.clear()
    show()
  }

  function freeze(): void {
    for (const [id, screen] of screens) {
      const info = { ...screen.info, current_point: Math.round(pointOf(screen)) }
      screens.set(id, { info, at: deps.now(), isStill: true })
    }
    stopTick()
  }

  return {
    playing,
    pending,
    busy,
    chosen,
    choose(screen_id) {
      chosen.set(screen_id)
      show()
    },
    target: () => chosen.get() || (shown()?.info.screen_id ?? ''),
    on(screen_id) {
      const screen = screens.get(screen_id)
      return screen && screen.info.status !== PlayerStatus.closed ? { info: screen.info, point: pointOf(screen) } : null
    },
    hear,
    hearAll: (infos) => hearAll(infos, () => false),
    requestAll,
    expect,
    clear,
    freeze,
  }
}

/** Which screens had a message or a press after a list was requested: they are newer than the list. */
function createOrder() {
  const latest = new Map<string, number>()
  let count = 0
  return {
    mark(screen_ids: Iterable<string>): void {
      count += 1
      for (const id of screen_ids) latest.set(id, count)
    },
    request(): (screen_id: string) => boolean {
      const since = count
      return (screen_id) => (latest.get(screen_id) ?? 0) > since
    },
  }
}

/** Somebody else's own browser. */
function isPrivate({ is_here, user_id, status }: PlayerInfo, user: string): boolean {
  return is_here && user_id !== user && status !== PlayerStatus.closed
}

function pointAt(now: number, { info, at, isStill }: Known): number {
  const isMoving = info.status === PlayerStatus.playing && !isStill
  const point = info.current_point + (isMoving ? (now - at) * info.speed : 0)
  return info.duration > 0 ? Math.min(point, info.duration) : point
}

/** Older stored state may no longer be true. */
const keptMs = 300_000

export const player = createPlayer({
  now: elapsed,
  later,
  keep: (info) => storageKeys.realm(session.get().lang, 'playerInfo').set(info),
  isStill: () => away.get() !== null,
  user: () => session.get().user?.user_id ?? '',
  heard: (info, before) => void (info.change && tellOfOthers(info, before)),
})

async function tellOfOthers(...change: [info: PlayerInfo, before: PlayerInfo | undefined]): Promise<void> {
  const { tellChange } = await loadUntilThere(() => import('./household-notices.ts'))
  tellChange(...change)
}

/** Spec 4: cleared when the app is hidden; when it is shown, the box is asked again. Another box has another player. */
export function startPlayer(): () => void {
  let devsn = session.get().device?.devsn
  showKept()
  const stops = [
    onAct(playerStatus, (info) => isShown() && player.hear(info)),
    onAct(playerList, ({ data }) => isShown() && player.hearAll(data)),
    watchShown((isVisible) => isVisible || player.clear()),
    watchWake(() => player.requestAll()),
    away.watch(() => away.get() !== null && player.freeze()),
    session.watch(() => {
      const next = session.get().device?.devsn
      if (next === devsn) return
      devsn = next
      player.clear()
      player.choose('')
    }),
  ]
  return () => {
    stops.forEach((stop) => stop())
    player.clear()
    player.choose('')
  }
}

/** Shows what played when the app was closed recently, until the box reports. */
function showKept(): void {
  const slot = storageKeys.realm(session.get().lang, 'playerInfo')
  const info = slot.get()
  if (info && now() - slot.keptAt() < keptMs) player.playing.set({ info, point: info.current_point })
}
