/** The film that a player was given, and what it does with it, judged by its answers: a value and a pure function, since players tell little and some tell lies. */
import type { Load } from '../driven/driver-base.ts'

/** Times are ms of a clock that nobody sets, points in the whole film. */
export type FilmOnDevice = {
  readonly load: Load
  readonly uri: string
  /** The player took its address at this time, … */
  readonly setAt: number
  /** … and plays it within this one. */
  readonly startsWithinMs: number
  /** It was seen playing. */
  readonly hasPlayed: boolean
  /** Where it is to be once it plays; undefined if it is there. */
  readonly seekTo: number | undefined
  /** It is to stand once it plays. */
  readonly pauses: boolean
  readonly state: 'loading' | 'playing' | 'paused'
  /** Valid at the time `at`. */
  readonly point: number
  readonly at: number
  /** Until then a position far from `point` is one from before the last seek. */
  readonly heldUntil: number
  /** It plays, and says that it is at 0: so many times in a row. */
  readonly zeros: number
  /** It says that it stands at its end or was stopped: so many times in a row. */
  readonly stops: number
}

/** shown: it has the film. ended: by itself. left: a person stopped it at the TV. foreign: it plays something else. */
export type Judgement = { film: FilmOnDevice; what: 'shown' | 'ended' | 'left' | 'foreign' | 'failed' }
export type DeviceState = 'playing' | 'paused' | 'loading' | 'stopped' | 'failed'
/** Undefined where the player does not say it. uri: of what it plays, '' if it does not say. isForeign: it plays something else; left out where only the address tells. */
export type Answers = { state: DeviceState | undefined; uri: string; positionMs: number | undefined; isForeign?: boolean }

/** A film that stops so near its end has ended: positions are a second old, and TVs stop early. */
const endSlackMs = 10_000
const endSlackShare = 0.1
/** After so many zeros the position is counted here. */
const maxZeros = 3
/** A seek may stop the player for a moment. */
const maxStops = 2
const heldMs = 4_000
const nearMs = 4_000
/** A film is a little longer than its file says, … */
const overrunMs = 60_000
/** … and none whose length is unknown is longer than this. */
const longestFilmMs = 100 * 3_600_000

type Given = { uri: string; startsWithinMs: number }

export function filmOf(load: Load, { uri, startsWithinMs }: Given, now: number): FilmOnDevice {
  // A converted source begins at its point; in a file the player seeks.
  const seekTo = load.is_seekable && load.point - load.offset > 0 ? load.point : undefined
  return {
    load,
    uri,
    setAt: now,
    startsWithinMs,
    hasPlayed: false,
    seekTo,
    pauses: load.is_paused,
    state: 'loading',
    point: load.is_seekable ? load.point : Math.max(0, load.offset),
    at: now,
    heldUntil: 0,
    zeros: 0,
    stops: 0,
  }
}

export function pointNow({ state, point, at, load }: FilmOnDevice, now: number): number {
  const moved = state === 'playing' ? point + (now - at) : point
  return Math.round(Math.max(0, load.duration > 0 ? Math.min(moved, load.duration) : moved))
}

/** It was told to go there. */
export function soughtTo(film: FilmOnDevice, point: number, now: number): FilmOnDevice {
  return { ...film, point, at: now, seekTo: undefined, heldUntil: now + heldMs, zeros: 0, stops: 0 }
}

export function judge(
  before: FilmOnDevice,
  { state, uri, positionMs, isForeign = isElsewhere(before, uri) }: Answers,
  now: number,
): Judgement {
  const isActive = state === 'playing' || state === 'paused' || state === 'loading'
  if (isActive && isForeign) return { film: before, what: isStarting(before, now) ? 'shown' : 'foreign' }
  if (state === 'failed') return { film: before, what: 'failed' }
  if (state === 'stopped') return judgeStop(before, now)
  const shown = state ?? before.state
  const film = withPosition(
    { ...before, stops: 0, hasPlayed: before.hasPlayed || shown === 'playing' },
    { shown, positionMs },
    now,
  )
  return { film, what: 'shown' }
}

/** It may still say what it had before. */
function isStarting({ hasPlayed, setAt, startsWithinMs }: FilmOnDevice, now: number): boolean {
  return !hasPlayed && now - setAt < startsWithinMs
}

/** An address that the player does not tell, or writes in its own way, is ours. */
function isElsewhere({ uri }: FilmOnDevice, address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol) && !address.includes(new URL(uri).pathname)
}

function judgeStop(before: FilmOnDevice, now: number): Judgement {
  const film = { ...before, stops: before.stops + 1 }
  const { load, hasPlayed, state, stops } = film
  if (!hasPlayed) return { film, what: isStarting(film, now) ? 'shown' : 'failed' }
  // A converted source ends where nobody reads it for a while: it is fetched again from there.
  if (state === 'paused' && load.stream !== 'file') return { film, what: 'shown' }
  if (isAtEnd(film, now)) return { film, what: 'ended' }
  return { film, what: stops < maxStops ? 'shown' : 'left' }
}

function isAtEnd(film: FilmOnDevice, now: number): boolean {
  const end = endOf(film)
  return end === 0 || end - pointNow(film, now) <= Math.min(endSlackMs, end * endSlackShare)
}

/** The end of its source: the next part follows there. */
export function endOf({ load }: FilmOnDevice): number {
  return load.end ?? load.duration
}

/** The position as reported, or as counted here where it is not told or cannot be true. */
function withPosition(
  film: FilmOnDevice,
  { shown, positionMs }: { shown: FilmOnDevice['state']; positionMs: number | undefined },
  now: number,
): FilmOnDevice {
  const own = pointNow(film, now)
  const zeros = positionMs === 0 && shown === 'playing' ? film.zeros + 1 : 0
  const reported = positionMs === undefined ? undefined : Math.max(0, film.load.offset + positionMs)
  const farthest = (film.load.duration > 0 ? film.load.duration : longestFilmMs) + overrunMs
  const isBelieved =
    reported !== undefined &&
    reported <= farthest &&
    film.seekTo === undefined &&
    shown !== 'loading' &&
    zeros < maxZeros &&
    (now >= film.heldUntil || Math.abs(reported - film.point) < nearMs)
  return { ...film, state: shown, point: isBelieved ? reported : own, at: now, zeros }
}
