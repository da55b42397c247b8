/** One film on one screen: where it stands, and what the phone is told of it (spec 3 and 4). */
import { PlayerStatus, type PlayerInfo } from '@homeport/contract/playback.ts'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { Sound } from '@homeport/contract/shape/remote.ts'
import type { ScreenReport } from './screen-port.ts'
import type { PlayableFile, Delivery } from './delivery.ts'

/** Who started it from a phone; undefined: the TV itself. */
export type PlayStarter = { realm: Lang; user_id: string } | undefined

export type Session = {
  play_id: string
  screen_id: string
  screen_name: string
  file: PlayableFile
  way: Delivery
  by: PlayStarter
  duration: number
  /** ms, true at `at`. */
  point: number
  at: number
  state: ScreenReport['state']
  isPaused: boolean
  volume: number
  sound: Sound
  /** Counts its sources. */
  turn: number
  /** The last command that was given, and that the screen said is done. */
  seq: number
  doneSeq: number
  /** Woken at each report and at the end. */
  waiting: Set<() => void>
  isOver: boolean
  /** Its first source is not known to play yet. */
  isStarting: boolean
  /** Its screen went a while ago; it goes on there when the screen is back. */
  isAwaited: boolean
  /** Stops the wait for a screen that is away. */
  ending: (() => void) | undefined
  keptAt: number
}

export const closedInfo: PlayerInfo = {
  status: PlayerStatus.closed,
  current_point: 0,
  duration: 0,
  movie_id: '',
  path: '',
  title: '',
  poster: '',
  quality: '',
  volume: 100,
  sound: 'on',
  screen_id: '',
  screen_name: '',
  user_id: '',
}

/** As one realm may hear it: who started it is said to their own realm only. */
export function infoOf(session: Session, realm: Lang, now: number): PlayerInfo {
  const { file, by, duration, volume, sound, screen_id, screen_name, isAwaited } = session
  return {
    ...(isAwaited && { is_pending: true }),
    status: isAwaited ? PlayerStatus.closed : session.isPaused ? PlayerStatus.paused : PlayerStatus.playing,
    current_point: pointOf(session, now),
    duration,
    movie_id: file.movie_id,
    path: file.id,
    title: file.title,
    poster: file.poster,
    quality: file.quality,
    volume,
    sound,
    screen_id,
    screen_name,
    user_id: by?.realm === realm ? by.user_id : '',
  }
}

export function pointOf({ state, point, at, duration }: Session, now: number): number {
  const moved = state === 'playing' ? point + (now - at) : point
  return Math.round(duration > 0 ? Math.min(moved, duration) : moved)
}
