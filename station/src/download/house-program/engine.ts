/** A torrent program of the owner's as the engine for torrents, by its driver. It stays what it is: torrents that the box did not add keep its own rules of sharing, and none leaves it but with its task. */
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { backoff } from '@homeport/contract/kit/backoff.ts'
import {
  EngineAway,
  EngineRefusal,
  unlessAway,
  type Job,
  type JobFile,
  type JobLimits,
  type Limits,
  type ProgramLibrary,
  type Swarm,
  type TorrentEngine,
  type TorrentJob,
} from '../engine/engine.ts'
import { addTorrent } from './add-torrent.ts'
import { diskErrorOf } from './disk-error.ts'
import { isComplete, isOfMetadata, LoginRefused, type Driver, type HouseTorrent } from './driver.ts'
import { createLibrary } from './library.ts'
import { createMetadataJobs } from './metadata-jobs.ts'
import { createPauseWatch } from './pause-watch.ts'
import { withBoxIndexes } from './place-files.ts'
import { jobOf, removedJob, swarmOf } from './job-of-torrent.ts'
import { endTorrent, removeTorrent } from './remove-torrent.ts'
import { isSharedEnough } from './share-end.ts'
import { createTorrentList, createTorrentTurns, type TorrentList } from './torrent-list.ts'
import type { TorrentTask, TorrentTasks } from './torrent-tasks.ts'

const lookEveryMs = 1_000
const firstWaitMs = 500
const longestWaitMs = 30_000
/** All that are shared are looked at this often, the others as soon as something of them is another. */
const sharesEveryMs = 10_000

export type HouseEngineDeps = {
  driver: Driver
  tasks: TorrentTasks
  warn: (line: string) => void
  onFault: (fault: unknown) => void
}

export class HouseEngine implements TorrentEngine {
  readonly #deps: HouseEngineDeps
  readonly #driver: Driver
  readonly #list: TorrentList
  readonly #metadata: ReturnType<typeof createMetadataJobs>
  readonly #events = new EventEmitter()
  readonly library: ProgramLibrary
  #version = ''
  #isUp = false
  #limits: Limits | undefined
  #stopping = new AbortController()
  #looking: Promise<void> | undefined
  #isRefused = false
  /** The box has no job for these any more, though the program keeps them. */
  #left = new Set<string>()
  /** When they were begun again, by gid. */
  #begunAt = new Map<string, number>()
  /** The box set it, so that it may take it away again. */
  #hasLimit = { down: false, up: false }
  readonly #turns = createTorrentTurns()
  #sharesAt = -Infinity
  /** Info hashes of tasks: of other torrents their owner's pauses mean nothing. */
  #taskHashes = new Set<string>()
  /** Info hashes of tasks of which the program may know less than lies on the disk. */
  #unverified = new Set<string>()
  readonly #pauses: ReturnType<typeof createPauseWatch>

