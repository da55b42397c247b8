/** A qBittorrent of the owner's as the engine for torrents, by its Web API. It stays what it is: torrents that the box did not add keep its own rules of sharing, and none leaves it but with its task. */
import { EventEmitter } from 'node:events'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { backoff } from '@homeport/contract/kit/backoff.ts'
import {
  EngineAway,
  EngineRefusal,
  type Job,
  type JobFile,
  type JobLimits,
  type Limits,
  type ProgramLibrary,
  type Swarm,
  type TorrentEngine,
  type TorrentJob,
} from '../engine/engine.ts'
import type { ProgramLogin, ProgramPorts } from '../house-program/program-login.ts'
import type { TorrentTasks } from '../house-program/torrent-tasks.ts'
import { isComplete, isOwn, isPaused, isSeeding, jobOf, peerOf, Peers, PieceStates, stateOf, type Entry } from './answers.ts'
import { createApi, LoginRefused, type Api } from './client.ts'
import { limitSpeeds } from './limit-speeds.ts'
import { addTorrent } from './add-torrent.ts'
import { createLibrary } from './library.ts'
import { createMetadataJobs } from './metadata-jobs.ts'
import { createPauseWatch } from './pause-watch.ts'
import { filesOf, withBoxIndexes } from './place-files.ts'
import { settlesWithinMs } from './settle.ts'
import { isSharedEnough } from './share-end.ts'
import { diskErrorOf } from './disk-error.ts'
import { createTorrentList, type TorrentList } from './torrent-list.ts'
import { verbsOf, type Verbs } from './verbs.ts'

const lookEveryMs = 1_000
const firstWaitMs = 500
const longestWaitMs = 30_000

export type QbittorrentDeps = ProgramPorts & { login: ProgramLogin; tasks: TorrentTasks; onFault: (fault: unknown) => void }

export class Qbittorrent implements TorrentEngine {
  readonly #deps: QbittorrentDeps
  readonly #api: Api
  readonly #list: TorrentList
  readonly #metadata: ReturnType<typeof createMetadataJobs>
  readonly #events = new EventEmitter()
  readonly library: ProgramLibrary
  #version = ''
  #verbs: Verbs | undefined
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
  #states = new Map<string, string>()
  readonly #pauses = createPauseWatch()

