/** Pending plays: requested while the screen's page is offline, started when it connects. One per screen, for ten minutes (a user's own browser for one), stored in the box's database. */
import type { Later } from '@homeport/contract/kit/later.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { idlePlayer, pendingPlayMs, type PlayerInfo } from '@homeport/contract/playback/playback.ts'
import type { PlayStarter, Unattended } from './session.ts'
import type { PendingRow, PendingStore } from '../store.ts'
import { durationOf, type PlayableFilm } from '../delivery/parts.ts'

/** point: in the whole film, ms. unattended: of a film that begins by itself. */
export type PlayRequest = PlayableFilm & {
  point: number
  by: PlayStarter
  isPaused?: boolean
  speed?: number
  unattended?: Unattended
}
export type KnownScreen = { screen_id: string; name: string; owner?: PlayStarter }
export type PendingPlay = { screen: Omit<KnownScreen, 'name'>; request: PlayRequest; began: (playing: Promise<unknown>) => void }

type Deps = {
  store: PendingStore
  now: () => number
  later: Later
  onFault: (fault: unknown) => void
}

/** A user's own browser comes at once or not at all. */
const herePendingMs = 60_000

/** bring: undefined if its screen or its file no longer exists. onChange: a pending play was added or expired. */
type Opening = {
  bring: (row: PendingRow) => Promise<Pick<PendingPlay, 'screen' | 'request'> | undefined>
  onChange: (screen_id: string) => void
}

export function createPending({ store, now, later, onFault }: Deps) {
  let onChange: Opening['onChange'] = () => {}
  const plays = new Map<string, PendingPlay & { stopExpiry: () => void }>()
  /** Writes run one after the other, so that the rows end up equal to the map. */
  const oneAtATime = createOneAtATime()
  const write = (work: () => Promise<void>) => oneAtATime(work).catch(onFault)

  function hold(play: PendingPlay, ms: number): void {
    const { screen_id } = play.screen
    plays.set(screen_id, { ...play, stopExpiry: later(ms, () => drop(screen_id)) })
  }

  function take(screen_id: string): PendingPlay | undefined {
    const play = plays.get(screen_id)
    if (!play) return undefined
    plays.delete(screen_id)
    play.stopExpiry()
    void write(() => store.remove(screen_id))
    return play
  }

  function drop(screen_id: string): void {
    if (take(screen_id)) onChange(screen_id)
  }

  return {
    of: (screen_id: string): PendingPlay | undefined => plays.get(screen_id),
    screens: (): string[] => [...plays.keys()],
    /** The latest request for a TV. */
    newest: (): PendingPlay | undefined => [...plays.values()].findLast(({ screen }) => !screen.owner),
    /** Replaces an earlier one for the same screen. */
    put(play: PendingPlay): void {
      take(play.screen.screen_id)
      const ms = play.screen.owner ? herePendingMs : pendingPlayMs
      hold(play, ms)
      const row = rowOf(play, now() + ms)
      void write(() => store.keep(row)).then(() => onChange(row.screen_id))
    },
    take,
    drop,
    /** Drops the plays that wait for TVs. */
    clear(): void {
      for (const [screen_id, { screen }] of plays) if (!screen.owner) take(screen_id)
    },
    /** Loads the rows after a restart. Call it first. */
    async open({ bring, onChange: listener }: Opening): Promise<void> {
      onChange = listener
      for (const row of await store.all()) {
        const remaining = row.until - now()
        const play = remaining > 0 ? await bring(row) : undefined
        // If the clock was set back, the wait is still limited.
        if (play) hold({ ...play, began: () => {} }, Math.min(remaining, pendingPlayMs))
        else await store.remove(row.screen_id)
      }
    },
    /** Resolves when all changes are written to the database. */
    written: oneAtATime.idle,
    stop(): Promise<void> {
      for (const { stopExpiry } of plays.values()) stopExpiry()
      return oneAtATime.idle()
    },
  }
}

function rowOf({ screen, request: { file, point, by, isPaused } }: PendingPlay, until: number): PendingRow {
  return {
    screen_id: screen.screen_id,
    file_id: file.id,
    path: file.path,
    point_ms: point,
    is_paused: isPaused ? 1 : 0,
    realm: by?.realm ?? '',
    user_id: by?.user_id ?? '',
    until,
  }
}

export function requestOf({ point_ms, is_paused, realm, user_id }: PendingRow, film: PlayableFilm): PlayRequest {
  return { ...film, point: point_ms, by: realm === '' ? undefined : { realm, user_id }, isPaused: is_paused === 1 }
}

/** The player status of a pending play, without its names. */
export function pendingInfo({ screen, request: { file, parts, point, by } }: PendingPlay, realm: Lang): PlayerInfo {
  return {
    ...idlePlayer,
    current_point: point,
    duration: durationOf(parts),
    movie_id: file.movie_id,
    path: file.id,
    title: file.titles?.[realm] ?? file.title,
    poster: file.poster,
    quality: file.quality,
    screen_id: screen.screen_id,
    user_id: by?.realm === realm ? by.user_id : '',
    is_pending: true,
    is_here: screen.owner !== undefined,
  }
}
