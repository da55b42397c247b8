/** The aria2 engine for torrents: started by the station, restarted with backoff when it dies, stopped with the station; jobs by JSON-RPC. */
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { mkdir, realpath, rm, symlink } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { backoff } from '@homeport/contract/kit/backoff.ts'
import * as z from 'zod/mini'
import { speedsOf, toAria2Options, toJobOptions } from './limits.ts'
import { runAria2, type Program, type Aria2Deps, type Running } from './program.ts'
import {
  EngineAway,
  EngineRefusal,
  unlessAway,
  type Job,
  type JobFile,
  type JobLimits,
  type Limits,
  type Swarm,
  type TorrentEngine,
  type TorrentJob,
} from '../engine/engine.ts'
import { endedByJob } from '../engine/failure.ts'
import { openRpc, type Rpc } from './rpc.ts'
import { Bitfield, Files, jobOf, Own, peerOf, Peers, Pieces, Status, type JobPieces } from './rpc-answers.ts'

const answersWithinTries = 50
const firstWaitMs = 250
const longestWaitMs = 30_000
const pauseTries = 20
/** One that ends sooner has failed. */
const youngMs = 30_000
/** After a failure the next job is handed over once aria2 has lived this long with the one before it. */
const proofMs = 2_000
/** A job handed over within this time before aria2 ended is taken for the cause. */
const blameMs = 10_000
const maxEngineEnds = 3
const keys = [
  'gid',
  'status',
  'seeder',
  'totalLength',
  'completedLength',
  'downloadSpeed',
  'connections',
  'errorCode',
  'errorMessage',
  'uploadLength',
  'uploadSpeed',
  'verifiedLength',
  'verifyIntegrityPending',
]

const noOwn: JobLimits = { down_limit: 0, up_limit: 0, seed_ratio: null, seed_minutes: null }
/** dir: absolute. */
type UrlsJob = { gid: string; urls: string[]; dir: string; options: Record<string, string>; limits: JobLimits | undefined }

export class Aria2 implements TorrentEngine {
  #program: Program
  #deps: Aria2Deps
  #events = new EventEmitter()
  #running: Running | undefined
  #rpc: Rpc | undefined
  #isStopped = false
  /** Young ends in a row. */
  #failures = 0
  #upAt = -Infinity
  #lastJob: { gid: string; at: number } | undefined
  /** How often aria2 ended just after it got a job, by gid. */
  #ends = new Map<string, number>()
  #limits: Limits | undefined
  /** Limits of the jobs that have some of their own. */
  #jobLimits = new Map<string, JobLimits>()

  constructor(program: Program, deps: Aria2Deps) {
    this.#program = program
    this.#deps = deps
    this.#events.setMaxListeners(0)
  }

  version(): string {
    return this.#program.version
  }

  hasSftp(): boolean {
    return this.#program.hasSftp
  }

  isUp(): boolean {
    return this.#rpc !== undefined
  }

