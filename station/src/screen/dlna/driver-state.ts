/** The state that the modules of a renderer's driver share, and what they say for it as a page would. */
import type { Later } from '@homeport/contract/kit/later.ts'
import { createOneAtATime, type OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { reportEveryMs } from '@homeport/contract/playback/screen-protocol.ts'
import type { ScreenLack } from '@homeport/contract/shape/remote.ts'
import type { PageMessage } from '../screen-pages.ts'
import type { Pace } from './bounds.ts'
import { pointNow, type FilmOnRenderer, type Load } from './film-on-renderer.ts'
import type { Sound } from './sound.ts'
import type { Transport } from './transport.ts'
import { UpnpFault } from './upnp.ts'

/** The film on a renderer, as it is kept over a restart of the box. */
export type KeptFilm = { uri: string; play_id: string; path: string; offset: number }
export type Subtitle = { play_id: string; url: string; offsetMs: number }

export type DriverDeps = {
  transport: Transport
  sound: Sound
  /** This box, as the renderer reaches it. */
  base: string
  pace: Pace
  later: Later
  /** ms by a clock that nobody sets. */
  elapsed: () => number
  emit: (message: PageMessage) => void
  /** The renderer has no notion of it. */
  onLack: (lack: ScreenLack) => void
  /** It does not answer any more. */
  onLost: () => void
  keep: (film: KeptFilm | undefined) => void
  onFault: (fault: unknown) => void
}

export type DriverState = DriverDeps & {
  /** Work on the renderer, in order. */
  oneAtATime: OneAtATime
  film: FilmOnRenderer | undefined
  /** The load that came last. One that a later one replaced, or whose film was left, is not carried out. */
  latest: Load | undefined
  /** The subtitle of the film that was loaded last. */
  subtitle: Subtitle | undefined
  /** The last completed command. */
  seq: number
  pausedAt: number
  /** It plays a source only from its beginning. */
  isSeekless: boolean
  /** Tries of the seek that is under way. */
  seekTries: number
  /** Questions in a row without an answer. */
  misses: number
  polls: number
  reported: { key: string; point: number; at: number } | undefined
  isStopped: boolean
  cancelPoll: () => void
  cancelReload: () => void
  /** Ends the wait for the subtitle of a load. */
  subtitleCame: () => void
}

/** A film whose position jumps by more is reported at once. */
const jumpMs = 2_000

export function createDriverState(deps: DriverDeps): DriverState {
  return {
    ...deps,
    oneAtATime: createOneAtATime(),
    film: undefined,
    latest: undefined,
    subtitle: undefined,
    seq: 0,
    pausedAt: 0,
    isSeekless: false,
    seekTries: 0,
    misses: 0,
    polls: 0,
    reported: undefined,
    isStopped: false,
    cancelPoll: nothing,
    cancelReload: nothing,
    subtitleCame: nothing,
  }
}

function nothing(): void {}

/** The work itself says what the renderer refuses; one that does not answer is lost. */
export function enqueue(driver: DriverState, work: () => Promise<void>): void {
  const isOn = () => !driver.isStopped
  driver
    .oneAtATime(async () => (isOn() ? work() : undefined))
    .catch((error: unknown) => {
      if (driver.isStopped) return
      if (error instanceof UpnpFault) return driver.onFault(error)
      driver.cancelPoll()
      driver.onLost()
    })
}

type State = Extract<PageMessage, { kind: 'report' }>['state']

/** At each change, and every five seconds. */
export function report(driver: DriverState, state: State, point: number): void {
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

export function isSettled({ hasPlayed, seekTo, pauses }: FilmOnRenderer): boolean {
  return hasPlayed && seekTo === undefined && !pauses
}

export function forget(driver: DriverState): void {
  driver.cancelPoll()
  driver.cancelReload()
  driver.film = undefined
  driver.reported = undefined
  driver.keep(undefined)
}
