/** The state that the modules of a driver share that asks its player, and what they say for it as a page would. */
import { reportEveryMs } from '@homeport/contract/playback/screen-protocol.ts'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import {
  createDriverBase,
  enqueueWork,
  type DriverBase,
  type DriverBaseDeps,
  type ReportState,
  type Tracks,
} from '../driven/driver-base.ts'
import type { Device } from './device.ts'
import { pointNow, type FilmOnDevice } from './film-on-device.ts'
import type { Pace } from './pace.ts'
import type { Sound } from './sound.ts'

/** The film on a player, as it is kept over a restart of the box. */
export type KeptFilm = { uri: string; play_id: string; path: string; offset: number }
export type Subtitle = { play_id: string; url: string; offsetMs: number }

export type DriverDeps = DriverBaseDeps & {
  device: Device
  sound: Sound
  /** This box, as the player reaches it. */
  base: string
  pace: Pace
  /** The player has no notion of it. */
  onLack: (lack: ScreenLack) => void
  /** It does not answer any more. */
  onLost: () => void
  keep: (film: KeptFilm | undefined) => void
}

export type DriverState = DriverDeps &
  DriverBase & {
    film: FilmOnDevice | undefined
    /** The subtitle of the film that was loaded last. */
    subtitle: Subtitle | undefined
    /** Those of the film that was loaded last, for a player that chooses them itself, … */
    tracks: Tracks | undefined
    /** … and those that it has taken. */
    taken: Tracks | undefined
    pausedAt: number
    /** It plays a source only from its beginning. */
    isSeekless: boolean
    /** Tries of the seek that is under way. */
    seekTries: number
    /** Questions in a row without an answer. */
    misses: number
    polls: number
    reported: { key: string; point: number; at: number } | undefined
    cancelPoll: () => void
    cancelReload: () => void
    /** Ends the wait for the subtitle of a load. */
    subtitleCame: () => void
  }

/** A film whose position jumps by more is reported at once. */
const jumpMs = 2_000

export function createDriverState(deps: DriverDeps): DriverState {
  return {
    ...createDriverBase(deps),
    film: undefined,
    subtitle: undefined,
    tracks: undefined,
    taken: undefined,
    pausedAt: 0,
    isSeekless: false,
    seekTries: 0,
    misses: 0,
    polls: 0,
    reported: undefined,
    cancelPoll: nothing,
    cancelReload: nothing,
    subtitleCame: nothing,
  }
}

function nothing(): void {}

/** The work itself says what the player refuses; one that does not answer is lost. */
export function enqueue(driver: DriverState, work: () => Promise<void>): void {
  enqueueWork(driver, work, () => {
    driver.cancelPoll()
    driver.onLost()
  })
}

/** At each change, and every five seconds. */
export function report(driver: DriverState, state: ReportState, point: number): void {
  const { film, seq, sound, reported, elapsed, emit } = driver
  if (!film) return
  const { play_id } = film.load
  const key = [play_id, seq, state, sound.volume, sound.state].join()
  const at = elapsed()
  const expected = reported && state === 'playing' ? reported.point + at - reported.at : (reported?.point ?? 0)
  if (reported?.key === key && Math.abs(expected - point) <= jumpMs && at - reported.at < reportEveryMs) return
  driver.reported = { key, point, at }
  emit({ kind: 'report', play_id, seq, state, point: Math.round(point), volume: sound.volume, sound: sound.state })
}

/** A film that is not yet where it was asked for is loading. */
export function reportNow(driver: DriverState): void {
  const { film, elapsed } = driver
  if (film) report(driver, isSettled(film) ? film.state : 'loading', pointNow(film, elapsed()))
}

export function isSettled({ hasPlayed, seekTo, pauses }: FilmOnDevice): boolean {
  return hasPlayed && seekTo === undefined && !pauses
}

export function forget(driver: DriverState): void {
  driver.cancelPoll()
  driver.cancelReload()
  driver.film = undefined
  driver.taken = undefined
  driver.reported = undefined
  driver.keep(undefined)
}