  /** False after that time, and as soon as the engine is stopped. */
  whenUp(withinMs: number): Promise<boolean> {
    if (this.#rpc || this.#isStopped) return Promise.resolve(this.#rpc !== undefined)
    return new Promise((resolve) => {
      const settle = () => {
        clearTimeout(timer)
        for (const event of ['up', 'stop']) this.#events.off(event, settle)
        resolve(this.#rpc !== undefined)
      }
      const timer = setTimeout(settle, withinMs)
      for (const event of ['up', 'stop']) this.#events.once(event, settle)
    })
  }

  onChange(listener: (gid: string) => void): void {
    this.#events.on('change', listener)
  }

  /** The station's own port, refused as a download source. */
  port(): number {
    return this.#running?.port ?? 0
  }

  async start(): Promise<void> {
    if (this.#isStopped) return
    try {
      const running = await runAria2(this.#program, this.#deps, randomBytes(24).toString('base64url'))
      this.#running = running
      running.child.once('exit', () => void this.#again())
      if (this.#isStopped) return void running.child.kill('SIGKILL')
      const rpc = await this.#reach(running)
      if (this.#limits) await rpc.call('changeGlobalOption', toAria2Options(this.#limits))
      this.#rpc = rpc
      this.#upAt = performance.now()
      this.#events.emit('up')
      this.#events.emit('change', '')
    } catch {
      if (this.#running) this.#running.child.kill('SIGKILL')
      else await this.#again()
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#events.emit('stop')
    const child = this.#running?.child
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    // It may end by itself meanwhile.
    const gone = new Promise((resolve) => child.once('exit', resolve))
    await this.#settleDown().catch(() => {})
    child.kill('SIGKILL')
    await gone
  }

  /** Pauses the jobs, which saves their progress; aria2's own shutdown takes seconds. */
  async #settleDown(): Promise<void> {
    await this.#call('forcePauseAll')
    for (let tries = 0; tries < pauseTries && (await this.active()).length > 0; tries += 1) await after(50)
  }

  async #reach({ child, port, secret }: Running): Promise<Rpc> {
    for (let tries = 0; tries < answersWithinTries && child.exitCode === null && child.signalCode === null; tries += 1) {
      try {
        return await openRpc({
          port,
          secret,
          onNotice: (gid) => this.#events.emit('change', gid),
          onClose: () => {
            this.#rpc = undefined
            child.kill('SIGKILL')
          },
        })
      } catch {
        await after(60)
      }
    }
    throw new EngineAway('aria2 started and does not answer')
  }

  async #again(): Promise<void> {
    this.#rpc = undefined
    this.#running = undefined
    this.#noteEnd()
    // After a stop nothing may be read from the database any more.
    if (this.#isStopped) return
    this.#events.emit('change', '')
    const waitMs = backoff(Math.max(0, this.#failures - 1), { first: firstWaitMs, most: longestWaitMs })
    await after(waitMs, undefined, { ref: false })
    await this.start()
  }

  #noteEnd(): void {
    const now = performance.now()
    this.#failures = this.#isYoung() || this.#upAt === -Infinity ? this.#failures + 1 : 0
    const job = this.#lastJob
    if (job && now - job.at < blameMs) this.#ends.set(job.gid, (this.#ends.get(job.gid) ?? 0) + 1)
    this.#upAt = -Infinity
    this.#lastJob = undefined
  }

  #isYoung = (): boolean => performance.now() - this.#upAt < youngMs

  /** After a failure one job at a time, so that it shows which of them ends aria2; that one is refused after the third time. */
  async #handOver(gid: string, add: () => Promise<unknown>): Promise<void> {
    if ((this.#ends.get(gid) ?? 0) >= maxEngineEnds) {
      this.#ends.delete(gid)
      throw new EngineRefusal(endedByJob)
    }
    const now = performance.now()
    const isProving = this.#failures > 0 && this.#isYoung() && this.#lastJob !== undefined
    if (isProving && this.#lastJob?.gid !== gid && now - (this.#lastJob?.at ?? now) < proofMs)
      throw new EngineAway('aria2 gets one job at a time after a failure')
    this.#lastJob = { gid, at: now }
    await add()
  }

  #call(method: string, ...params: unknown[]): Promise<unknown> {
    return this.#rpc ? this.#rpc.call(method, ...params) : Promise.reject(new EngineAway('aria2 is away'))
  }

  async addTorrent({ gid, torrent, dir, root, paths, chosen, check, limits, trackers, ...seeds }: TorrentJob): Promise<void> {
    if (limits) this.#jobLimits.set(gid, limits)
    const own = limits && this.#limits ? toJobOptions(limits, this.#limits) : {}
    const select = chosen ? { 'select-file': chosen.join(','), 'seed-time': '0' } : {}
    // aria2 takes these below its dir only.
    const from = await realpath(dir)
    await linkTo(root, join(from, rootLink))
    const written = [...paths].map(([index, path]) => `${index}=${join(rootLink, relative(root, path))}`).join('\n')
    const output = written === '' ? {} : { 'index-out': written }
    const stopAfter = { 'bt-stop-timeout': '86400' }
    const addresses = trackers ? { 'bt-tracker': trackers.added.join(','), 'bt-exclude-tracker': trackers.removed.join(',') } : {}
    const options = { ...own, ...addresses, gid, dir: from, ...output, 'check-integrity': String(check), ...stopAfter, ...select }
    const { webSeeds = [], fileAddresses = new Map<number, readonly string[]>() } = seeds
    await this.#handOver(gid, () => this.#call('addTorrent', torrent.toString('base64'), webSeeds, options))
    // A job that is over already needs none.
    for (const [index, addresses] of fileAddresses) await this.#ifKnown(() => this.#call('changeUri', gid, index, [], addresses))
  }

  async addMetadata({ gid, magnet, dir }: { gid: string; magnet: string; dir: string }): Promise<void> {
    const options = { gid, dir, 'bt-metadata-only': 'true', 'bt-stop-timeout': '3600' }
    await this.#handOver(gid, () => this.#call('addUri', [magnet], options))
  }

  /** urls: of one file. */
  async addUrls({ gid, urls, dir, options, limits }: UrlsJob): Promise<void> {
    if (limits) this.#jobLimits.set(gid, limits)
    const own = limits ? speedsOf(limits) : {}
    const link = this.#linkOf(gid)
    await mkdir(dirname(link), { recursive: true })
    await linkTo(dir, link)
    await this.#handOver(gid, () => this.#call('addUri', urls, { ...own, gid, dir: link, ...options }))
  }

  #linkOf = (gid: string): string => join(this.#deps.folder, 'torrents', 'links', gid)

  async limitDown(bytes: number): Promise<void> {
    if (!this.#limits || this.#limits.down_limit_bytes === bytes) return
    this.#limits = { ...this.#limits, down_limit_bytes: bytes }
    await unlessAway(this.#call('changeGlobalOption', toAria2Options(this.#limits)))
  }

  async configure(limits: Limits): Promise<void> {
    const before = this.#limits
    this.#limits = limits
    if (!this.#rpc) return
    await this.#call('changeGlobalOption', toAria2Options(limits))
    if (before?.seed_ratio === limits.seed_ratio && before.seed_minutes === limits.seed_minutes) return
    // Running jobs keep the seeding options of their start.
    for (const { gid } of await this.active()) await this.#applyOwn(gid)
  }

  async limitJob(gid: string, limits: JobLimits): Promise<void> {
    if (await this.job(gid)) this.#jobLimits.set(gid, limits)
    await this.#applyOwn(gid)
  }

  /** A partial selection is never seeded. */
  async #applyOwn(gid: string): Promise<void> {
    if (!this.#limits) return
    const current = await this.#ifKnown(async () => Own.parse(await this.#call('getOption', gid)))
    if (!current) return
    const options = toJobOptions(this.#jobLimits.get(gid) ?? noOwn, this.#limits)
    const { 'seed-ratio': _, 'seed-time': __, ...speeds } = options
    await this.#ifKnown(() => this.#call('changeOption', gid, current['select-file'] === undefined ? options : speeds))
  }

  async active(): Promise<Job[]> {
    return z
      .array(Status)
      .parse(await this.#call('tellActive', keys))
      .map(jobOf)
  }

  async job(gid: string): Promise<Job | undefined> {
    return this.#ifKnown(async () => jobOf(Status.parse(await this.#call('tellStatus', gid, keys))))
  }

  async files(gid: string): Promise<JobFile[]> {
    const job = await this.#ifKnown(async () => Files.parse(await this.#call('tellStatus', gid, ['files'])))
    return (job?.files ?? [])
      .filter((file) => file.path !== '')
      .map(({ index, path, length, completedLength }) => ({ index, path, length, done: completedLength }))
  }

  async piecesOf(gid: string): Promise<JobPieces | undefined> {
    return this.#ifKnown(async () => {
      const fields = ['status', 'bitfield', 'pieceLength', 'totalLength', 'files']
      const { status, bitfield, pieceLength, totalLength, files } = Pieces.parse(await this.#call('tellStatus', gid, fields))
      const [file] = files
      return {
        path: file?.path ?? '',
        total: totalLength,
        pieceBytes: pieceLength,
        bitfield: Buffer.from(bitfield, 'hex'),
        isComplete: status === 'complete',
      }
    })
  }

  async swarmOf(gid: string): Promise<Swarm | undefined> {
    return this.#ifKnown(async () => {
      const { bitfield, numPieces } = Bitfield.parse(await this.#call('tellStatus', gid, ['bitfield', 'numPieces']))
      const peers = Peers.parse(await this.#call('getPeers', gid))
      return { has: Buffer.from(bitfield, 'hex'), pieces: numPieces, peers: peers.map(peerOf) }
    })
  }

  async pause(gid: string): Promise<void> {
    await this.#ifKnown(() => this.#call('forcePause', gid))
  }

  async unpause(gid: string): Promise<void> {
    await this.#ifKnown(() => this.#call('unpause', gid))
  }

  async forget(gid: string): Promise<void> {
    this.#jobLimits.delete(gid)
    await this.#ifKnown(() => this.#call('forceRemove', gid))
    await rm(this.#linkOf(gid), { force: true })
    for (let tries = 0; tries < 20; tries += 1) {
      const job = await this.job(gid)
      if (!job) return
      if (job.state === 'removed' || job.state === 'complete' || job.state === 'error')
        await this.#ifKnown(() => this.#call('removeDownloadResult', gid))
      else await after(50)
    }
  }

  /** aria2 gives the same error for an unknown job and for a wrong state: in both cases there is nothing to do. */
  async #ifKnown<T>(ask: () => Promise<T>): Promise<T | undefined> {
    try {
      return await ask()
    } catch (error) {
      if (error instanceof EngineRefusal) return undefined
      throw error
    }
  }
}

/** aria2 makes whatever folder is missing on the way to a file. Behind a link that leads nowhere it makes none, so a download folder that goes away is not made anew. */
const rootLink = '.root'

async function linkTo(folder: string, path: string): Promise<void> {
  await rm(path, { force: true })
  // Windows wants no rights for a junction.
  await symlink(folder, path, 'junction')
}
