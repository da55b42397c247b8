/** The engine for ftp and sftp links, as jobs of the aria2 that fetches torrents: its limit of speed and its list of active jobs cover them too. Where another program has the torrents, aria2 is here for these links alone. */
import { withoutLogin } from '@homeport/contract/shape/link/link-address.ts'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'
import {
  EngineRefusal,
  type Job,
  type JobFile,
  type JobLimits,
  type LinkEngine,
  type LinkJob,
  type LinkKind,
} from '../engine/engine.ts'
import type { PartView } from '../engine/part-view.ts'
import { fileNameOf } from '../http/server-name.ts'
import type { Aria2 } from './engine.ts'
import { createLinkParts } from './link-parts.ts'
import { spellingsOf } from './path-spellings.ts'

export class Aria2Links implements LinkEngine {
  readonly kinds: readonly LinkKind[]
  readonly #aria2: Aria2
  readonly #parts

  readonly #isAlone: () => boolean
  readonly #onFault: (fault: unknown) => void

  /** isAlone: another program has the torrents. */
  constructor(aria2: Aria2, { isAlone = () => false, onFault }: { isAlone?: () => boolean; onFault: (fault: unknown) => void }) {
    this.#aria2 = aria2
    this.#isAlone = isAlone
    this.#onFault = onFault
    this.kinds = aria2.hasSftp() ? ['ftp', 'sftp'] : ['ftp']
    this.#parts = createLinkParts(aria2, onFault)
  }

  isUp = (): boolean => this.#aria2.isUp()

  active = async (): Promise<Job[]> => (this.#isAlone() ? this.#aria2.active() : [])
  limitDown(bytes: number): void {
    if (this.#isAlone()) void this.#aria2.limitDown(bytes).catch(this.#onFault)
  }
  onChange(): void {}
  async start(): Promise<void> {}

  job = (gid: string): Promise<Job | undefined> => this.#aria2.job(gid)
  files = (gid: string): Promise<JobFile[]> => this.#aria2.files(gid)
  limitJob = (gid: string, limits: JobLimits): Promise<void> => this.#aria2.limitJob(gid, limits)

  partOf(gid: string): PartView | undefined {
    return this.#parts.of(gid)
  }

  pause = async (gid: string): Promise<void> => {
    this.#parts.end(gid)
    await this.#aria2.pause(gid)
  }

  unpause = async (gid: string): Promise<void> => {
    if (this.#parts.of(gid)) this.#parts.follow(gid)
    await this.#aria2.unpause(gid)
  }

  forget = async (gid: string): Promise<void> => {
    this.#parts.forget(gid)
    await this.#aria2.forget(gid)
  }

  stop = async (): Promise<void> => this.#parts.stop()

  /** Every connection goes through the egress proxy, those for data too. */
  async addLink({ gid, url, dir, name, fit, limits }: LinkJob): Promise<void> {
    const link = parseLink(url)
    if (link.kind !== 'ftp' && link.kind !== 'sftp') throw new EngineRefusal('no ftp link')
    const { user, password } = link
    const urls = spellingsOf(withoutLogin(link.url))
    const login: Record<string, string> = user === '' && password === '' ? {} : { 'ftp-user': user, 'ftp-passwd': password }
    // One spelling after the other.
    const order: Record<string, string> = urls.length > 1 ? { split: '1', 'uri-selector': 'inorder' } : {}
    const given = fileNameOf(name || link.name)
    const out = (fit?.(given) ?? given) || 'download'
    // A video plays while it loads.
    const isVideo = fileKindOf(out) === 'video'
    const pieces: Record<string, string> = isVideo ? { 'stream-piece-selector': 'inorder' } : {}
    // A connection that is kept for the next link hangs: aria2 keeps them by the proxy, whatever server they lead to.
    const reuse = { 'ftp-reuse-connection': 'false' }
    await this.#aria2.addUrls({
      gid,
      urls,
      dir,
      limits,
      options: { out, ...reuse, ...login, ...order, ...pieces },
    })
    if (isVideo) this.#parts.follow(gid)
  }
}
