/** Interfaces of the download engines. A job has a gid: 16 hex digits, chosen by the station, so that adding twice never makes two jobs. */
import type { TaskKind } from '@homeport/contract/download/download.ts'
import type { RetryAfter } from '@homeport/contract/kit/http/retry-after.ts'
import type { PartView } from './part-view.ts'

/** The kinds of tasks that are one file behind a link; the others are torrents. */
export type LinkKind = Exclude<TaskKind, 'magnet' | 'torrent'>
export const isLink = (kind: TaskKind): kind is LinkKind => kind !== 'magnet' && kind !== 'torrent'

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
  /** How long the server asks to be left alone. */
  retry_after?: RetryAfter
  /** A stream without an end; absent of other jobs, and while it has not come yet. */
  is_live?: boolean
  /** The best place in the queue of a source of an ed2k link while none sends, 0 if none is known. */
  rank?: number
  /** Sources of an ed2k link that may have something. */
  sources?: number
  /** When sources of an ed2k link are searched or tried again, in ms; null while one is connected. */
  next_at?: number | null
  /** The data of a torrent on the disk is being verified. */
  is_checking?: boolean
  /** Bytes of a torrent that were sent to others. */
  up_bytes?: number
  up_speed_bytes?: number
  /** It is paused, and not by the box: its owner did that in the program. */
  is_paused_outside?: boolean
}

/** Bytes a second, 0: no limit. seed_ratio and seed_minutes both 0: no seeding. */
export type Limits = { down_limit_bytes: number; up_limit_bytes: number; seed_ratio: number; seed_minutes: number }

/** Limits of one job: bytes a second, 0: none of its own; seed_ratio and seed_minutes null: those of the engine. */
export type JobLimits = { down_limit: number; up_limit: number; seed_ratio: number | null; seed_minutes: number | null }

export const limitsOf = ({ down_limit, up_limit, seed_ratio, seed_minutes }: JobLimits): JobLimits => ({
  down_limit,
  up_limit,
  seed_ratio,
  seed_minutes,
})

type JobEngine = {
  active(): Promise<Job[]>
  job(gid: string): Promise<Job | undefined>
  /** Empty for an unknown job. A torrent's list may have 100,000 entries. */
  files(gid: string): Promise<JobFile[]>
  pause(gid: string): Promise<void>
  unpause(gid: string): Promise<void>
  /** The job is over; its files stay. A program of the owner's keeps the torrent, paused. */
  forget(gid: string): Promise<void>
  /** Its task is removed: a program of the owner's does not keep it either. Absent where forget does that. */
  remove?(gid: string): Promise<void>
  /** Applies at once; nothing where the job is not known or its engine has no such limits. */
  limitJob?(gid: string, limits: JobLimits): Promise<void>
  /** gid '' : the engine started or stopped. */
  onChange(listener: (gid: string) => void): void
  start(): Promise<void>
  stop(): Promise<void>
}

/** url: with user and password. dir: where the file is written, under its name there, with `<name>.aria2` beside it until it is complete. name: '' is the server's. fit: a name as the disk of dir can hold it, absent: as it is. */
export type LinkJob = {
  gid: string
  kind: LinkKind
  url: string
  dir: string
  name: string
  fit?: (name: string) => string
  limits?: JobLimits
}

export type LinkEngine = JobEngine & {
  /** The view of a video while it loads; undefined: nothing can be played of it. */
  partOf?(gid: string): PartView | undefined
  kinds: readonly LinkKind[]
  isUp(): boolean
  addLink(job: LinkJob): Promise<void>
  /** A stream without an end is done with what has come. */
  complete?(gid: string): Promise<void>
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
  /** The download folder; all paths are in it. */
  root: string
  paths: ReadonlyMap<number, string>
  chosen: readonly number[] | undefined
  check: boolean
  /** A person wants it verified, whatever the engine knows. */
  isRecheck?: boolean
  limits?: JobLimits
  /** Addresses to be asked besides those of the torrent, and those not to be asked. */
  trackers?: { added: readonly string[]; removed: readonly string[] }
  /** Besides those of the torrent. */
  webSeeds?: readonly string[]
  /** Web addresses of single files, by their index. */
  fileAddresses?: ReadonlyMap<number, readonly string[]>
}

