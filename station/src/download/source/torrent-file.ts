/** Torrent files from a cloud blob or a web address, stored like the metadata of their magnet. */
import { buffer } from 'node:stream/consumers'
import type { Lang } from '@homeport/contract/kit/promise.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { SourceRule } from '../../kit/outside.ts'
import { Refusal } from '../../kit/refusal.ts'
import { failureOf } from '../failure.ts'
import type { TorrentMetadata } from './torrent-metadata.ts'
import { openUrl, UrlError } from '../http/open-url.ts'
import type { Accepted } from './accept-link.ts'

export const torrentMaxBytes = 32 * 1024 * 1024
const bringWithinMs = 30_000
const keptInMemory = 50
const keepMs = 300_000

/** The bytes of a blob in the cloud of a realm, undefined if it has none with that id. */
export type BlobOf = (realm: Lang, id: string, options: { maxBytes: number; signal: AbortSignal }) => Promise<Buffer | undefined>
export type TorrentFiles = ReturnType<typeof createTorrentFiles>
type MagnetSource = Extract<Accepted, { kind: 'magnet' }>

export function createTorrentFiles({ magnets, rule, blobOf }: { magnets: TorrentMetadata; rule: SourceRule; blobOf: BlobOf }) {
  /** Finished and running downloads: listing the files and starting both request the same torrent file. */
  const brought = new Map<string, Promise<MagnetSource>>()

  async function bring(name: string, withinMs: number, read: (signal: AbortSignal) => Promise<Buffer>): Promise<MagnetSource> {
    const existing = brought.get(name) ?? read(AbortSignal.timeout(bringWithinMs)).then(keep)
    if (!brought.has(name)) {
      if (brought.size >= keptInMemory) brought.delete([...brought.keys()][0] ?? '')
      brought.set(name, existing)
      setTimeout(() => brought.delete(name), keepMs).unref()
      existing.catch(() => brought.delete(name))
    }
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new Refusal(TaskCode.notStarted, { reason: 'timed_out' })), withinMs)
    const found = await Promise.race([existing, late.promise]).finally(() => clearTimeout(timer))
    // A removed task has deleted its torrent.
    if (await magnets.known(found.infoHash)) return found
    brought.delete(name)
    return keep(await read(AbortSignal.timeout(withinMs)))
  }

  async function keep(bytes: Buffer): Promise<MagnetSource> {
    const kept = await magnets.keep(bytes).catch(() => undefined)
    if (!kept) throw new Refusal(TaskCode.invalidLink, { reason: 'bad_torrent' })
    const { infoHash, torrent } = kept
    if (torrent.files.every((file) => file.isPadding)) throw new Refusal(TaskCode.noFiles, { reason: 'no_files' })
    const url = `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(torrent.name)}`
    return { kind: 'magnet', url, key: `btih:${infoHash}`, infoHash, name: torrent.name }
  }

  async function fromWeb(url: string, signal: AbortSignal): Promise<Buffer> {
    try {
      const { response } = await openUrl(new URL(url), { rule, signal })
      response.on(
        'data',
        atMost(torrentMaxBytes, () => response.destroy(new UrlError(28, 'too large for a torrent'))),
      )
      return await buffer(response)
    } catch (error) {
      const why = error instanceof UrlError ? error : { error: signal.aborted ? 2 : 6, message: String(error) }
      const { code, reason } = failureOf({ error: why.error, error_text: why.message })
      throw new Refusal(code, { reason })
    }
  }

  return {
    ofBlob: ({ realm, id }: { realm: Lang; id: string }, withinMs: number): Promise<MagnetSource> =>
      bring(`${realm}/${id}`, withinMs, async (signal) => {
        const bytes = await blobOf(realm, id, { maxBytes: torrentMaxBytes, signal }).catch(() => {
          throw new Refusal(TaskCode.notStarted, { reason: 'no_network' })
        })
        if (!bytes) throw new Refusal(TaskCode.notStarted, { reason: 'not_found' })
        return bytes
      }),
    ofUrl: (url: string, withinMs: number): Promise<MagnetSource> => bring(url, withinMs, (signal) => fromWeb(url, signal)),
  }
}

function atMost(bytes: number, tooMany: () => void): (chunk: Buffer) => void {
  let remaining = bytes
  return (chunk) => {
    remaining -= chunk.length
    if (remaining < 0) tooMany()
  }
}
