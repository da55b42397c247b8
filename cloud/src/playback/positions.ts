/**
 * Tracks playback on the boxes and stores each user's position in each film: at a pause, a close, another film, and every 10 s while it plays. The box names
 * the user who started it only to that user's realm, so nothing is written in the other one.
 */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import {
  exitPlayer,
  play,
  playerPause,
  playerResume,
  playerSeek,
  PlayerInfo,
  playerStatus,
  PlayerStatus,
  playerVolume,
} from '@homeport/contract/playback/playback.ts'
import { watchedShare } from '@homeport/contract/movie/watch-history.ts'
import type { Log } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import { createBackgroundTasks } from '../kit/background-tasks.ts'
import { savePosition } from './store.ts'

export const storeEveryMs = 10_000
/** The box reports every 5 s while it plays: an older report says nothing about now. */
const wordLifeMs = 6_000

const acts = new Set(
  [play, playerPause, playerResume, playerSeek, playerVolume, exitPlayer, playerStatus].map(({ name }) => name),
)

type Playing = { realm: Realm; devsn: string; info: PlayerInfo; heardAt: number; storedAt: number }

export type Positions = ReturnType<typeof createPositions>

export type PositionsDeps = {
  now: () => number
  /** By itself `now`. */
  elapsed?: () => number
  log: Log
}

export function createPositions({ now, elapsed = now, log }: PositionsDeps) {
  const work = createBackgroundTasks(log)
  /** By realm, box and screen. */
  const screens = new Map<string, Playing>()
  const wallOf = (at: number) => now() - elapsed() + at
  const keyOf = (realm: Realm, devsn: string, screen_id = '') => `${realm.lang}/${devsn}/${screen_id}`

  /** Handles a frame of a bound box; frames that are not of a player are ignored. */
  function handle(realm: Realm, devsn: string, frame: FrameIn): void {
    if (frame.code !== Code.ok || !acts.has(frame.act)) return
    const read = PlayerInfo.safeParse(frame.data)
    if (!read.success) return
    const info = read.data
    // A box on which nothing plays names no screen.
    if (info.screen_id === '' && info.status === PlayerStatus.closed) for (const key of keysOf(realm, devsn)) close(key, info)
    const key = keyOf(realm, devsn, info.screen_id)
    const before = screens.get(key)
    const isSame = before?.info.movie_id === info.movie_id && before.info.user_id === info.user_id
    if (!isSame || info.status === PlayerStatus.closed) close(key, info)
    if (info.status === PlayerStatus.closed || info.movie_id === '' || info.user_id === '') return
    const isDue = !before || !isSame || before.info.status !== info.status || elapsed() - before.storedAt >= storeEveryMs
    const current = { realm, devsn, info, heardAt: elapsed(), storedAt: isDue ? elapsed() : before.storedAt }
    screens.set(key, current)
    if (isDue) store(current, now())
  }

  function keysOf(realm: Realm, devsn: string): string[] {
    return [...screens.keys()].filter((key) => key.startsWith(keyOf(realm, devsn)))
  }

  function close(key: string, info: PlayerInfo): void {
    const before = screens.get(key)
    if (!before) return
    const isSame = before.info.movie_id === info.movie_id && before.info.user_id === info.user_id
    // The close of a lost screen contains the position.
    const last = isSame ? { ...before.info, current_point: info.current_point } : pointNow(before, elapsed())
    store({ ...before, info: last }, now())
    screens.delete(key)
  }

  function store({ realm, devsn, info }: Playing, at: number): void {
    const { user_id, movie_id, current_point, duration } = info
    const isWatched = duration > 0 && current_point >= duration * watchedShare
    const position = {
      user_id,
      devsn,
      movie_id,
      // After the end the film starts from the beginning next time.
      position_ms: isWatched ? 0 : Math.round(current_point),
      duration_ms: Math.round(duration),
      is_watched: isWatched ? 1 : 0,
      watched_at: at,
    }
    work.run(savePosition(realm.db, position, now()), 'A position in a film could not be stored')
  }

  /** The box disconnected, or moved to another process: its last position is stored with the time of its report. */
  function leave(realm: Realm, devsn: string): void {
    for (const key of keysOf(realm, devsn)) {
      const playing = screens.get(key)
      if (playing) store(playing, wallOf(playing.heardAt))
      screens.delete(key)
    }
  }

  return {
    handle,
    leave,
    async stop(): Promise<void> {
      for (const playing of screens.values()) store(playing, wallOf(playing.heardAt))
      screens.clear()
      await work.settled()
    },
  }
}

/** A close without a position: the last reported one, plus the time since then if it was playing. */
function pointNow({ info, heardAt }: Playing, now: number): PlayerInfo {
  const since = info.status === PlayerStatus.playing ? Math.min(now - heardAt, wordLifeMs) * info.speed : 0
  const point = info.current_point + since
  return { ...info, current_point: info.duration > 0 ? Math.min(point, info.duration) : point }
}