/** A connected peer of a torrent. has: which pieces, one bit each from the highest of the first byte on; empty where the engine tells only their share, 0 to 1. client: its program, where the engine tells it. */
export type SwarmPeer = {
  address: string
  client?: string
  has: Buffer
  share?: number
  down_speed_bytes: number
  up_speed_bytes: number
  is_seed: boolean
  is_choking: boolean
  is_choked: boolean
}
/** availability: copies of the least common piece, where the engine tells it. */
export type Swarm = { has: Buffer; pieces: number; peers: SwarmPeer[]; availability?: number }

type TorrentJobs = {
  /** '' while no engine runs. */
  version(): string
  /** Resolves true when it is up, false if it was not within the time. */
  whenUp(withinMs: number): Promise<boolean>
  /** Whom the job is connected to; undefined for an unknown job. */
  swarmOf(gid: string): Promise<Swarm | undefined>
  /** Refuses a job that ended the engine several times. */
  addTorrent(job: TorrentJob): Promise<void>
  /** Fetches the metadata of a magnet: the torrent is saved in dir as <info hash>.torrent. */
  addMetadata(job: { gid: string; magnet: string; dir: string }): Promise<void>
  /** Applies at once, to running jobs too, and again at every restart. */
  configure(limits: Limits): Promise<void>
}

/** A torrent that a program of the owner's has. files: below its folder, in the order of the torrent, with its padding or without it. */
export type ProgramTorrent = {
  hash: string
  name: string
  folder: string
  state: Job['state']
  done_bytes: number
  added_at: number
}
export type ProgramTorrentFile = { path: string; size: number; isWanted: boolean }
/** All that a program of the owner's has, with what the box did not give it. */
export type ProgramLibrary = {
  /** Those whose list of files is known, and that are not being verified or moved. */
  torrents(): Promise<ProgramTorrent[]>
  /** As it is at this moment. */
  has(hash: string): Promise<boolean>
  torrentFile(hash: string): Promise<Buffer>
  files(hash: string): Promise<ProgramTorrentFile[]>
}

export type TorrentEngine = JobEngine &
  TorrentJobs & {
    isUp(): boolean
    /** False: no program fetches torrents here. Absent: one does. */
    isThere?(): boolean
    /** '' of the box's own aria2, else the program of the owner's that has the torrents. */
    programName?(): string
    /** Absent of the box's own aria2. */
    library?: ProgramLibrary
    /** It answers, and no longer takes user and password. */
    isRefused?(): boolean
    /** Bytes a second of all jobs together, 0: no limit; at each restart too. */
    limitDown(bytes: number): Promise<void>
  }

/** All engines as one. kind: of the job's task; it is then answered by its own engine whatever the others do. */
export type Engine = Omit<JobEngine, 'job' | 'files' | 'pause' | 'unpause' | 'forget' | 'remove' | 'limitJob'> &
  TorrentJobs &
  Pick<LinkEngine, 'addLink'> & {
    partOf(gid: string, kind: TaskKind): PartView | undefined
    /** The kinds that some engine takes now. */
    readonly kinds: ReadonlySet<TaskKind>
    /** '' of the box's own aria2, else the program of the owner's that has the torrents. */
    programName(): string
    /** True if every engine is up; with a kind, if those for this kind of task are. */
    isUp(kind?: TaskKind): boolean
    job(gid: string, kind?: TaskKind): Promise<Job | undefined>
    files(gid: string, kind?: TaskKind): Promise<JobFile[]>
    pause(gid: string, kind?: TaskKind): Promise<void>
    unpause(gid: string, kind?: TaskKind): Promise<void>
    forget(gid: string, kind?: TaskKind): Promise<void>
    remove(gid: string, kind: TaskKind): Promise<void>
    limitJob(gid: string, kind: TaskKind, limits: JobLimits): Promise<void>
    complete(gid: string, kind: TaskKind): Promise<void>
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
