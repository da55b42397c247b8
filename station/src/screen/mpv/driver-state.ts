/** The state that the modules of mpv's driver share, and what they say for it as a page would. */
import type { LocalFiles } from '../../shared/local-files.ts'
import {
  createDriverBase,
  enqueueWork,
  unlessRefused,
  type DriverBase,
  type DriverBaseDeps,
  type Load,
  type ReportState,
  type Tracks,
} from '../driven/driver-base.ts'
import { killMpv, type MpvListener, type MpvOptions, type RunningMpv } from './process.ts'

/** The film in mpv, as it is kept over a restart of the box. path: as the screen is told it. source: as mpv was given it. offset: as of the message `load`. */
export type KeptFilm = { play_id: string; path: string; source: string; offset: number }

export type OwnFilm = KeptFilm & {
  /** undefined of one that was taken over from a box before, until its session loads it. */
  load: Load | undefined
  /** mpv's number of it; undefined of one that was taken over. */
  entry: number | undefined
  /** Its tracks are known to mpv. */
  isOpen: boolean
  state: 'loading' | 'playing' | 'paused'
  speed: number
  /** In the whole film, ms, valid at the time `at`. */
  point: number
  at: number
  /** The subtitles that were given last: their tickets, '' for none. */
  subtitle: string | undefined
  secondary: string | undefined
}

export type DriverDeps = MpvOptions &
  DriverBaseDeps & {
    files: () => LocalFiles
    /** This box, as a program on it reaches it. */
    base: () => string
    /** A film came, or is gone. */
    onChange: () => void
    keep: (film: KeptFilm | undefined) => void
    keepNight: (isNight: boolean) => void
  }

export type DriverState = DriverDeps &
  DriverBase & {
    running: RunningMpv | undefined
    film: OwnFilm | undefined
    /** Those of the load that came last. */
    tracks: Tracks | undefined
    /** Percent. It is kept from film to film. */
    volume: number
    isMuted: boolean
    /** Night sound; kept over a restart of the box. */
    isNight: boolean
    cancelLook: () => void
    /** Asks again where the film is. */
    lookLater: () => void
    connection: MpvListener
  }

export function createDriverState(deps: DriverDeps, more: Pick<DriverState, 'lookLater' | 'connection'>): DriverState {
  return {
    ...createDriverBase(deps),
    ...more,
    running: undefined,
    film: undefined,
    tracks: undefined,
    volume: 100,
    isMuted: false,
    isNight: false,
    cancelLook: nothing,
  }
}

function nothing(): void {}

/** Work that fails on an mpv that does not answer ends it with its film. */
export function enqueue(driver: DriverState, work: () => Promise<void>): void {
  enqueueWork(driver, work, () => fail(driver))
}

/** It hangs, died or never came: its film has failed. */
export function fail(driver: DriverState): void {
  killMpv(driver.folder)
  driver.running?.ipc.close()
  driver.running = undefined
  const { film, latest } = driver
  driver.latest = undefined
  if (film && film.load === latest) report(driver, 'failed')
  else if (latest) reportUnloaded(driver, latest)
  forget(driver)
}

/** A film that could not even be given to it. */
function reportUnloaded(driver: DriverState, { play_id, seq, point }: Load): void {
  const { volume } = driver
  driver.emit({ kind: 'report', play_id, seq, state: 'failed', point: Math.round(point), volume, ...soundOf(driver) })
}

export function report(driver: DriverState, state: ReportState): void {
  const { film, seq, volume } = driver
  if (!film?.load) return
  const { play_id } = film
  driver.emit({ kind: 'report', play_id, seq, state, point: pointNow(driver, film), volume, ...soundOf(driver) })
}

function soundOf({ isMuted, isNight }: DriverState) {
  return { sound: isMuted ? 'muted' : 'on', night: isNight ? 'on' : 'off' } as const
}

export function pointNow({ elapsed }: Pick<DriverState, 'elapsed'>, { state, point, at, speed, load }: OwnFilm): number {
  const moved = state === 'playing' ? point + (elapsed() - at) * speed : point
  const end = load && load.duration > 0 ? load.duration : Infinity
  return Math.round(Math.max(0, Math.min(moved, end)))
}

export function forget(driver: DriverState): void {
  driver.cancelLook()
  if (!driver.film) return
  driver.film = undefined
  driver.keep(undefined)
  driver.onChange()
}

/** mpv's value of a property; undefined where it has none now. Rejects where it does not answer. */
export async function ask({ running }: DriverState, property: string): Promise<unknown> {
  return unlessRefused(running?.ipc.command('get_property', property))
}

/** undefined of what is no number, or none that can be true. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}
