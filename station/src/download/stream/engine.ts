/** The engine for rtmp and mms: ffmpeg copies the stream to a file. One without an end is complete when it is stopped or its server ends it. */
import { cutText } from '@homeport/contract/shape/field/text.ts'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import type { SourceRule } from '../../kit/outside.ts'
import { EngineRefusal, type Job, type JobFile, type LinkJob, type LinkKind } from '../engine/engine.ts'
import { diskErrorNumber } from '../engine/failure.ts'
import { fileNameOf } from '../http/server-name.ts'
import { InProcessEngine, newJob, type RunningJob } from '../engine/in-process-engine.ts'
import { createSpeedMeter, type SpeedMeter } from '../engine/speed-meter.ts'
import { openForwarder } from './forwarder.ts'
import { streamParts } from './parts.ts'
import { record, type Recorded } from './recording.ts'
import { waysOf, type Way } from './routes.ts'

/** A stream that broke off is tried again at once, then after these waits; with all of them in vain it has ended. */
const usualWaits = [1_000, 3_000, 9_000, 20_000, 30_000]
/** The end of a stream may lack this much. */
const nearEndMs = 2_000

type StreamJob = RunningJob & {
  file: JobFile
  link: LinkJob
  ways: Way[]
  host: string
  speed: SpeedMeter
}
type StreamEngineDeps = {
  ffmpeg: string
  kinds: readonly LinkKind[]
  rule: SourceRule
  silenceMs: number
  now: () => number
  waitsMs?: readonly number[] | undefined
}

export class StreamEngine extends InProcessEngine<StreamJob> {
  readonly kinds: readonly LinkKind[]
  #deps: StreamEngineDeps & { waitsMs: readonly number[] }

  constructor(deps: StreamEngineDeps) {
    super()
    this.kinds = deps.kinds
    this.#deps = { ...deps, waitsMs: deps.waitsMs ?? usualWaits }
  }

  /** A stream comes at its own speed. */
  limitDown(): void {}

  /** A stream without an end is done with what has come, before a pause too. */
  async complete(gid: string): Promise<void> {
    const running = this.running(gid)
    if (running?.job.state !== 'active' && running?.job.state !== 'paused') return
    running.stop.abort()
    await running.run
    running.run = this.#finish(running)
    await running.run
  }

  protected prepare(link: LinkJob): StreamJob {
    const parsed = parseLink(link.url)
    if (parsed.kind !== 'rtmp' && parsed.kind !== 'mms') throw new EngineRefusal('no stream')
    const stem = fileNameOf(link.name || parsed.name).replace(/\.(flv|f4v|mp4|wmv|asf|wma|mkv)$/i, '')
    const given = `${cutText(stem, 120) || parsed.host}.mkv`
    const name = link.fit?.(given) ?? given
    return {
      job: newJob(link.gid, 0),
      file: { index: 1, path: join(link.dir, name), length: 0, done: 0 },
      link,
      ways: waysOf(parsed),
      host: parsed.host,
      stop: new AbortController(),
      run: Promise.resolve(),
      speed: createSpeedMeter(this.#deps.now),
    }
  }

  protected filesOf({ file }: StreamJob): JobFile[] {
    return [file]
  }

  protected view({ job, speed }: StreamJob): Job {
    return { ...job, speed_bytes: speed.bytesPerSecond() }
  }

  /** The data that came before a pause is kept; the next part begins where the stream then is. */
  protected async bring(running: StreamJob): Promise<void> {
    const { job, stop } = running
    try {
      const failure = await this.#copy(running)
      if (stop.signal.aborted) return
      if (failure) Object.assign(job, { state: 'error', ...failure })
      else return await this.#finish(running)
    } catch (error) {
      if (stop.signal.aborted) return
      Object.assign(job, { state: 'error', ...errorOf(error) })
    }
    this.changed(job.gid)
  }

  async #finish({ job, file, link }: StreamJob): Promise<void> {
    try {
      const size = await streamParts(link.dir).join(this.#deps.ffmpeg, file.path.slice(link.dir.length + 1))
      if (size === 0) Object.assign(job, { state: 'error', error: 6, error_text: 'nothing came' })
      else Object.assign(job, { state: 'complete', total_bytes: size, done_bytes: size })
    } catch (error) {
      Object.assign(job, { state: 'error', ...errorOf(error) })
    }
    this.changed(job.gid)
  }

  /** Until the stream ends; undefined if it did, else why it cannot be had. */
  async #copy(running: StreamJob): Promise<Pick<Job, 'error' | 'error_text'> | undefined> {
    const parts = streamParts(running.link.dir)
    const { signal } = running.stop
    let failures = 0
    let failed = ''
    while (!signal.aborted) {
      const before = await parts.bytes()
      // Bytes from before a restart of the box count while nothing new has come.
      running.job.done_bytes = before
      const { recorded, why } = await this.#connect(running, await parts.next(), before)
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
      const waitMs = this.#deps.waitsMs[failures]
      if (waitMs === undefined) break
      await after(waitMs, undefined, { signal }).catch(() => {})
    }
    if (signal.aborted || (await parts.bytes()) > 0) return undefined
    return failed === 'unknown_host' ? { error: 19, error_text: failed } : { error: 6, error_text: '' }
  }

  /** The first way by which something comes. */
  async #connect(running: StreamJob, output: string, before: number): Promise<{ recorded: Recorded; why: string }> {
    const { ffmpeg, rule, silenceMs } = this.#deps
    const { job, ways, host, stop, speed } = running
    let result: { recorded: Recorded; why: string } | undefined
    for (const { port, isTls, isHttp, args, input } of ways) {
      const forwarder = await openForwarder({ host, port, isTls, isHttp, rule, silenceMs })
      // Told to end, ffmpeg still waits for the end of its input.
      stop.signal.addEventListener('abort', () => void forwarder.stop(), { once: true })
      const recorded = await record({
        ffmpeg,
        args,
        input: input(forwarder.port),
        output,
        silenceMs,
        signal: stop.signal,
        onKind: ({ isLive }) => void (job.is_live = isLive),
        onBytes: (bytes) => {
          const isFirst = job.done_bytes === 0
          speed.add(Math.max(0, before + bytes - job.done_bytes))
          job.done_bytes = before + bytes
          job.peers = 1
          if (isFirst) this.changed(job.gid)
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

const errorOf = (error: unknown): Pick<Job, 'error' | 'error_text'> => ({ error: diskErrorNumber(error) ?? 1, error_text: '' })
