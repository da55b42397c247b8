/** ed2k links by an aMule of the box's own: what it has to do is brought to it twice a second, whatever happened to it meanwhile. */
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { EngineAway, EngineRefusal, type Job, type JobFile, type LinkEngine, type LinkJob } from '../../engine.ts'
import { diskErrorNumber } from '../../failure.ts'
import { newJob } from '../../in-process-engine.ts'
import { readEd2kFile, type Ed2kFile } from '../ed2k-file.ts'
import { openAmuleApi, type AmuleApi, type AmuleDownload } from './amule-api.ts'
import { bringIn, markOf, openAmuleJobs, setMark, type AmuleJobs } from './amule-jobs.ts'
import { runAmule, type AmuleParts, type AmuleProcess, type AmuleProgram } from './amule-program.ts'

const lookEveryMs = 500
const answersWithinTries = 100
const longestWaitMs = 60_000
/** Its sources may be gone, or have sent what was wrong: the link is given to it once more. */
const noProgressMs = 15 * 60_000

type Work = {
  job: Job
  file: Ed2kFile
  dir: string
  /** Given to this run of aMule. */
  isAdded: boolean
  movedAt: number
}

export type AmuleEngineParts = AmuleParts & {
  program: AmuleProgram
  /** The link with its allowed sources. */
  linkOf: (file: Ed2kFile) => Promise<string>
  now: () => number
  onFault: (fault: unknown) => void
}

export class AmuleEngine implements LinkEngine {
  readonly kinds = ['ed2k'] as const
  #parts: AmuleEngineParts
  #works = new Map<string, Work>()
  #events = new EventEmitter()
  #stop = new AbortController()
  #process: AmuleProcess | undefined
  #api: AmuleApi | undefined
  #jobs: AmuleJobs | undefined
  #loop: Promise<void> = Promise.resolve()
  #failures = 0
  #nextStartAt = 0

  constructor(parts: AmuleEngineParts) {
    this.#parts = parts
  }

  onChange = (listener: (gid: string) => void) => void this.#events.on('change', listener)

  /** While it starts again its jobs wait. */
  isUp(): boolean {
    return true
  }

  async start(): Promise<void> {
    this.#jobs = await openAmuleJobs(join(this.#parts.folder, 'jobs.json'))
    this.#loop = this.#run()
    this.#events.emit('change', '')
  }

  async stop(): Promise<void> {
    this.#stop.abort()
    await this.#loop
    await this.#end()
  }

