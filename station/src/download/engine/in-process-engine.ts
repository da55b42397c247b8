/** Base of the engines that run in the box's own process: their jobs, each with a run that can be stopped and begun again. */
import { EventEmitter } from 'node:events'
import { EngineRefusal, type Job, type JobFile, type LinkEngine, type LinkJob, type LinkKind } from './engine.ts'

/** run: resolves once nothing of the job is written any more. */
export type RunningJob = { job: Job; stop: AbortController; run: Promise<void> }

export const newJob = (gid: string, total_bytes: number): Job => ({
  gid,
  state: 'active',
  total_bytes,
  done_bytes: 0,
  speed_bytes: 0,
  peers: 0,
  error: 0,
  error_text: '',
})

export abstract class InProcessEngine<Running extends RunningJob> implements LinkEngine {
  abstract readonly kinds: readonly LinkKind[]
  #jobs = new Map<string, Running>()
  #events = new EventEmitter()

  /** Until it is complete, has failed or is stopped; never rejects. */
  protected abstract bring(running: Running): Promise<void>
  /** The job with its figures of this moment. */
  protected abstract view(running: Running): Job
  protected abstract filesOf(running: Running): JobFile[]
  /** Throws an EngineRefusal for a link that it cannot take. */
  protected abstract prepare(link: LinkJob): Running
  abstract limitDown(bytes: number): void

  onChange = (listener: (gid: string) => void) => void this.#events.on('change', listener)

  protected changed(gid: string): void {
    this.#events.emit('change', gid)
  }

  protected running(gid: string): Running | undefined {
    return this.#jobs.get(gid)
  }

  isUp(): boolean {
    return true
  }

  async start(): Promise<void> {
    this.changed('')
  }

  async stop(): Promise<void> {
    const jobs = [...this.#jobs.values()]
    for (const { stop } of jobs) stop.abort()
    await Promise.all(jobs.map(({ run }) => run))
  }

  async addLink(link: LinkJob): Promise<void> {
    if (this.#jobs.has(link.gid)) throw new EngineRefusal('the job is known')
    const running = this.prepare(link)
    this.#jobs.set(link.gid, running)
    running.run = this.bring(running)
  }

  async active(): Promise<Job[]> {
    return [...this.#jobs.values()].filter(({ job }) => job.state === 'active').map((running) => this.view(running))
  }

  async job(gid: string): Promise<Job | undefined> {
    const running = this.#jobs.get(gid)
    return running && this.view(running)
  }

  async files(gid: string): Promise<JobFile[]> {
    const running = this.#jobs.get(gid)
    return running ? this.filesOf(running) : []
  }

  async pause(gid: string): Promise<void> {
    const running = this.#jobs.get(gid)
    if (running?.job.state !== 'active') return
    running.job.state = 'paused'
    running.stop.abort()
    await running.run
  }

  async unpause(gid: string): Promise<void> {
    const running = this.#jobs.get(gid)
    if (running?.job.state !== 'paused') return
    // The run that was stopped may still write into its own job.
    Object.assign(running, { stop: new AbortController(), job: { ...running.job, state: 'active' } })
    running.run = this.bring(running)
  }

  async forget(gid: string): Promise<void> {
    const running = this.#jobs.get(gid)
    running?.stop.abort()
    await running?.run
    this.#jobs.delete(gid)
  }
}
