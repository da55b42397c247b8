/** The engine for rtmp and mms: ffmpeg copies the stream to a file. One without an end is complete when it is stopped or its server ends it. */
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { sourceOf } from '@homeport/contract/shape/source.ts'
import type { SourceRule } from '../../kit/outside.ts'
import { EngineRefusal, type Job, type JobFile, type LinkEngine, type LinkJob, type LinkKind } from '../engine.ts'
import { diskFailureOf } from '../failure.ts'
import { fileNameOf } from '../http/server-name.ts'
import { openForwarder } from './forwarder.ts'
import { streamParts } from './parts.ts'
import { record, type Recorded } from './recording.ts'
import { waysOf, type Way } from './ways.ts'

const speedOverMs = 3_000
/** A stream that broke off is tried again at once, then after these waits; with all of them in vain it has ended. */
const usualWaits = [1_000, 3_000, 9_000, 20_000, 30_000]
/** The end of a stream may lack this much. */
const nearEndMs = 2_000

type Work = {
  job: Job & { is_live: boolean }
  file: JobFile
  link: LinkJob
  ways: Way[]
  host: string
  stop: AbortController
  run: Promise<void>
  marks: { at: number; bytes: number }[]
}
type StreamEngineParts = {
  ffmpeg: string
  kinds: readonly LinkKind[]
  rule: SourceRule
  silenceMs: number
  now: () => number
  waitsMs?: readonly number[] | undefined
}

export class StreamEngine implements LinkEngine {
  readonly kinds: readonly LinkKind[]
  #parts: StreamEngineParts & { waitsMs: readonly number[] }
  #works = new Map<string, Work>()
  #events = new EventEmitter()

  constructor(parts: StreamEngineParts) {
    this.kinds = parts.kinds
    this.#parts = { ...parts, waitsMs: parts.waitsMs ?? usualWaits }
  }

  isUp = (): boolean => true
  onChange = (listener: (gid: string) => void) => void this.#events.on('change', listener)
  /** A stream comes at its own speed. */
  limitDown(): void {}

  async start(): Promise<void> {
    this.#events.emit('change', '')
  }

