/** Interfaces of the download engines. A job has a gid: 16 hex digits, chosen by the station, so that adding twice never makes two jobs. */
import type { TaskKind } from './store.ts'

/** done: bytes downloaded, as reported by the engine. */
export type JobFile = { index: number; path: string; length: number; done: number }
export type Job = {
  gid: string
  state: 'waiting' | 'active' | 'seeding' | 'paused' | 'complete' | 'error' | 'removed'
  total_bytes: number
  done_bytes: number
  speed_bytes: number
  peers: number
  /** aria2's error code, 0 if none. */
  error: number
  error_text: string
}

/** Bytes a second, 0: no limit. seed_ratio and seed_minutes both 0: no seeding. */
export type Limits = { down_limit_bytes: number; up_limit_bytes: number; seed_ratio: number; seed_minutes: number }

type JobEngine = {
  active(): Promise<Job[]>
  job(gid: string): Promise<Job | undefined>
  /** Empty for an unknown job. A torrent's list may have 100,000 entries. */
  files(gid: string): Promise<JobFile[]>
  pause(gid: string): Promise<void>
  unpause(gid: string): Promise<void>
  /** Removes the job; its files stay. */
  forget(gid: string): Promise<void>
  /** gid '' : the engine started or stopped. */
  onChange(listener: (gid: string) => void): void
  start(): Promise<void>
  stop(): Promise<void>
}

export type LinkEngine = JobEngine & {
  addHttp(job: { gid: string; url: string; dir: string }): Promise<void>
  /** Bytes a second of all jobs together, 0: no limit. */
  limitDown(bytes: number): void
}

/**
 * dir: for the engine's record of its progress. paths: where each file is written, absolute, by index; where none is given it lies in dir. chosen: file indexes from 1; undefined: all.
 * check: verify existing data on disk first.
 */
export type TorrentJob = {
  gid: string
  torrent: Buffer
  dir: string
  paths: ReadonlyMap<number, string>
  chosen: readonly number[] | undefined
  check: boolean
}

type TorrentJobs = {
  /** '' while no engine runs. */
  version(): string
  /** Resolves true when it is up, false if it was not within the time. */
  whenUp(withinMs: number): Promise<boolean>
  /** Refuses a job that ended the engine several times. */
  addTorrent(job: TorrentJob): Promise<void>
  /** Fetches the metadata of a magnet: the torrent is saved in dir as <info hash>.torrent. */
  addMetadata(job: { gid: string; magnet: string; dir: string }): Promise<void>
  /** Applies at once, to running jobs too, and again at every restart. */
  configure(limits: Limits): Promise<void>
}

export type TorrentEngine = JobEngine &
  TorrentJobs & {
    isUp(): boolean
    /** Bytes a second of all jobs together, 0: no limit; at each restart too. */
    limitDown(bytes: number): Promise<void>
  }

/** Both engines as one. kind: of the job's task; a link is then answered by its own engine whatever the other one does. */
export type Engine = Omit<JobEngine, 'job' | 'files' | 'pause' | 'unpause' | 'forget'> &
  TorrentJobs &
  Pick<LinkEngine, 'addHttp'> & {
    can: { magnets: boolean }
    /** Of all engines, or of the one for this kind of task. */
    isUp(kind?: TaskKind): boolean
    job(gid: string, kind?: TaskKind): Promise<Job | undefined>
    files(gid: string, kind?: TaskKind): Promise<JobFile[]>
    pause(gid: string, kind?: TaskKind): Promise<void>
    unpause(gid: string, kind?: TaskKind): Promise<void>
    forget(gid: string, kind?: TaskKind): Promise<void>
  }

/** The engine refused a job; the message is aria2's. */
export class EngineRefusal extends Error {}
/** The engine is not available at the moment. */
export class EngineAway extends Error {}

/** Ignores a call that an absent engine missed: it comes back empty, and the next reconcile adds the running jobs. */
export async function unlessAway(call: Promise<unknown>): Promise<void> {
  try {
    await call
  } catch (error) {
    if (!(error instanceof EngineAway)) throw error
  }
}