  constructor(deps: HouseEngineDeps) {
    this.#deps = deps
    this.#driver = deps.driver
    const onRemoved = (hash: string, { state }: HouseTorrent) =>
      state === 'active' && this.#taskHashes.has(hash) && this.#pauses.removed(hash)
    this.#list = createTorrentList({ ...deps, onRemoved })
    this.#metadata = createMetadataJobs({ driver: deps.driver, list: this.#list })
    this.#pauses = createPauseWatch(deps.driver.settlesWithinMs)
    this.#events.setMaxListeners(0)
    const ask = <T>(work: () => Promise<T>) => this.#ask(work)
    const isPausing = (hash: string) => this.#pauses.isPausing(hash, this.#list.askedAt())
    this.library = createLibrary({ driver: deps.driver, list: this.#list, isPausing, ask })
  }

  programName = (): string => this.#driver.name
  version = (): string => this.#version
  isUp = (): boolean => this.#isUp
  /** It answers, and takes user and password no longer. */
  isRefused = (): boolean => this.#isRefused

  whenUp(withinMs: number): Promise<boolean> {
    if (this.isUp() || this.#stopping.signal.aborted) return Promise.resolve(this.isUp())
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer)
        for (const event of ['up', 'stop']) this.#events.off(event, settle)
        resolve(this.isUp())
      }
      const timer = setTimeout(settle, withinMs)
      for (const event of ['up', 'stop']) this.#events.once(event, settle)
    })
  }

  onChange(listener: (gid: string) => void): void {
    this.#events.on('change', listener)
  }

  async start(): Promise<void> {
    this.#looking ??= this.#keepLooking()
    await this.whenUp(firstWaitMs)
  }

  /** The program goes on. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    this.#events.emit('stop')
    // One that is away may be silent: it is not waited for.
    if (!this.#isUp) this.#driver.stop()
    await this.#looking
    if (this.#isUp) await this.#metadata.dropAll().catch(() => {})
    this.#isUp = false
    this.#driver.stop()
  }

  async #keepLooking(): Promise<void> {
    let failures = 0
    while (!this.#stopping.signal.aborted) {
      const isFine = await this.#lookOnce()
      failures = isFine ? 0 : failures + 1
      const waitMs = isFine ? lookEveryMs : backoff(failures - 1, { first: firstWaitMs, most: longestWaitMs })
      await after(waitMs, undefined, { signal: this.#stopping.signal, ref: false }).catch(() => {})
    }
  }

  async #lookOnce(): Promise<boolean> {
    try {
      if (!this.#isUp) await this.#connect()
      await this.#list.read({ isNow: true })
      await this.#metadata.look()
      await this.#lookAtChanged()
      return true
    } catch (error) {
      if (!(error instanceof EngineAway) && !(error instanceof EngineRefusal) && !this.#stopping.signal.aborted)
        this.#deps.onFault(error)
      this.#goAway(error)
      return false
    }
  }

  async #connect(): Promise<void> {
    const { version, hasRestarted } = await this.#driver.connect()
    // A pause is not told from its owner's then, and the box's word holds. It is told once, whatever fails from here on.
    if (hasRestarted) this.#pauses.forget()
    if (hasRestarted) this.#unverified = new Set(this.#taskHashes)
    this.#list.forget()
    await this.#list.read({ isNow: true })
    await this.#metadata.dropLeftOvers()
    this.#version = version
    this.#isUp = true
    this.#isRefused = false
    this.#turns.forget()
    this.#sharesAt = -Infinity
    if (this.#limits) await this.#applyLimits(this.#limits)
    this.#events.emit('up')
    this.#events.emit('change', '')
  }

  /** Stopped in the app while the program was away. hashes: of torrents that are new to the box; a program that starts may tell of some late. */
  async #pauseUnwanted(hashes: readonly string[]): Promise<void> {
    for (const [hash, { isWanted }] of await this.#deps.tasks.byHashes(hashes)) {
      this.#taskHashes.add(hash)
      const entry = this.#list.of(hash)
      if (!isWanted && entry && !entry.isStopped) await this.#pauses.pausing(hash, () => this.#driver.pause(hash))
    }
  }

  #goAway(error: unknown): void {
    this.#isRefused = error instanceof LoginRefused
    const wasUp = this.isUp()
    this.#isUp = false
    this.#version = ''
    this.#list.forget()
    if (wasUp) this.#events.emit('change', '')
  }

  /** Tasks are looked up for what has another state, and now and then for all that are shared. */
  async #lookAtChanged(): Promise<void> {
    const { appeared, turned, gone } = this.#turns.of(this.#list.takeChanged(), this.#list.of)
    for (const hash of gone) this.#leave(hash)
    if (appeared.length > 0) await this.#pauseUnwanted(appeared)
    for (const hash of this.#taskHashes) {
      const entry = this.#list.of(hash)
      if (entry) this.#pauses.look(hash, entry, this.#list.askedAt())
    }
    const isTurn = performance.now() - this.#sharesAt >= sharesEveryMs
    if (isTurn) this.#sharesAt = performance.now()
    const looked = isTurn ? [...this.#list.all().keys()] : turned
    const shared = looked.filter((hash) => this.#list.of(hash)?.state === 'seeding')
    if (turned.length + shared.length === 0) return
    const tasks = await this.#deps.tasks.byHashes([...new Set([...turned, ...shared])])
    for (const hash of shared) await this.#endShare(hash, tasks.get(hash))
    for (const hash of turned) {
      const task = tasks.get(hash)
      if (task) this.#events.emit('change', task.gid)
    }
  }

  /** Ends the sharing of what the box added; the program itself ends the others. */
  async #endShare(hash: string, task: TorrentTask | undefined): Promise<void> {
    const entry = this.#list.of(hash)
    if (!entry || !task || this.#isSettling(task.gid)) return
    if (this.#limits && isSharedEnough(entry, { task, box: this.#limits })) await endTorrent(this.#driver, hash, entry)
  }

  /** An answer that fails shows at once that it is away. */
  async #ask<T>(work: () => Promise<T>): Promise<T> {
    if (!this.#isUp) throw new EngineAway(`${this.#driver.name} is away`)
    try {
      return await work()
    } catch (error) {
      if (error instanceof EngineAway) this.#goAway(error)
      throw error
    }
  }

  async #hashOf(gid: string): Promise<string | undefined> {
    const hash = await this.#deps.tasks.hashOf(gid)
    if (hash !== undefined) this.#taskHashes.add(hash)
    return hash
  }

  #leave(hash: string): void {
    this.#taskHashes.delete(hash)
    this.#pauses.left(hash)
  }

  #isSettling(gid: string): boolean {
    const at = this.#begunAt.get(gid)
    if (at === undefined) return false
    if (performance.now() - at < this.#driver.settlesWithinMs) return true
    this.#begunAt.delete(gid)
    return false
  }

  async active(): Promise<Job[]> {
    return this.#ask(async () => {
      await this.#list.read()
      const moving = [...this.#list.all()].filter(([, entry]) => entry.state === 'active' || entry.state === 'seeding')
      const tasks = await this.#deps.tasks.byHashes(moving.map(([hash]) => hash))
      const torrents = moving.flatMap(([hash, entry]) => {
        const gid = tasks.get(hash)?.gid
        return gid === undefined || this.#left.has(gid) ? [] : [this.#jobOf(gid, { hash, entry })]
      })
      return [...this.#metadata.active(), ...torrents]
    })
  }

  async job(gid: string): Promise<Job | undefined> {
    const metadata = this.#metadata.jobOf(gid)
    if (metadata) return metadata
    if (this.#left.has(gid)) return undefined
    return this.#ask(async () => {
      const hash = await this.#hashOf(gid)
      if (hash === undefined) return undefined
      await this.#list.read()
      const entry = this.#list.of(hash)
      if (!entry && this.#pauses.isRemoved(hash)) return removedJob(gid)
      if (!entry || isOfMetadata(entry)) return undefined
      const job = this.#jobOf(gid, { hash, entry })
      return job.state === 'error' ? { ...job, ...(await diskErrorOf(entry)) } : job
    })
  }

  #jobOf(gid: string, { hash, entry }: { hash: string; entry: HouseTorrent }): Job {
    const job = jobOf(gid, entry)
    const isStale = isComplete(entry) && this.#isSettling(gid)
    if (isStale) return { ...job, state: 'active', is_checking: true }
    return entry.state === 'paused' && entry.isStopped && this.#pauses.isRunning(hash) ? { ...job, is_paused_outside: true } : job
  }

  async files(gid: string): Promise<JobFile[]> {
    const hash = await this.#hashOf(gid)
    if (hash === undefined || this.#left.has(gid)) return []
    return this.#ask(async (): Promise<JobFile[]> => {
      await this.#list.read()
      const entry = this.#list.of(hash)
      if (!entry || isOfMetadata(entry)) return []
      const files = withBoxIndexes(await this.#driver.files(hash), await this.#deps.tasks.indexesOf(gid))
      return [...files].map(([index, { name, size, done }]) => ({ index, path: join(entry.folder, name), length: size, done }))
    })
  }

  async pause(gid: string): Promise<void> {
    const hash = await this.#hashOf(gid)
    if (hash === undefined) return
    await this.#pauses.pausing(hash, () => this.#ask(() => this.#driver.pause(hash)))
  }

  async unpause(gid: string): Promise<void> {
    const hash = await this.#hashOf(gid)
    if (hash === undefined) return
    this.#pauses.begun(hash)
    await this.#ask(() => (this.#unverified.has(hash) ? this.#driver.verify(hash) : this.#driver.begin(hash)))
    this.#unverified.delete(hash)
  }

  async forget(gid: string): Promise<void> {
    if (this.#metadata.jobOf(gid)) return this.#metadata.forget(gid)
    this.#begunAt.delete(gid)
    const hash = await this.#hashOf(gid)
    if (hash === undefined) return
    this.#left.add(gid)
    const end = async () => {
      await this.#list.read()
      const entry = this.#list.of(hash)
      if (entry) await endTorrent(this.#driver, hash, entry)
    }
    await this.#pauses.pausing(hash, () => this.#ask(end))
  }

  async remove(gid: string): Promise<void> {
    const hash = await this.#hashOf(gid)
    this.#left.delete(gid)
    if (hash === undefined) return
    await this.#ask(async () => {
      // Another task has this torrent by now.
      if ((await this.#deps.tasks.byHashes([hash])).has(hash)) return
      this.#pauses.begun(hash)
      await this.#list.read({ isNow: true })
      const entry = this.#list.of(hash)
      this.#taskHashes.delete(hash)
      if (entry) await removeTorrent(this.#driver, hash, entry)
    })
  }

  async addTorrent(job: TorrentJob): Promise<void> {
    await this.#ask(async () => {
      const { isKnown } = await addTorrent({ driver: this.#driver, list: this.#list }, job)
      if (isKnown) this.#begunAt.set(job.gid, performance.now())
      this.#left.delete(job.gid)
      const hash = await this.#hashOf(job.gid)
      if (hash !== undefined) this.#pauses.begun(hash)
    })
  }

  async addMetadata(job: { gid: string; magnet: string; dir: string }): Promise<void> {
    await this.#ask(() => this.#metadata.add(job))
  }

  async limitJob(gid: string, { down_limit: down, up_limit: up }: JobLimits): Promise<void> {
    const hash = await this.#hashOf(gid)
    this.#sharesAt = -Infinity
    if (hash !== undefined) await this.#ask(() => this.#driver.limitTorrent(hash, { down, up }))
  }

  async swarmOf(gid: string): Promise<Swarm | undefined> {
    const hash = await this.#hashOf(gid)
    if (hash === undefined || this.#left.has(gid)) return undefined
    return this.#ask(async () => {
      await this.#list.read()
      const entry = this.#list.of(hash)
      if (!entry) return undefined
      return swarmOf(await this.#driver.swarm(hash), entry)
    })
  }

  async configure(limits: Limits): Promise<void> {
    this.#limits = limits
    this.#sharesAt = -Infinity
    if (this.isUp()) await unlessAway(this.#ask(() => this.#applyLimits(limits)))
  }

  async limitDown(bytes: number): Promise<void> {
    if (!this.#limits || this.#limits.down_limit_bytes === bytes) return
    await this.configure({ ...this.#limits, down_limit_bytes: bytes })
  }

  /** A limit of the program's own stays where the box has none. */
  async #applyLimits({ down_limit_bytes: down, up_limit_bytes: up }: Limits): Promise<void> {
    await this.#driver.limitAll({
      down: down > 0 || this.#hasLimit.down ? down : undefined,
      up: up > 0 || this.#hasLimit.up ? up : undefined,
    })
    this.#hasLimit = { down: down > 0, up: up > 0 }
  }
}