  async addLink({ gid, url, dir, name }: LinkJob): Promise<void> {
    if (this.#works.has(gid)) throw new EngineRefusal('the job is known')
    const file = readEd2kFile(url, name)
    if (!file) throw new EngineRefusal('bad_link')
    if ([...this.#works.values()].some((other) => other.file.hash === file.hash)) throw new EngineRefusal('the file is known')
    const job = newJob(gid, file.size)
    await setMark(dir, file.name)
    await this.#jobs?.keep(file.hash, markOf(dir, file.name))
    this.#works.set(gid, { job, file, dir, isAdded: false, movedAt: this.#parts.now() })
  }

  /** aMule reads its limit when it starts. */
  limitDown(bytes: number): void {
    this.#parts.downLimitBytes = bytes
  }

  async active(): Promise<Job[]> {
    return [...this.#works.values()].map(({ job }) => ({ ...job })).filter(({ state }) => state === 'active')
  }

  async job(gid: string): Promise<Job | undefined> {
    const work = this.#works.get(gid)
    return work && { ...work.job }
  }

  async files(gid: string): Promise<JobFile[]> {
    const work = this.#works.get(gid)
    if (!work) return []
    return [{ index: 1, path: join(work.dir, work.file.name), length: work.file.size, done: work.job.done_bytes }]
  }

  async pause(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    if (work?.job.state !== 'active') return
    Object.assign(work.job, { state: 'paused', speed_bytes: 0, peers: 0 })
    await this.#tell((api) => api.pause(work.file.hash))
  }

  async unpause(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    if (work?.job.state !== 'paused') return
    Object.assign(work, { movedAt: this.#parts.now(), isAdded: false })
    work.job.state = 'active'
  }

  /** The part of the file that it has stays in it, for the next time; it goes with the job's work folder. */
  async forget(gid: string): Promise<void> {
    const work = this.#works.get(gid)
    this.#works.delete(gid)
    if (work && work.job.state !== 'complete') await this.#tell((api) => api.pause(work.file.hash))
  }

  /** While it is away nothing runs in it. */
  async #tell(call: (api: AmuleApi) => Promise<unknown>): Promise<void> {
    try {
      if (this.#api) await call(this.#api)
    } catch (error) {
      if (!(error instanceof EngineAway)) throw error
    }
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted) {
      try {
        await this.#look()
      } catch (error) {
        if (!(error instanceof EngineAway)) this.#parts.onFault(error)
      }
      await after(lookEveryMs, undefined, { signal: this.#stop.signal, ref: false }).catch(() => {})
    }
  }

  async #look(): Promise<void> {
    const orphans = this.#jobs?.orphans() ?? []
    if (this.#works.size === 0 && orphans.length === 0) return
    const api = await this.#reach()
    if (!api) return
    for (const hash of orphans) {
      await api.remove(hash)
      await this.#jobs?.drop(hash)
    }
    const known = new Map((await api.list()).map((download) => [download.hash.toLowerCase(), download]))
    for (const work of this.#works.values()) await this.#reconcile(api, work, known.get(work.file.hash))
  }

  async #reconcile(api: AmuleApi, work: Work, download: AmuleDownload | undefined): Promise<void> {
    const { job, file } = work
    if (job.state !== 'active') return
    if (!work.isAdded) {
      // After a restart it has the file and not its sources.
      await api.add(await this.#parts.linkOf(file))
      if (download) await api.resume(file.hash)
      work.isAdded = true
      return
    }
    if (await this.#finish(api, work, download)) return
    if (!download) return this.#fail(work, 1, 'aMule refused the link')
    if (download.status === 'insufficient_disk') return this.#fail(work, 9, download.status)
    if (download.status === 'error') return this.#fail(work, 1, download.status)
    const { completed_bytes, speed_bytes_per_second, sources } = download
    const now = this.#parts.now()
    if (completed_bytes > job.done_bytes) work.movedAt = now
    else if (now - work.movedAt > noProgressMs) Object.assign(work, { isAdded: false, movedAt: now })
    const total = typeof sources === 'number' ? sources : sources.total
    const peers = speed_bytes_per_second > 0 ? total : 0
    const next_at = total > 0 ? null : work.movedAt + noProgressMs
    Object.assign(job, { done_bytes: completed_bytes, speed_bytes: speed_bytes_per_second, peers, sources: total, next_at })
  }

  /** The finished file bears its hash as name, so that no other file is taken for it. */
  async #finish(api: AmuleApi, work: Work, download: AmuleDownload | undefined): Promise<boolean> {
    const { job, file, dir } = work
    if (download && !/^complet(e|ed)$/.test(download.status)) return false
    try {
      if (!(await bringIn(join(this.#parts.incoming, file.hash), { dir, ...file }))) return false
    } catch (error) {
      this.#fail(work, diskErrorNumber(error) ?? 1, String(error))
      return true
    }
    Object.assign(job, { state: 'complete', done_bytes: file.size, speed_bytes: 0, peers: 0 })
    if (download) await api.remove(file.hash)
    await this.#jobs?.drop(file.hash)
    this.#events.emit('change', job.gid)
    return true
  }

  #fail({ job }: Work, error: number, error_text: string): void {
    Object.assign(job, { state: 'error', error, error_text, speed_bytes: 0, peers: 0 })
    this.#events.emit('change', job.gid)
  }

  /** Starts it if it does not run; undefined while it may not be started again yet. */
  async #reach(): Promise<AmuleApi | undefined> {
    if (this.#api) return this.#api
    if (this.#parts.now() < this.#nextStartAt) return undefined
    this.#nextStartAt = this.#parts.now() + Math.min(longestWaitMs, 1_000 * 2 ** this.#failures)
    this.#failures += 1
    await this.#end()
    const running = await runAmule(this.#parts.program, this.#parts)
    this.#process = running
    running.child.once('exit', () => this.#forgetProcess(running))
    for (let tries = 0; tries < answersWithinTries && this.#process === running && !this.#stop.signal.aborted; tries += 1) {
      try {
        this.#api = await openAmuleApi(running)
        this.#failures = 0
        return this.#api
      } catch (error) {
        if (!(error instanceof EngineAway)) throw error
        await after(100, undefined, { ref: false })
      }
    }
    return undefined
  }

  /** All links are given to the next one. */
  #forgetProcess(running: AmuleProcess): void {
    if (this.#process !== running) return
    this.#process = undefined
    this.#api = undefined
    for (const work of this.#works.values()) {
      work.isAdded = false
      Object.assign(work.job, { speed_bytes: 0, peers: 0 })
    }
  }

  /** Resolves once it is gone. */
  async #end(): Promise<void> {
    const child = this.#process?.child
    this.#process = undefined
    this.#api = undefined
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    const timer = setTimeout(() => child.kill('SIGKILL'), 5_000)
    await gone.finally(() => clearTimeout(timer))
  }
}
