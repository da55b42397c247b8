/** A small engine for plain http links without aria2: one connection a job, resumed by Range, every redirect checked. Magnets need aria2. */
import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import type http from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { EventEmitter } from 'node:events'
import type { SourceRule } from '../../kit/outside.ts'
import { diskFailureOf } from '../failure.ts'
import { EngineRefusal, type Engine, type Job, type Limits } from '../engine.ts'
import { openUrl, UrlError } from './open-url.ts'
import { fileNameOf, nameFromHeaders } from './server-name.ts'
import { createThrottle } from './throttle.ts'

const speedOverMs = 3_000

type Work = { job: Job; url: string; dir: string; stop: AbortController; marks: { at: number; bytes: number }[] }

export class HttpEngine implements Engine {
  can = { magnets: false, names: true }
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

  version = () => ''
  isUp = () => true
  whenUp = () => Promise.resolve(true)
  onChange = (listener: (gid: string) => void) => void this.#events.on('change', listener)

  async start(): Promise<void> {
    this.#events.emit('change', '')
  }

  async stop(): Promise<void> {
    for (const work of this.#works.values()) work.stop.abort()
  }

  async addHttp({ gid, url, dir }: { gid: string; url: string; dir: string }): Promise<void> {
    if (this.#works.has(gid)) throw new EngineRefusal('the job is known')
    const job: Job = {
      gid,
      state: 'active',
      total_bytes: 0,
      done_bytes: 0,
      speed_bytes: 0,
      peers: 0,
      files: [],
      error: 0,
      error_text: '',
    }
    const work = { job, url, dir, stop: new AbortController(), marks: [] }
    this.#works.set(gid, work)
    void this.#run(work)
  }

  /** It neither seeds nor uploads: only the download limit applies. */
  async configure({ down_limit_bytes }: Limits): Promise<void> {
    this.#throttle.limit(down_limit_bytes)
  }

  addTorrent = () => Promise.reject(new EngineRefusal('no aria2'))
  addMetadata = () => Promise.reject(new EngineRefusal('no aria2'))

  async active(): Promise<Job[]> {
    return [...this.#works.values()].filter((work) => work.job.state === 'active').map((work) => this.#seen(work))
  }

  async job(gid: string): Promise<Job | undefined> {
    const work = this.#works.get(gid)
    return work && this.#seen(work)
  }

  async pause(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    if (work?.job.state !== 'active') return
    work.job.state = 'paused'
    work.stop.abort()
  }

  async unpause(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    if (work?.job.state !== 'paused') return
    Object.assign(work, { stop: new AbortController(), job: { ...work.job, state: 'active' } })
    void this.#run(work)
  }

  async forget(gid: string): Promise<void> {
    this.#works.get(gid)?.stop.abort()
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

  /** Writes to one .aria2 file, so that partial data is not taken for the complete file. */
  async #bring(work: Work): Promise<void> {
    const part = join(work.dir, 'part.aria2')
    const have = await stat(part).then(
      (file) => file.size,
      () => 0,
    )
    const { signal } = work.stop
    const { response, url } = await openUrl(new URL(work.url), { rule: this.#rule, signal, have, silenceMs: this.#silenceMs })
    const name = nameOf(response, url)
    const isRest = response.statusCode === 206 && have > 0
    const { job } = work
    job.done_bytes = isRest ? have : 0
    const length = Number(response.headers['content-length'] ?? 0)
    job.total_bytes = length > 0 ? job.done_bytes + length : 0
    job.files = [{ index: 1, path: join(work.dir, name), length: job.total_bytes, done: job.done_bytes }]
    this.#events.emit('change', job.gid)
    response.on('data', (chunk: Buffer) => {
      job.done_bytes += chunk.length
      work.marks = [
        ...work.marks.filter((mark) => this.#now() - mark.at <= speedOverMs),
        { at: this.#now(), bytes: job.done_bytes },
      ].slice(-200)
    })
    const file = createWriteStream(part, { flags: isRest ? 'a' : 'w', flush: true })
    try {
      await pipeline(response, this.#throttle.stream(), file, { signal })
    } catch (error) {
      const canGoOn = length > 0 || isRest || response.headers['accept-ranges'] === 'bytes'
      if (!canGoOn) await rm(part, { force: true })
      if (!canGoOn) job.done_bytes = 0
      throw error
    }
    if (length > 0 && job.done_bytes !== job.total_bytes) throw new UrlError(6, 'the line was cut')
    job.total_bytes = job.done_bytes
    await rename(part, join(work.dir, name))
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
