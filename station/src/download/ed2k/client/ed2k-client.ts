/** The box's own client for ed2k links: it fetches, verifies and resumes; it sends nothing to others. */
import { EventEmitter } from 'node:events'
import type { SourceRule } from '../../../kit/outside.ts'
import { EngineRefusal, type Job, type JobFile, type JobLimits, type LinkEngine, type LinkJob } from '../../engine.ts'
import { diskFailureOf } from '../../failure.ts'
import { createThrottle, together, type Throttle } from '../../http/throttle.ts'
import { readEd2kFile, type Address, type Ed2kFile } from '../ed2k-file.ts'
import { createFileTransfer, type FileTransfer } from './file-transfer.ts'
import { createServerSession } from './server-session.ts'
import { createSpeedMeter, type SpeedMeter } from './speed-meter.ts'
import { loadUserHash } from './user-hash.ts'

type Work = {
  job: Job
  file: Ed2kFile
  transfer: FileTransfer
  speed: SpeedMeter
  /** Of this job alone. */
  throttle: Throttle
  stop: AbortController
  /** Resolves once nothing of it is written any more. */
  run: Promise<void>
}

export type Ed2kClientParts = {
  /** The box's own. */
  folder: string
  servers: readonly Address[]
  rule: SourceRule
  silenceMs: number
  now: () => number
}

export class Ed2kClient implements LinkEngine {
  readonly kinds = ['ed2k'] as const
  #parts: Ed2kClientParts
  #works = new Map<string, Work>()
  #events = new EventEmitter()
  #throttle = createThrottle()
  #userHash: Buffer
  #stop = new AbortController()
  #servers

  constructor(parts: Ed2kClientParts) {
    this.#parts = parts
    this.#userHash = loadUserHash(parts.folder)
    const shared = { userHash: this.#userHash, rule: parts.rule, silenceMs: parts.silenceMs, signal: this.#stop.signal }
    this.#servers = parts.servers.map((address) => createServerSession({ address, ...shared }))
  }

  onChange = (listener: (gid: string) => void) => void this.#events.on('change', listener)

  isUp(): boolean {
    return true
  }

  async start(): Promise<void> {
    this.#events.emit('change', '')
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    const works = [...this.#works.values()]
    for (const work of works) work.stop.abort()
    await Promise.all(works.map(({ run }) => run))
  }

  async addLink({ gid, url, dir, name, limits }: LinkJob): Promise<void> {
    if (this.#works.has(gid)) throw new EngineRefusal('the job is known')
    const file = readEd2kFile(url, name)
    if (!file) throw new EngineRefusal('bad_link')
    const { rule, silenceMs, now } = this.#parts
    const speed = createSpeedMeter(now)
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
      now,
      onBytes: (bytes) => speed.add(bytes),
    })
    const job: Job = {
      gid,
      state: 'active',
      total_bytes: file.size,
      done_bytes: 0,
      speed_bytes: 0,
      peers: 0,
      error: 0,
      error_text: '',
    }
    const work: Work = { job, file, transfer, speed, throttle, stop: new AbortController(), run: Promise.resolve() }
    this.#works.set(gid, work)
    work.run = this.#run(work)
  }

  async limitJob(gid: string, { down_limit }: JobLimits): Promise<void> {
    this.#works.get(gid)?.throttle.limit(down_limit)
  }

  limitDown(bytes: number): void {
    this.#throttle.limit(bytes)
  }

  async active(): Promise<Job[]> {
    return [...this.#works.values()].filter((work) => work.job.state === 'active').map(viewOf)
  }

  async job(gid: string): Promise<Job | undefined> {
    const work = this.#works.get(gid)
    return work && viewOf(work)
  }

  async files(gid: string): Promise<JobFile[]> {
    const work = this.#works.get(gid)
    const path = work?.transfer.path() ?? ''
    return work && path !== '' ? [{ index: 1, path, length: work.file.size, done: work.transfer.view().done }] : []
  }

  async pause(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    if (work?.job.state !== 'active') return
    work.job.state = 'paused'
    work.stop.abort()
    await work.run
  }

  async unpause(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    if (work?.job.state !== 'paused') return
    work.job.state = 'active'
    work.stop = new AbortController()
    work.run = this.#run(work)
  }

  async forget(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    work?.stop.abort()
    await work?.run
    this.#works.delete(gid)
  }

  /** A failure is the box's to try again. */
  async #run({ job, transfer, stop }: Work): Promise<void> {
    try {
      await transfer.run(stop.signal)
      job.state = 'complete'
    } catch (error) {
      if (stop.signal.aborted) return
      const { reason } = diskFailureOf(error)
      const number = reason === 'no_space' ? 9 : reason === 'no_folder' ? 15 : 1
      Object.assign(job, { state: 'error', error: number, error_text: String(error) })
    }
    if (!stop.signal.aborted) this.#events.emit('change', job.gid)
  }
}

function viewOf({ job, transfer, speed }: Work): Job {
  const { done, sending, rank, sources, nextAt } = transfer.view()
  const isActive = job.state === 'active'
  return {
    ...job,
    done_bytes: job.state === 'complete' ? job.total_bytes : done,
    speed_bytes: isActive ? speed.bytesPerSecond() : 0,
    peers: isActive ? sending : 0,
    rank,
    sources,
    next_at: isActive ? nextAt : null,
  }
}
