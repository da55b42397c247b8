/** The engine for http and https links: several connections a file, resumed by Range, every connection checked. Magnets need aria2. */
import { join } from 'node:path'
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'
import type { SourceRule } from '../../kit/outside.ts'
import type { Job, JobFile, JobLimits, LinkJob } from '../engine/engine.ts'
import { diskErrorNumber, redirectText } from '../engine/failure.ts'
import { InProcessEngine, newJob, type RunningJob } from '../engine/in-process-engine.ts'
import { createSpeedMeter, type SpeedMeter } from '../engine/speed-meter.ts'
import { RedirectToLink } from './redirect.ts'
import { UrlError } from './url-error.ts'
import { nameOfAnswer } from './server-name.ts'
import { createThrottle, together, type Throttle } from './throttle.ts'
import type { PartView } from '../engine/part-view.ts'
import { transfer, type TransferStart } from './transfer.ts'

type HttpJob = RunningJob & {
  files: JobFile[]
  /** The view of the last run, if it is a video. */
  part: PartView | undefined
  url: string
  dir: string
  /** Given by a person, '' for the server's. */
  name: string
  fit: LinkJob['fit'] | undefined
  /** The limit of this job alone. */
  throttle: Throttle
  /** The speed of the last run. */
  speed: SpeedMeter
}

export class HttpEngine extends InProcessEngine<HttpJob> {
  readonly kinds = ['http'] as const
  #rule: SourceRule
  #now: () => number
  #silenceMs: number
  #throttle = createThrottle()
  #singleHosts = new Set<string>()

  constructor({ rule, silenceMs, now }: { rule: SourceRule; silenceMs: number; now: () => number }) {
    super()
    this.#rule = rule
    this.#silenceMs = silenceMs
    this.#now = now
  }

  /** Bytes a second of all jobs together, 0: no limit. */
  limitDown(bytes: number): void {
    this.#throttle.limit(bytes)
  }

  async limitJob(gid: string, { down_limit }: JobLimits): Promise<void> {
    this.running(gid)?.throttle.limit(down_limit)
  }

  partOf(gid: string): PartView | undefined {
    return this.running(gid)?.part
  }

  protected prepare({ gid, url, dir, name, fit, limits }: LinkJob): HttpJob {
    const throttle = createThrottle()
    throttle.limit(limits?.down_limit ?? 0)
    return {
      job: newJob(gid, 0),
      files: [],
      part: undefined,
      url,
      dir,
      name,
      fit,
      stop: new AbortController(),
      throttle,
      run: Promise.resolve(),
      speed: createSpeedMeter(this.#now),
    }
  }

  protected view({ job, speed }: HttpJob): Job {
    return { ...job, speed_bytes: speed.bytesPerSecond() }
  }

  protected filesOf({ files }: HttpJob): JobFile[] {
    return files
  }

  /** A failure is the box's to try again. */
  protected async bring(running: HttpJob): Promise<void> {
    const { job, stop } = running
    try {
      await this.#transfer(running)
      job.state = 'complete'
    } catch (error) {
      if (stop.signal.aborted) return
      Object.assign(job, { state: 'error', ...errorOf(error) })
    }
    if (!stop.signal.aborted) this.changed(job.gid)
  }

  async #transfer(running: HttpJob): Promise<void> {
    const { job, dir } = running
    running.speed = createSpeedMeter(this.#now)
    job.peers = 0
    const bytes = await transfer({
      url: new URL(running.url),
      dir,
      rule: this.#rule,
      silenceMs: this.#silenceMs,
      singleHosts: this.#singleHosts,
      throttle: together(this.#throttle, running.throttle),
      signal: running.stop.signal,
      onStart: ({ response, url, total, done }: TransferStart) => {
        const given = nameOfAnswer(response.headers, url)
        const name = running.fit?.(given) ?? given
        Object.assign(job, { total_bytes: total, done_bytes: done })
        running.files = [{ index: 1, path: join(dir, name), length: total, done }]
        this.changed(job.gid)
        return { name, isWatchable: [name, running.name].some((one) => fileKindOf(one) === 'video') }
      },
      onPart: (part) => void (running.part = part),
      onBytes: (bytes) => {
        running.speed.add(bytes)
        job.done_bytes += bytes
      },
      onConnections: (change) => void (job.peers += change),
      onDropped: () => void (job.done_bytes = 0),
    })
    Object.assign(job, { total_bytes: bytes, done_bytes: bytes })
  }
}

/** 6: the network. */
function errorOf(error: unknown): Pick<Job, 'error' | 'error_text' | 'retry_after'> {
  if (error instanceof RedirectToLink) return { error: error.error, error_text: redirectText(error.link) }
  if (error instanceof UrlError) return { error: error.error, error_text: error.message, retry_after: error.retryAfter }
  return { error: diskErrorNumber(error) ?? 6, error_text: String(error) }
}
