/** Links as jobs of the aria2 that fetches torrents: its limit of speed and its list of active jobs cover them too. */
import type { Job, JobFile, JobLimits, LinkEngine, LinkJob, LinkKind } from '../engine.ts'
import type { Aria2 } from './engine.ts'

export abstract class Aria2LinkJobs implements LinkEngine {
  abstract readonly kinds: readonly LinkKind[]
  protected readonly aria2: Aria2

  constructor(aria2: Aria2) {
    this.aria2 = aria2
  }

  abstract addLink(job: LinkJob): Promise<void>

  isUp = (): boolean => this.aria2.isUp()

  active = async (): Promise<Job[]> => []
  limitDown(): void {}
  onChange(): void {}
  async start(): Promise<void> {}
  async stop(): Promise<void> {}

  job = (gid: string): Promise<Job | undefined> => this.aria2.job(gid)
  files = (gid: string): Promise<JobFile[]> => this.aria2.files(gid)
  pause = (gid: string): Promise<void> => this.aria2.pause(gid)
  unpause = (gid: string): Promise<void> => this.aria2.unpause(gid)
  forget = (gid: string): Promise<void> => this.aria2.forget(gid)
  limitJob = (gid: string, limits: JobLimits): Promise<void> => this.aria2.limitJob(gid, limits)
}
