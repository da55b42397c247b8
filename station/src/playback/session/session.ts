/** One film on one screen: a value that only `step` changes, and its status for the phone (spec 3 and 4). */
import {
  idlePlayer,
  PlayerStatus,
  unattendedFilms,
  unattendedMs,
  type NextFilm,
  type OfSeries,
  type PlayerInfo,
} from '@homeport/contract/playback/playback.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { reportEveryMs } from '@homeport/contract/playback/screen-protocol.ts'
import type { Night, Sound } from '@homeport/contract/shape/film/remote.ts'
import type { PlayableFile, Delivery } from '../delivery/delivery.ts'
import type { EpisodeTitles } from '../resolve-film.ts'
import type { MediaSource } from '../media.ts'
import type { FileStreams } from '../delivery/streams.ts'

/** The user who started it from a phone; undefined: started on the TV. */
export type PlayStarter = { realm: Lang; user_id: string } | undefined

/**
 * One of these holds, with nothing beside it. isPaused: it stands once the screen shows it. Times are ms of the player's clock.
 *
 * Invariants (`step.test.ts` holds them in any order of events):
 * - A session becomes idle once. Then it asks for nothing more, and a connected screen has left the film.
 * - While starting or returning, a source is on its way, or the screen was sent the first one and has until a given time.
 * - While loading, playing, paused or ending, the screen is connected and has the film. While asking it is connected.
 * - Nobody who does something is asked whether they watch: a question comes after three films or three hours without.
 * - A screen without a source gets one, or leaves the film.
 * - An absent screen is waited for a minute at most, one's own browser for five seconds.
 * - Only the latest request of a source counts; commands are numbered upwards, each once.
 */
export type SessionState =
  /** Nothing was seen of it yet. point: asked for. until: then it counts as started; undefined before the screen was sent a source. */
  | { kind: 'starting'; isPaused: boolean; point: number; until: number | undefined }
  /** The screen fetches its source. */
  | { kind: 'loading'; isPaused: boolean }
  | { kind: 'playing' }
  | { kind: 'paused' }
  /** The screen is offline. isTold: the phones see the film as pending. */
  | { kind: 'away'; isPaused: boolean; since: number; isTold: boolean }
  /** The screen is back without the film, and waits for its source. */
  | { kind: 'returning'; isPaused: boolean }
  /** It ended by itself, and what follows is looked up. isAtEnd: the screen has done all commands. */
  | { kind: 'ending'; isPaused: boolean; isAtEnd: boolean }
  /** It ended by itself, and what follows begins once somebody says that they watch. */
  | { kind: 'asking' }
  /** Over: the screen has no session. */
  | { kind: 'idle'; why: IdleReason; error?: unknown }

/** refused: it could not start, by the error. pending: it starts again once its screen connects. */
export type IdleReason = 'ended' | 'failed' | 'refused' | 'pending' | 'stopped'

/** films: that began by themselves since somebody last did anything, this one counted. since: when that was, ms. */
export type Unattended = { films: number; since: number }

export type NextBegins = 'never' | 'by itself' | 'queued'

export type Session = {
  readonly play_id: string
  readonly screen_id: string
  /** It plays in a user's own browser. */
  readonly isHere: boolean
  /** In playing order; an undivided film is its only part. */
  readonly parts: readonly PlayableFile[]
  readonly by: PlayStarter
  readonly state: SessionState
  /** The part that plays. */
  readonly file: PlayableFile
  readonly delivery: Delivery
  readonly stream: MediaSource['stream']
  /** The browser did not play what it claims to: the film is transcoded. */
  readonly isForced: boolean
  /** The browser plays no endless answer, or was not tried with one. */
  readonly isHls: boolean
  /** Limit of the bit rate, kept for the screen; 0: none. */
  readonly limitKbit: number
  /** The streams of the part that plays; undefined before the first source. */
  readonly streams: FileStreams | undefined
  /** The length of the whole film, ms; 0: unknown. */
  readonly duration: number
  /** In the whole film, ms; valid at the time `at`. */
  readonly point: number
  readonly at: number
  /** 1: as recorded. */
  readonly speed: number
  readonly volume: number
  readonly sound: Sound
  readonly night: Night
  /** Counts the sources that were requested. */
  readonly turn: number
  /** A source is on its way. */
  readonly isPreparing: boolean
  /** The screen has nothing to show before the next source. */
  readonly isBare: boolean
  /** Number of the last command sent. */
  readonly seq: number
  /** Number of the last command completed. */
  readonly doneSeq: number
  /** A person asked it to stand or to go on, by the command of this number. */
  readonly pauseCommand: { isPaused: boolean; seq: number } | undefined
  /** The series of an episode. */
  readonly series: OfSeries | null
  /** The episode's own title, '' if it has none. */
  readonly episodeTitle: string
  /** The titles of an episode, in both languages. */
  readonly titles: Record<Lang, EpisodeTitles> | undefined
  /** The film that plays after it. */
  readonly next: NextFilm | null
  /** The titles of `next`, in both languages. */
  readonly nextTitles: Record<Lang, EpisodeTitles> | undefined
  /** Whether `next` begins by itself; `queued`: people put it there. */
  readonly nextBegins: NextBegins
  /** The screen was told that it offers the next film, or that it does not. */
  readonly isNextOffered: boolean
  /** A person wants nothing to play after it. */
  readonly isLast: boolean
  readonly unattended: Unattended
  /** The point was stored at this time. */
  readonly keptAt: number
}

