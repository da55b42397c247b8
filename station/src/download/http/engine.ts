/** The engine for http and https links: several connections a file, resumed by Range, every connection checked. Magnets need aria2. */
import type http from 'node:http'
import { join } from 'node:path'
import { EventEmitter } from 'node:events'
import { fileKindOf } from '@homeport/contract/shape/file.ts'
import type { SourceRule } from '../../kit/outside.ts'
import { diskFailureOf } from '../failure.ts'
import { EngineRefusal, type Job, type JobFile, type JobLimits, type LinkEngine, type LinkJob } from '../engine.ts'
import { UrlError } from './open-url.ts'
import { fileNameOf, nameFromHeaders } from './server-name.ts'
import { createThrottle, together, type Throttle } from './throttle.ts'
import type { PartView } from './part-view.ts'
import { transfer, type TransferStart } from './transfer.ts'

const speedOverMs = 3_000
const markEveryMs = 100

type Work = {
  job: Job
  files: JobFile[]
  /** Of the last run, if it is a video. */
  part: PartView | undefined
  url: string
  dir: string
  /** Given by a person, '' for the server's. */
  name: string
  stop: AbortController
  /** Of this job alone. */
  throttle: Throttle
  /** Resolves once nothing of it is written any more. */
  run: Promise<void>
  /** Bytes that came, by time, to tell the speed. */
  marks: { at: number; bytes: number }[]
}

export class HttpEngine implements LinkEngine {
  readonly kinds = ['http'] as const
  #works = new Map<string, Work>()
  #events = new EventEmitter()
  #rule: SourceRule
  #now: () => number
  #silenceMs: number
  #throttle = createThrottle()

  constructor({ rule, silenceMs, now }: { rule: SourceRule; silenceMs: number; now: () => number }) {
    this.#rule = rule
    this.#silenceMs = silenceMs
    this.#now = now
  }

  onChange = (listener: (gid: string) => void) => void this.#events.on('change', listener)

  isUp(): boolean {
    return true
  }

  async start(): Promise<void> {
    this.#events.emit('change', '')
  }

  async stop(): Promise<void> {
    const works = [...this.#works.values()]
    for (const work of works) work.stop.abort()
    await Promise.all(works.map(({ run }) => run))
  }

  async addLink({ gid, url, dir, name, limits }: LinkJob): Promise<void> {
    if (this.#works.has(gid)) throw new EngineRefusal('the job is known')
    const job: Job = {
      gid,
      state: 'active',
      total_bytes: 0,
      done_bytes: 0,
      speed_bytes: 0,
      peers: 0,
      error: 0,
      error_text: '',
    }
    const throttle = createThrottle()
    throttle.limit(limits?.down_limit ?? 0)
    const work: Work = {
      job,
      files: [],
      part: undefined,
      url,
      dir,
      name,
      stop: new AbortController(),
      throttle,
      run: Promise.resolve(),
      marks: [],
    }
    this.#works.set(gid, work)
    work.run = this.#run(work)
  }

  /** Bytes a second of all jobs together, 0: no limit. */
  limitDown(bytes: number): void {
    this.#throttle.limit(bytes)
  }

  async limitJob(gid: string, { down_limit }: JobLimits): Promise<void> {
    this.#works.get(gid)?.throttle.limit(down_limit)
  }

  async active(): Promise<Job[]> {
    return [...this.#works.values()].filter((work) => work.job.state === 'active').map((work) => this.#seen(work))
  }

  async job(gid: string): Promise<Job | undefined> {
    const work = this.#works.get(gid)
    return work && this.#seen(work)
  }

  async files(gid: string): Promise<JobFile[]> {
    return this.#works.get(gid)?.files ?? []
  }

  partOf(gid: string): PartView | undefined {
    return this.#works.get(gid)?.part
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
    Object.assign(work, { stop: new AbortController(), job: { ...work.job, state: 'active' } })
    work.run = this.#run(work)
  }

  async forget(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    work?.stop.abort()
    await work?.run
    this.#works.delete(gid)
  }

  #seen({ job, marks }: Work): Job {
    const from = marks.find((mark) => this.#now() - mark.at <= speedOverMs)
    const passed = from ? this.#now() - from.at : 0
    return { ...job, speed_bytes: from && passed > 0 ? Math.round(((job.done_bytes - from.bytes) * 1000) / passed) : 0 }
  }

  /** A failure is the box's to try again. */
  async #run(work: Work): Promise<void> {
    const { job, stop } = work
    try {
      await this.#bring(work)
      job.state = 'complete'
    } catch (error) {
      if (stop.signal.aborted) return
      Object.assign(job, { state: 'error', ...errorOf(error) })
    }
    if (!stop.signal.aborted) this.#events.emit('change', job.gid)
  }

  async #bring(work: Work): Promise<void> {
    const { job, dir } = work
    work.marks = []
    job.peers = 0
    await transfer({
      url: new URL(work.url),
      dir,
      rule: this.#rule,
      silenceMs: this.#silenceMs,
      throttle: together(this.#throttle, work.throttle),
      signal: work.stop.signal,
      onStart: ({ response, url, total, done }: TransferStart) => {
        const name = nameOf(response, url)
        Object.assign(job, { total_bytes: total, done_bytes: done })
        work.files = [{ index: 1, path: join(dir, name), length: total, done }]
        this.#events.emit('change', job.gid)
        return { name, isWatchable: [name, work.name].some((one) => fileKindOf(one) === 'video') }
      },
      onPart: (part) => void (work.part = part),
      onBytes: (bytes) => this.#count(work, bytes),
      onConnections: (change) => void (job.peers += change),
      onDropped: () => void (job.done_bytes = 0),
    })
    job.total_bytes = job.done_bytes
  }

  #count(work: Work, bytes: number): void {
    const at = this.#now()
    const last = work.marks.at(-1)
    if (!last || at - last.at >= markEveryMs) {
      work.marks = work.marks.filter((mark) => at - mark.at <= speedOverMs)
      work.marks.push({ at, bytes: work.job.done_bytes })
    }
    work.job.done_bytes += bytes
  }
}

/** aria2's numbers: 9 a full disk, 15 a file that cannot be written, 6 the network. */
function errorOf(error: unknown): Pick<Job, 'error' | 'error_text'> {
  if (error instanceof UrlError) return { error: error.error, error_text: error.message }
  const { reason } = diskFailureOf(error)
  return { error: reason === 'no_space' ? 9 : reason === 'no_folder' ? 15 : 6, error_text: String(error) }
}

function nameOf(response: http.IncomingMessage, url: URL): string {
  return nameFromHeaders(response.headers) || fileNameOf(decoded(url.pathname.split('/').at(-1) ?? '')) || 'index.html'
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