  async stop(): Promise<void> {
    const works = [...this.#works.values()]
    for (const work of works) work.stop.abort()
    await Promise.all(works.map(({ run }) => run))
  }

  async addLink(link: LinkJob): Promise<void> {
    const { gid, dir } = link
    if (this.#works.has(gid)) throw new EngineRefusal('the job is known')
    const source = sourceOf(link.url)
    if (source.kind !== 'rtmp' && source.kind !== 'mms') throw new EngineRefusal('no stream')
    const stem = fileNameOf(link.name || source.name).replace(/\.(flv|f4v|mp4|wmv|asf|wma|mkv)$/i, '')
    const name = `${stem.slice(0, 120) || source.host}.mkv`
    const idle = { total_bytes: 0, done_bytes: 0, speed_bytes: 0, peers: 0, error: 0, error_text: '' }
    const work: Work = {
      job: { gid, state: 'active', is_live: false, ...idle },
      file: { index: 1, path: join(dir, name), length: 0, done: 0 },
      link,
      ways: waysOf(source),
      host: source.host,
      stop: new AbortController(),
      run: Promise.resolve(),
      marks: [],
    }
    this.#works.set(gid, work)
    work.run = this.#run(work)
  }

  async active(): Promise<Job[]> {
    return [...this.#works.values()].filter(({ job }) => job.state === 'active').map((work) => this.#seen(work))
  }

  async job(gid: string): Promise<Job | undefined> {
    const work = this.#works.get(gid)
    return work && this.#seen(work)
  }

  async files(gid: string): Promise<JobFile[]> {
    const work = this.#works.get(gid)
    return work ? [work.file] : []
  }

  /** What has come is kept; the next part begins where the stream then is. */
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
    Object.assign(work, { stop: new AbortController() })
    work.job.state = 'active'
    work.run = this.#run(work)
  }

  /** A stream without an end is done with what has come. */
  async complete(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    if (work?.job.state !== 'active') return
    work.stop.abort()
    await work.run
    work.run = this.#finish(work)
    await work.run
  }

  async forget(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    work?.stop.abort()
    await work?.run
    this.#works.delete(gid)
  }

  #seen({ job, marks }: Work): Job {
    const from = marks.find((mark) => this.#parts.now() - mark.at <= speedOverMs)
    const passed = from ? this.#parts.now() - from.at : 0
    return { ...job, speed_bytes: from && passed > 0 ? Math.round(((job.done_bytes - from.bytes) * 1000) / passed) : 0 }
  }

  async #run(work: Work): Promise<void> {
    const { job, stop } = work
    try {
      const failure = await this.#copy(work)
      if (stop.signal.aborted) return
      if (failure) Object.assign(job, { state: 'error', ...failure })
      else return await this.#finish(work)
    } catch (error) {
      if (stop.signal.aborted) return
      Object.assign(job, { state: 'error', ...diskError(error) })
    }
    this.#events.emit('change', job.gid)
  }

  async #finish(work: Work): Promise<void> {
    const { job, file, link } = work
    try {
      const size = await streamParts(link.dir).join(this.#parts.ffmpeg, file.path.slice(link.dir.length + 1))
      if (size === 0) Object.assign(job, { state: 'error', error: 6, error_text: 'nothing came' })
      else Object.assign(job, { state: 'complete', total_bytes: size, done_bytes: size })
    } catch (error) {
      Object.assign(job, { state: 'error', ...diskError(error) })
    }
    this.#events.emit('change', job.gid)
  }

  /** Until the stream ends; undefined if it did, else why it cannot be had. */
  async #copy(work: Work): Promise<Pick<Job, 'error' | 'error_text'> | undefined> {
    const parts = streamParts(work.link.dir)
    const { signal } = work.stop
    let failures = 0
    let failed = ''
    while (!signal.aborted) {
      const before = await parts.bytes()
      const { recorded, why } = await this.#connect(work, await parts.next(), before)
      failed = why
      if (signal.aborted) return undefined
      if (recorded.isUnknown) return { error: 1, error_text: 'no_engine' }
      if (recorded.isFull) return { error: 9, error_text: '' }
      if (why === 'private' || why === 'own_port') return { error: 22, error_text: why }
      const isWhole = recorded.lengthMs > 0 && recorded.passedMs >= recorded.lengthMs - nearEndMs
      if (recorded.bytes > 0 && (isWhole || !recorded.isBroken)) return undefined
      // One with an end begins anew.
      if (recorded.lengthMs > 0) await parts.drop()
      failures = recorded.passedMs > 0 ? 0 : failures + 1
      const waitMs = this.#parts.waitsMs[failures]
      if (waitMs === undefined) break
      await after(waitMs, undefined, { signal }).catch(() => {})
    }
    if (signal.aborted || (await parts.bytes()) > 0) return undefined
    return failed === 'unknown_host' ? { error: 19, error_text: failed } : { error: 6, error_text: '' }
  }

  /** The first way by which something comes. */
  async #connect(work: Work, output: string, before: number): Promise<{ recorded: Recorded; why: string }> {
    const { ffmpeg, rule, silenceMs } = this.#parts
    const { job, ways, host, stop, marks } = work
    let result: { recorded: Recorded; why: string } | undefined
    for (const { port, isTls, isHttp, args, input } of ways) {
      const forwarder = await openForwarder({ host, port, isTls, isHttp, rule, silenceMs })
      const recorded = await record({
        ffmpeg,
        args,
        input: input(forwarder.port),
        output,
        silenceMs,
        signal: stop.signal,
        onKind: ({ isLive }) => void (job.is_live = isLive),
        onBytes: (bytes) => {
          job.done_bytes = before + bytes
          job.peers = 1
          marks.push({ at: this.#parts.now(), bytes: job.done_bytes })
          if (marks.length > 100) marks.splice(0, 50)
          if (marks.length === 1) this.#events.emit('change', job.gid)
        },
      }).finally(() => forwarder.stop())
      result = { recorded, why: forwarder.failed() }
      if (recorded.bytes > 0 || stop.signal.aborted) break
    }
    job.peers = 0
    if (!result) throw new EngineRefusal('no way to this stream')
    return result
  }
}

/** aria2's numbers: 9 a full disk, 15 a file that cannot be written. */
function diskError(error: unknown): Pick<Job, 'error' | 'error_text'> {
  const { reason } = diskFailureOf(error)
  return { error: reason === 'no_space' ? 9 : reason === 'no_folder' ? 15 : 1, error_text: '' }
}
