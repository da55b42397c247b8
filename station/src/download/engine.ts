/** Interface of a download engine. A job has a gid: 16 hex digits, chosen by the station, so that adding twice never makes two jobs. */

export type Job = {
  gid: string
  state: 'waiting' | 'active' | 'seeding' | 'paused' | 'complete' | 'error' | 'removed'
  total_bytes: number
  done_bytes: number
  speed_bytes: number
  peers: number
  /** done: bytes downloaded, as reported by the engine. */
  files: { index: number; path: string; length: number; done: number }[]
  /** aria2's error code, 0 if none. */
  error: number
  error_text: string
}

/** Bytes a second, 0: no limit. seed_ratio and seed_minutes both 0: no seeding. */
export type Limits = { down_limit_bytes: number; up_limit_bytes: number; seed_ratio: number; seed_minutes: number }

export type Engine = {
  /** '' while no engine runs. */
  version(): string
  /** names: reads a server's file name in every spelling. */
  can: { magnets: boolean; names: boolean }
  isUp(): boolean
  /** Resolves true when it is up, false if it was not within the time. */
  whenUp(withinMs: number): Promise<boolean>
  addHttp(job: { gid: string; url: string; dir: string }): Promise<void>
  /** chosen: file indexes from 1; undefined: all. check: verify existing data on disk first. */
  addTorrent(job: { gid: string; torrent: Buffer; dir: string; chosen: number[] | undefined; check: boolean }): Promise<void>
  /** Fetches the metadata of a magnet: the torrent is saved in dir as <info hash>.torrent. */
  addMetadata(job: { gid: string; magnet: string; dir: string }): Promise<void>
  /** Does not include their files. */
  active(): Promise<Job[]>
  job(gid: string): Promise<Job | undefined>
  pause(gid: string): Promise<void>
  unpause(gid: string): Promise<void>
  /** Removes the job; its files stay. */
  forget(gid: string): Promise<void>
  /** gid '' : the engine started or stopped. */
  onChange(listener: (gid: string) => void): void
  /** Applies at once, to running jobs too, and again at every restart. */
  configure(limits: Limits): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
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
