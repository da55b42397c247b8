/** The engine for ftp and sftp links. */
import { withoutLogin } from '@homeport/contract/shape/link-address.ts'
import { sourceOf } from '@homeport/contract/shape/source.ts'
import { fileKindOf } from '@homeport/contract/shape/file.ts'
import { EngineRefusal, type LinkJob, type LinkKind } from '../engine.ts'
import type { PartView } from '../http/part-view.ts'
import { fileNameOf } from '../http/server-name.ts'
import type { Aria2 } from './engine.ts'
import { Aria2LinkJobs } from './link-jobs.ts'
import { createLinkParts } from './link-parts.ts'
import { spellingsOf } from './path-spellings.ts'

export class Aria2Links extends Aria2LinkJobs {
  readonly kinds: readonly LinkKind[]
  readonly #parts

  constructor(aria2: Aria2, onFault: (fault: unknown) => void) {
    super(aria2)
    this.kinds = aria2.hasSftp() ? ['ftp', 'sftp'] : ['ftp']
    this.#parts = createLinkParts(aria2, onFault)
  }

  partOf(gid: string): PartView | undefined {
    return this.#parts.of(gid)
  }

  override pause = async (gid: string): Promise<void> => {
    this.#parts.end(gid)
    await this.aria2.pause(gid)
  }

  override unpause = async (gid: string): Promise<void> => {
    if (this.#parts.of(gid)) this.#parts.follow(gid)
    await this.aria2.unpause(gid)
  }

  override forget = async (gid: string): Promise<void> => {
    this.#parts.forget(gid)
    await this.aria2.forget(gid)
  }

  override stop = async (): Promise<void> => this.#parts.stop()

  /** Every connection goes through the egress proxy, those for data too. */
  async addLink({ gid, url, dir, name, fit, limits }: LinkJob): Promise<void> {
    const source = sourceOf(url)
    if (source.kind !== 'ftp' && source.kind !== 'sftp') throw new EngineRefusal('no ftp link')
    const { user, password } = source
    const urls = spellingsOf(withoutLogin(source.url))
    const login: Record<string, string> = user === '' && password === '' ? {} : { 'ftp-user': user, 'ftp-passwd': password }
    // One spelling after the other.
    const order: Record<string, string> = urls.length > 1 ? { split: '1', 'uri-selector': 'inorder' } : {}
    const given = fileNameOf(name || source.name)
    const out = (fit?.(given) ?? given) || 'download'
    // A video plays while it loads.
    const isVideo = fileKindOf(out) === 'video'
    const pieces: Record<string, string> = isVideo ? { 'stream-piece-selector': 'inorder' } : {}
    // A connection that is kept for the next link hangs: aria2 keeps them by the proxy, whatever server they lead to.
    const reuse = { 'ftp-reuse-connection': 'false' }
    await this.aria2.addUrls({
      gid,
      urls,
      limits,
      options: { dir, out, ...reuse, ...login, ...order, ...pieces },
    })
    if (isVideo) this.#parts.follow(gid)
  }
}
