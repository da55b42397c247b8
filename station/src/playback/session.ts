/** One film on one screen: its state, and its status for the phone (spec 3 and 4). */
import { idlePlayer, PlayerStatus, type NextFilm, type OfSeries, type PlayerInfo } from '@homeport/contract/playback/playback.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { reportEveryMs } from '@homeport/contract/playback/screen-protocol.ts'
import type { Sound } from '@homeport/contract/shape/remote.ts'
import type { ScreenReport } from './screen-port.ts'
import type { PlayableFile, Delivery } from './delivery.ts'
import type { EpisodeTitles } from './resolve-film.ts'
import type { MediaSource } from './media.ts'
import type { FileStreams } from './streams.ts'

/** The user who started it from a phone; undefined: started on the TV. */
export type PlayStarter = { realm: Lang; user_id: string } | undefined

export type Session = {
  play_id: string
  screen_id: string
  screen_name: string
  /** It plays in a user's own browser. */
  isHere: boolean
  /** The part that plays. */
  file: PlayableFile
  /** In playing order; an undivided film is its only part. */
  parts: readonly PlayableFile[]
  delivery: Delivery
  stream: MediaSource['stream']
  /** The browser did not play what it claims to: the film is transcoded. */
  isForced: boolean
  /** The browser plays no endless answer, or was not tried with one. */
  isHls: boolean
  /** Limit of the bit rate, kept for the screen; 0: none. */
  limitKbit: number
  /** The streams of the part that plays; undefined if it cannot be read. */
  streams: FileStreams | undefined
  /** ffprobe's index of the chosen audio track; undefined: the first. */
  audioIndex: number | undefined
  by: PlayStarter
  /** The length of the whole film, ms; 0: unknown. */
  duration: number
  /** In the whole film, ms; valid at the time `at`. */
  point: number
  at: number
  state: ScreenReport['state']
  isPaused: boolean
  volume: number
  sound: Sound
  /** Counts the sources issued. */
  turn: number
  /** Number of the last command sent. */
  seq: number
  /** Number of the last command completed. */
  doneSeq: number
  /** Called at each report and at the end. */
  waiting: Set<() => void>
  isOver: boolean
  /** 1: as recorded. */
  speed: number
  /** The series of an episode. */
  series: OfSeries | null
  /** The episode's own title, '' if it has none. */
  episodeTitle: string
  /** The titles of an episode, in both languages. */
  titles: Record<Lang, EpisodeTitles> | undefined
  /** The film that plays after it. */
  next: NextFilm | null
  /** A person wants nothing to play after it. */
  isLast: boolean
  /** It ended by itself: what follows is looked up. */
  isEnding: boolean
  /** The first source is not confirmed as playing yet. */
  isStarting: boolean
  /** The screen has been offline for a while; playback continues when it reconnects. */
  isAwaited: boolean
  /** Cancels the timeouts of an offline screen. */
  ending: (() => void) | undefined
  keptAt: number
}

/** The status for one realm: the user who started it is visible only in the user's own realm. */
export function infoOf(session: Session, realm: Lang, now: number): PlayerInfo {
  const { file, by, duration, volume, sound, screen_id, screen_name, isAwaited } = session
  return {
    ...idlePlayer,
    ...(isAwaited && { is_pending: true }),
    delivery: session.delivery,
    is_here: session.isHere,
    series: session.series && { ...session.series, title: session.titles?.[realm].series ?? session.series.title },
    next: session.isLast ? null : session.next,
    speed: session.speed,
    limit_kbit: session.limitKbit,
    status: isAwaited ? PlayerStatus.closed : session.isPaused ? PlayerStatus.paused : PlayerStatus.playing,
    current_point: pointOf(session, now),
    duration,
    movie_id: file.movie_id,
    path: file.id,
    title: file.titles?.[realm] ?? file.title,
    poster: file.poster,
    quality: file.quality,
    volume,
    sound,
    screen_id,
    screen_name,
    user_id: by?.realm === realm ? by.user_id : '',
  }
}

/** A page that plays reports more often: a longer time is that of a clock that was set. */
const silentMs = 3 * reportEveryMs

export function pointOf({ state, point, at, duration, speed }: Session, now: number): number {
  const sinceMs = Math.max(0, Math.min(now - at, silentMs))
  const moved = state === 'playing' ? point + sinceMs * speed : point
  return Math.round(duration > 0 ? Math.min(moved, duration) : moved)
}

/** now: the time at which the screen is at this point, ms. */
export function setPosition(session: Session, point: number, now: number): void {
  session.point = point
  session.at = now
}
