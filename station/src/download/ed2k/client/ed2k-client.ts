/** The box's own client for ed2k links: it fetches, verifies and resumes; it sends nothing to others. */
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import type { SourceRule } from '../../../kit/outside.ts'
import { EngineRefusal, type Job, type JobFile, type JobLimits, type LinkJob } from '../../engine/engine.ts'
import { diskErrorNumber } from '../../engine/failure.ts'
import { createThrottle, together, type Throttle } from '../../http/throttle.ts'
import { InProcessEngine, newJob, type RunningJob } from '../../engine/in-process-engine.ts'
import { createSpeedMeter, type SpeedMeter } from '../../engine/speed-meter.ts'
import { readEd2kFile, type Address, type Ed2kFile } from '../ed2k-file.ts'
import { createFileTransfer, type FileTransfer } from './file-transfer.ts'
import { createServerSession } from './server-session.ts'
import { loadUserHash } from './user-hash.ts'

type Ed2kJob = RunningJob & {
  file: Ed2kFile
  transfer: FileTransfer
  speed: SpeedMeter
  /** The limit of this job alone. */
  throttle: Throttle
}

export type Ed2kClientDeps = {
  /** The box's own. */
  folder: string
  /** The first download folder. */
  downloads: string
  servers: readonly Address[]
  rule: SourceRule
  silenceMs: number
  now: () => number
  elapsed?: () => number
}

export class Ed2kClient extends InProcessEngine<Ed2kJob> {
  readonly kinds = ['ed2k'] as const
  #deps: Ed2kClientDeps
  #throttle = createThrottle()
  #userHash: Buffer
  #stop = new AbortController()
  #servers

  constructor(deps: Ed2kClientDeps) {
    super()
    this.#deps = deps
    this.#userHash = loadUserHash(deps.folder)
    const shared = { userHash: this.#userHash, rule: deps.rule, silenceMs: deps.silenceMs, signal: this.#stop.signal }
    this.#servers = deps.servers.map((address) => createServerSession({ address, ...shared }))
  }

  /** In boxes of an earlier version aMule fetched ed2k links; nobody reads what it left. */
  override async start(): Promise<void> {
    await super.start()
    const { folder, downloads } = this.#deps
    for (const path of [join(folder, 'amule'), join(downloads, '.amule')])
      await rm(path, { recursive: true, force: true }).catch((error: unknown) => {
        // A download folder that is a file, or on a disk that takes no change, is told where it is opened.
        if (!(error instanceof Error && 'code' in error && (error.code === 'ENOTDIR' || error.code === 'EROFS'))) throw error
      })
  }

  override async stop(): Promise<void> {
    this.#stop.abort()
    await super.stop()
  }

  async limitJob(gid: string, { down_limit }: JobLimits): Promise<void> {
    this.running(gid)?.throttle.limit(down_limit)
  }

  limitDown(bytes: number): void {
    this.#throttle.limit(bytes)
  }

  protected prepare({ gid, url, dir, name, fit, limits }: LinkJob): Ed2kJob {
    const link = parseLink(url)
    const given = name || (link.kind === 'ed2k' ? link.name : '')
    const file = readEd2kFile(url, fit?.(given) ?? given)
    if (!file) throw new EngineRefusal('bad_link')
    const { rule, silenceMs, now, elapsed = now } = this.#deps
    const speed = createSpeedMeter(elapsed)
    const throttle = createThrottle()
    throttle.limit(limits?.down_limit ?? 0)
    const transfer = createFileTransfer({
      file,
      dir,
      servers: this.#servers,
      userHash: this.#userHash,
      rule,
      throttle: together(this.#throttle, throttle),
      silenceMs,
      now: elapsed,
      onBytes: (bytes) => speed.add(bytes),
    })
    return { job: newJob(gid, file.size), file, transfer, speed, throttle, stop: new AbortController(), run: Promise.resolve() }
  }

  protected filesOf({ transfer, file }: Ed2kJob): JobFile[] {
    const path = transfer.path()
    return path === '' ? [] : [{ index: 1, path, length: file.size, done: transfer.view().done }]
  }

  /** A failure is the box's to try again. */
  protected async bring({ job, transfer, stop }: Ed2kJob): Promise<void> {
    try {
      await transfer.run(stop.signal)
      job.state = 'complete'
    } catch (error) {
      if (stop.signal.aborted) return
      Object.assign(job, { state: 'error', error: diskErrorNumber(error) ?? 1, error_text: String(error) })
    }
    if (!stop.signal.aborted) this.changed(job.gid)
  }

  protected view({ job, transfer, speed }: Ed2kJob): Job {
    const { done, sending, rank, sources, nextAt } = transfer.view()
    const isActive = job.state === 'active'
    const { now, elapsed = now } = this.#deps
    return {
      ...job,
      done_bytes: job.state === 'complete' ? job.total_bytes : done,
      speed_bytes: isActive ? speed.bytesPerSecond() : 0,
      peers: isActive ? sending : 0,
      rank,
      sources,
      next_at: isActive && nextAt !== null ? now() - elapsed() + nextAt : null,
    }
  }
}