/** The film stands, or will once the screen shows it. */
export function isPaused({ state }: Session): boolean {
  return state.kind === 'paused' || state.kind === 'asking' || ('isPaused' in state && state.isPaused)
}

/** The film is to stand in the source that the screen loads next: a command that it has not done yet counts. */
export function isToStand(session: Session): boolean {
  const { pauseCommand, doneSeq } = session
  return pauseCommand && pauseCommand.seq > doneSeq ? pauseCommand.isPaused : isPaused(session)
}

/** The phones see it as pending: its screen has been offline for a while. */
export function isAwaited({ state }: Session): boolean {
  return state.kind === 'away' && state.isTold
}

/** The screen has this film, as far as the box knows. */
export function isOnScreen({ state: { kind } }: Session): boolean {
  return kind !== 'away' && kind !== 'returning' && kind !== 'idle'
}

/** The screen shows what it was sent last. */
export function isShown({ state: { kind } }: Session): boolean {
  return kind === 'playing' || kind === 'paused' || kind === 'ending' || kind === 'asking'
}

/** Nobody did anything for so long that what follows does not begin by itself. In one's own browser nobody is asked. */
export function isUnattended({ unattended: { films, since }, isHere }: Session, now: number): boolean {
  return !isHere && (films >= unattendedFilms || now - since >= unattendedMs)
}

/** The next film is offered, and begins at the end of this one. Where somebody is asked first whether they watch, the question comes alone. */
export function playsNext(session: Session, now: number): boolean {
  const { next, nextBegins, isLast } = session
  if (!next || isLast || nextBegins === 'never') return false
  return nextBegins === 'queued' || !isUnattended(session, now)
}

/** The status for one realm, without its names: the user who started it is visible only in the user's own realm. */
export function infoOf(session: Session, realm: Lang, now: number): PlayerInfo {
  const { file, by, duration, volume, sound, night, screen_id } = session
  const isPending = isAwaited(session)
  return {
    ...idlePlayer,
    ...(isPending && { is_pending: true }),
    delivery: session.delivery,
    is_here: session.isHere,
    is_asking: session.state.kind === 'asking',
    series: session.series && { ...session.series, title: session.titles?.[realm].series ?? session.series.title },
    next: session.next && { ...session.next, title: session.nextTitles?.[realm].episode || session.next.title },
    plays_next: playsNext(session, now),
    speed: session.speed,
    limit_kbit: session.limitKbit,
    status: isPending ? PlayerStatus.closed : isPaused(session) ? PlayerStatus.paused : PlayerStatus.playing,
    current_point: pointOf(session, now),
    duration,
    movie_id: file.movie_id,
    path: file.id,
    title: file.titles?.[realm] ?? file.title,
    poster: file.poster,
    quality: file.quality,
    volume,
    sound,
    night,
    screen_id,
    user_id: by?.realm === realm ? by.user_id : '',
  }
}

/** A page that plays reports more often: a longer time is that of a clock that was set. */
const silentMs = 3 * reportEveryMs

export function pointOf({ state, point, at, duration, speed }: Session, now: number): number {
  const sinceMs = Math.max(0, Math.min(now - at, silentMs))
  const moved = state.kind === 'playing' ? point + sinceMs * speed : point
  return Math.round(duration > 0 ? Math.min(moved, duration) : moved)
}
