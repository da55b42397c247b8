/** The engine for ed2k links: chosen at the start of the box, in this order: an aria2 that can, an aMule that works, the box's own client. */
import { sourceOf } from '@homeport/contract/shape/source.ts'
import { EventEmitter } from 'node:events'
import { join } from 'node:path'
import type { SourceRule } from '../../kit/outside.ts'
import type { Aria2 } from '../aria2/engine.ts'
import { EngineAway, type Job, type JobFile, type JobLimits, type LinkEngine, type LinkJob } from '../engine.ts'
import { AmuleEngine } from './amule/amule-engine.ts'
import { findAmule } from './amule/amule-program.ts'
import { Aria2Ed2k } from './aria2-ed2k.ts'
import { Ed2kClient } from './client/ed2k-client.ts'
import type { Address, Ed2kFile } from './ed2k-file.ts'
import { allowedAddresses, linkWithAllowedSources } from './ed2k-sources.ts'

/** aria2 is up sooner, or it is not up at all. */
const aria2WithinMs = 10_000

export type Ed2kEngineParts = {
  /** The box's own. */
  folder: string
  downloads: string
  /** The AMULED setting, '' if not set. */
  amuled: string
  searchPath: string
  servers: readonly Address[]
  aria2: Aria2 | undefined
  rule: SourceRule
  silenceMs: number
  now: () => number
  onFault: (fault: unknown) => void
  warn: (line: string) => void
}

export class Ed2kEngine implements LinkEngine {
  readonly kinds = ['ed2k'] as const
  #parts: Ed2kEngineParts
  #chosen: { engine: LinkEngine; name: string } | undefined
  #events = new EventEmitter()
  #downLimit = 0
  #isStopped = false

  constructor(parts: Ed2kEngineParts) {
    this.#parts = parts
  }

  /** Name and version, '' until it is chosen. */
  engineName = (): string => this.#chosen?.name ?? ''

  isUp = (): boolean => this.#chosen?.engine.isUp() ?? false
  onChange = (listener: (gid: string) => void) => void this.#events.on('change', listener)

  async start(): Promise<void> {
    const chosen = await this.#choose()
    if (this.#isStopped) return
    chosen.engine.onChange((gid) => this.#events.emit('change', gid))
    chosen.engine.limitDown(this.#downLimit)
    this.#chosen = chosen
    await chosen.engine.start()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#chosen?.engine.stop()
  }

  async #choose(): Promise<{ engine: LinkEngine; name: string }> {
    const { aria2, rule, amuled, searchPath, warn, folder, downloads } = this.#parts
    const features = aria2 ? await this.#featuresOf(aria2) : []
    if (aria2 && features.some((feature) => /\bed2k\b/i.test(feature)))
      return {
        engine: new Aria2Ed2k(aria2, (file) => linkWithAllowedSources(file, file.name, rule)),
        name: `aria2 ${aria2.version()}`,
      }
    const { program, failed } = await findAmule({ configured: amuled, searchPath })
    if (failed !== '') warn(`${failed}, so ed2k links are fetched by Homeport's own client.`)
    const servers = this.#parts.servers
    if (!program) return { engine: new Ed2kClient(this.#parts), name: 'Homeport' }
    const engine = new AmuleEngine({
      ...this.#parts,
      program,
      folder: join(folder, 'amule'),
      incoming: join(downloads, '.amule', 'incoming'),
      temp: join(downloads, '.amule', 'temp'),
      servers: await allowedAddresses(servers, rule),
      downLimitBytes: this.#downLimit,
      linkOf: (file: Ed2kFile) => linkWithAllowedSources(file, file.hash, rule),
    })
    return { engine, name: `aMule ${program.version}` }
  }

  /** An aria2 that ends while it is asked is asked again once it is back; none of one that does not come up. */
  async #featuresOf(aria2: Aria2): Promise<readonly string[]> {
    while (!this.#isStopped && (await aria2.whenUp(aria2WithinMs))) {
      try {
        return await aria2.features()
      } catch (error) {
        if (!(error instanceof EngineAway)) throw error
      }
    }
    return []
  }

  limitDown(bytes: number): void {
    this.#downLimit = bytes
    this.#chosen?.engine.limitDown(bytes)
  }

  async addLink(job: LinkJob): Promise<void> {
    if (!this.#chosen) throw new EngineAway('the engine for ed2k links is not chosen yet')
    const source = sourceOf(job.url)
    const given = job.name || (source.kind === 'ed2k' ? source.name : '')
    const name = job.fit?.(given) ?? given
    await this.#chosen.engine.addLink({ ...job, name })
  }

  active = async (): Promise<Job[]> => this.#chosen?.engine.active() ?? []
  job = async (gid: string): Promise<Job | undefined> => this.#chosen?.engine.job(gid)
  files = async (gid: string): Promise<JobFile[]> => this.#chosen?.engine.files(gid) ?? []
  pause = async (gid: string): Promise<void> => this.#chosen?.engine.pause(gid)
  unpause = async (gid: string): Promise<void> => this.#chosen?.engine.unpause(gid)
  forget = async (gid: string): Promise<void> => this.#chosen?.engine.forget(gid)
  limitJob = async (gid: string, limits: JobLimits): Promise<void> => this.#chosen?.engine.limitJob?.(gid, limits)
}