  constructor(deps: QbittorrentDeps) {
    this.#deps = deps
    this.#api = createApi(deps.login, deps)
    this.#list = createTorrentList(this.#api)
    this.#metadata = createMetadataJobs({ api: this.#api, list: this.#list })
    this.#events.setMaxListeners(0)
    const ask = <T>(work: () => Promise<T>) => this.#ask(work)
    this.library = createLibrary({ api: this.#api, list: this.#list, isOfMetadata: this.#metadata.isOf, ask })
  }

  programName = (): string => 'qBittorrent'
  version = (): string => this.#version
  isUp = (): boolean => this.#verbs !== undefined
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
    await this.#looking
    if (this.isUp()) await this.#metadata.dropAll().catch(() => {})
    this.#verbs = undefined
    this.#api.stop()
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
      if (!this.#verbs) await this.#connect()
      await this.#list.read({ isNow: true })
      await this.#metadata.look()
      await this.#endShares()
      this.#tellChanges(await this.#deps.tasks.byHashes([...this.#list.all().keys()]))
      return true
    } catch (error) {
      if (!(error instanceof EngineAway) && !(error instanceof EngineRefusal) && !this.#stopping.signal.aborted)
        this.#deps.onFault(error)
      this.#goAway(error)
      return false
    }
  }

  async #connect(): Promise<void> {
    await this.#api.signIn()
    const version = await this.#api.text('app/version')
    const verbs = verbsOf(await this.#api.text('app/webapiVersion'))
    this.#list.forget()
    await this.#list.read({ isNow: true })
    await this.#metadata.dropLeftOvers()
    this.#version = version.replace(/^v/, '')
    this.#verbs = verbs
    this.#isRefused = false
    this.#states.clear()
    if (this.#limits) await this.#applyLimits(this.#limits)
    await this.#pauseUnwanted(verbs)
    this.#events.emit('up')
    this.#events.emit('change', '')
  }

  /** Stopped in the app while the program was away. */
  async #pauseUnwanted(verbs: Verbs): Promise<void> {
    for (const [hash, { isWanted }] of await this.#deps.tasks.byHashes([...this.#list.all().keys()])) {
      const entry = this.#list.of(hash)
      if (!isWanted && entry && !isPaused(entry)) await verbs.pause(this.#api, hash)
    }
  }

  #goAway(error: unknown): void {
    this.#isRefused = error instanceof LoginRefused
    const wasUp = this.isUp()
    this.#verbs = undefined
    this.#version = ''
    this.#list.forget()
    if (wasUp) this.#events.emit('change', '')
  }

  #tellChanges(tasks: ReadonlyMap<string, { gid: string }>): void {
    for (const [hash, entry] of this.#list.all()) {
      const gid = tasks.get(hash)?.gid
      const before = this.#states.get(hash)
      if (before !== entry.state) this.#states.set(hash, entry.state)
      if (gid !== undefined) this.#pauses.look(gid, entry)
      if (gid !== undefined && before !== undefined && before !== entry.state) this.#events.emit('change', gid)
    }
    for (const hash of this.#states.keys()) if (!this.#list.of(hash)) this.#states.delete(hash)
  }

  /** Ends the sharing of what the box added; the program itself ends the others. */
  async #endShares(): Promise<void> {
    const shared = [...this.#list.all()].filter(([, entry]) => isSeeding(entry))
    if (shared.length === 0) return
    const tasks = await this.#deps.tasks.byHashes(shared.map(([hash]) => hash))
    for (const [hash, entry] of shared) {
      const task = tasks.get(hash)
      if (!task || this.#isSettling(task.gid) || !this.#limits) continue
      if (isSharedEnough(entry, { task, box: this.#limits, isOwn: isOwn(entry) })) await this.#now().pause(this.#api, hash)
    }
  }

  #now(): Verbs {
    if (!this.#verbs) throw new EngineAway('qBittorrent is away')
    return this.#verbs
  }

  /** An answer that fails shows at once that it is away. */
  async #ask<T>(work: (verbs: Verbs) => Promise<T>): Promise<T> {
    const verbs = this.#now()
    try {
      return await work(verbs)
    } catch (error) {
      if (error instanceof EngineAway) this.#goAway(error)
      throw error
    }
  }

  async #hashOf(gid: string): Promise<string | undefined> {
    return this.#deps.tasks.hashOf(gid)
  }

  #isSettling(gid: string): boolean {
    const at = this.#begunAt.get(gid)
    if (at === undefined) return false
    if (performance.now() - at < settlesWithinMs) return true
    this.#begunAt.delete(gid)
    return false
  }

  async active(): Promise<Job[]> {
    return this.#ask(async () => {
      await this.#list.read()
      const moving = [...this.#list.all()].filter(([, entry]) => ['active', 'seeding'].includes(stateOf(entry)))
      const tasks = await this.#deps.tasks.byHashes(moving.map(([hash]) => hash))
      const torrents = moving.flatMap(([hash, entry]) => {
        const gid = tasks.get(hash)?.gid
        return gid === undefined || this.#left.has(gid) ? [] : [this.#jobOf(gid, entry)]
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
      if (!entry || this.#metadata.isOf(entry)) return undefined
      const job = this.#jobOf(gid, entry)
      return job.state === 'error' ? { ...job, ...(await diskErrorOf(entry)) } : job
    })
  }

  #jobOf(gid: string, entry: Entry): Job {
    const job = jobOf(gid, entry)
    const isStale = isComplete(entry) && this.#isSettling(gid)
    if (isStale) return { ...job, state: 'active', is_checking: true }
    return job.state === 'paused' && isPaused(entry) && this.#pauses.isRunning(gid) ? { ...job, is_paused_outside: true } : job
  }

  async files(gid: string): Promise<JobFile[]> {
    const hash = await this.#hashOf(gid)
    if (hash === undefined || this.#left.has(gid)) return []
    return this.#ask(async (): Promise<JobFile[]> => {
      await this.#list.read()
      const entry = this.#list.of(hash)
      if (!entry || this.#metadata.isOf(entry)) return []
      const files = withBoxIndexes(await filesOf(this.#api, hash), await this.#deps.tasks.indexesOf(gid))
      return [...files].map(([index, { name, size, progress }]) => ({
        index,
        path: join(entry.save_path, name),
        length: size,
        done: Math.floor(size * progress),
      }))
    })
  }

  async pause(gid: string): Promise<void> {
    const hash = await this.#hashOf(gid)
    this.#pauses.paused(gid)
    if (hash !== undefined) await this.#ask((verbs) => verbs.pause(this.#api, hash))
  }

  async unpause(gid: string): Promise<void> {
    const hash = await this.#hashOf(gid)
    this.#pauses.begun(gid)
    if (hash !== undefined) await this.#ask((verbs) => verbs.begin(this.#api, hash))
  }

  async forget(gid: string): Promise<void> {
    if (this.#metadata.jobOf(gid)) return this.#metadata.forget(gid)
    this.#begunAt.delete(gid)
    const hash = await this.#hashOf(gid)
    if (hash === undefined) return
    this.#left.add(gid)
    this.#pauses.paused(gid)
    await this.#ask(async (verbs) => {
      await this.#list.read()
      const entry = this.#list.of(hash)
      if (entry && !isPaused(entry)) await verbs.pause(this.#api, hash)
    })
  }

  async remove(gid: string): Promise<void> {
    const hash = await this.#hashOf(gid)
    this.#left.delete(gid)
    this.#pauses.begun(gid)
    if (hash === undefined) return
    await this.#ask(async () => {
      // Another task has this torrent by now.
      if ((await this.#deps.tasks.byHashes([hash])).has(hash)) return
      await this.#list.read({ isNow: true })
      const entry = this.#list.of(hash)
      if (!entry) return
      await this.#api.post('torrents/delete', { hashes: hash, deleteFiles: false })
      if (entry.save_path !== '') await rm(join(entry.save_path, `.${hash}.parts`), { force: true })
    })
  }

  async addTorrent(job: TorrentJob): Promise<void> {
    await this.#ask(async (verbs) => {
      const { isKnown } = await addTorrent({ api: this.#api, list: this.#list, verbs }, job)
      if (isKnown) this.#begunAt.set(job.gid, performance.now())
      this.#left.delete(job.gid)
      this.#pauses.begun(job.gid)
    })
  }

  async addMetadata(job: { gid: string; magnet: string; dir: string }): Promise<void> {
    await this.#ask((verbs) => this.#metadata.add(job, verbs))
  }

  async limitJob(gid: string, { down_limit, up_limit }: JobLimits): Promise<void> {
    const hash = await this.#hashOf(gid)
    if (hash !== undefined) await this.#ask(() => limitSpeeds(this.#api, hash, { down_limit, up_limit }))
  }

  async swarmOf(gid: string): Promise<Swarm | undefined> {
    const hash = await this.#hashOf(gid)
    if (hash === undefined || this.#left.has(gid)) return undefined
    return this.#ask(async () => {
      await this.#list.read()
      const entry = this.#list.of(hash)
      if (!entry) return undefined
      const pieces = await this.#api.json(`torrents/pieceStates?hash=${hash}`, PieceStates)
      const { peers } = await this.#api.json(`sync/torrentPeers?hash=${hash}`, Peers)
      const has = Buffer.alloc(Math.ceil(pieces.length / 8))
      for (const [at, state] of pieces.entries()) if (state === 2) has[at >> 3] = (has[at >> 3] ?? 0) | (0x80 >> (at & 7))
      const all = Object.values(peers).map(peerOf)
      // The program's figure counts what is here.
      const availability = all.every(({ is_seed }) => is_seed) ? all.length : Math.max(0, entry.availability)
      return { has, pieces: pieces.length, peers: all, availability }
    })
  }

  async configure(limits: Limits): Promise<void> {
    this.#limits = limits
    if (this.isUp()) await this.#ask(() => this.#applyLimits(limits)).catch(unlessItIsAway)
  }

  async limitDown(bytes: number): Promise<void> {
    if (!this.#limits || this.#limits.down_limit_bytes === bytes) return
    await this.configure({ ...this.#limits, down_limit_bytes: bytes })
  }

  /** A limit of the program's own stays where the box has none. */
  async #applyLimits({ down_limit_bytes: down, up_limit_bytes: up }: Limits): Promise<void> {
    if (down > 0 || this.#hasLimit.down) await this.#api.post('transfer/setDownloadLimit', { limit: down })
    if (up > 0 || this.#hasLimit.up) await this.#api.post('transfer/setUploadLimit', { limit: up })
    this.#hasLimit = { down: down > 0, up: up > 0 }
  }
}

function unlessItIsAway(error: unknown): void {
  if (!(error instanceof EngineAway)) throw error
}
