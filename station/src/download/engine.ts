/** What the box asks of a download engine. A job is known by its gid: 16 hex digits, chosen by us, so that asking twice never makes two. */

export type Job = {
  gid: string
  state: 'waiting' | 'active' | 'seeding' | 'paused' | 'complete' | 'error' | 'removed'
  total_bytes: number
  done_bytes: number
  speed_bytes: number
  peers: number
  /** done: bytes of it that are here, as far as the engine says. */
  files: { index: number; path: string; length: number; done: number }[]
  /** aria2's error code, 0 without one. */
  error: number
  error_text: string
}

/** Bytes a second, 0: none. seed_ratio and seed_minutes both 0: no seeding. */
export type Limits = { down_limit_bytes: number; up_limit_bytes: number; seed_ratio: number; seed_minutes: number }

export type Engine = {
  /** '' while no engine runs. */
  version(): string
  can: { magnets: boolean }
  isUp(): boolean
  /** Resolves when it is up, false when it was not within the time. */
  whenUp(withinMs: number): Promise<boolean>
  addHttp(job: { gid: string; url: string; dir: string }): Promise<void>
  /** chosen: file indexes from 1; undefined: all. check: look at what is on disk first. */
  addTorrent(job: { gid: string; torrent: Buffer; dir: string; chosen: number[] | undefined; check: boolean }): Promise<void>
  /** Fetches what a magnet names: the torrent lands in dir as <info hash>.torrent. */
  addMetadata(job: { gid: string; magnet: string; dir: string }): Promise<void>
  /** Without their files. */
  active(): Promise<Job[]>
  job(gid: string): Promise<Job | undefined>
  pause(gid: string): Promise<void>
  unpause(gid: string): Promise<void>
  /** Forgets the job; what it wrote stays. */
  forget(gid: string): Promise<void>
  /** gid '' : the engine came or went. */
  onChange(listener: (gid: string) => void): void
  /** From now on, for what runs too, and again whenever it starts anew. */
  configure(limits: Limits): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** The engine itself refused a job, in aria2's own words. */
export class EngineRefusal extends Error {}
/** The engine is not there at the moment. */
export class EngineAway extends Error {}
