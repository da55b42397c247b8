/** Torrent files from a cloud blob or a web address, stored like the metadata of their magnet. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { SourceRule } from '../../kit/outside.ts'
import { DownloadRefusal, failureOf, noFiles, noNetwork, notFound, timedOut } from '../engine/failure.ts'
import type { TorrentMetadata } from './torrent-metadata.ts'
import { UrlError } from '../http/url-error.ts'
import { RedirectToLink } from '../http/redirect.ts'
import { fetchTorrent } from './fetch-torrent.ts'
import { readLink, type Accepted } from '../link/accept-link.ts'
import { unpacked } from './torrent-bytes.ts'
import { fullUrl } from '../link/link-login.ts'

/** The cloud's own limit: what is larger than a torrent may be is refused as such, not as a broken connection. */
const blobMaxBytes = 32 * 1024 * 1024
export const bringWithinMs = 30_000
const keptInMemory = 50
const keepMs = 300_000

/** The bytes of a blob in the cloud of a realm, undefined if it has none with that id. */
export type BlobOf = (realm: Lang, id: string, options: { maxBytes: number; signal: AbortSignal }) => Promise<Buffer | undefined>
export type AcceptedTorrent = Extract<Accepted, { kind: 'torrent' }>
export type TorrentFetcher = ReturnType<typeof createTorrentFetcher>
/** isLed: the address led to the magnet; nobody has its torrent file. */
export type AcceptedMagnet = Extract<Accepted, { kind: 'magnet' }> & { isLed?: true }
type Read = (signal: AbortSignal) => Promise<Buffer | AcceptedMagnet>

export type TorrentFetcherDeps = { magnets: TorrentMetadata; rule: SourceRule; blobOf: BlobOf; silenceMs: number }

export function createTorrentFetcher({ magnets, rule, blobOf, silenceMs }: TorrentFetcherDeps) {
  /** Finished and running downloads: listing the files and starting both request the same torrent file. */
  const brought = new Map<string, { magnet: Promise<AcceptedMagnet>; timer: NodeJS.Timeout }>()

  function drop(name: string): void {
    clearTimeout(brought.get(name)?.timer)
    brought.delete(name)
  }

  function bringing(name: string, read: Read): Promise<AcceptedMagnet> {
    const existing = brought.get(name)
    if (existing) return existing.magnet
    if (brought.size >= keptInMemory) drop([...brought.keys()][0] ?? '')
    const magnet = read(AbortSignal.timeout(bringWithinMs)).then(magnetFrom)
    brought.set(name, { magnet, timer: setTimeout(() => drop(name), keepMs).unref() })
    magnet.catch(() => drop(name))
    return magnet
  }

  async function bring(name: string, withinMs: number, read: Read): Promise<AcceptedMagnet> {
    const late = Promise.withResolvers<never>()
    const timer = setTimeout(() => late.reject(new DownloadRefusal(timedOut)), withinMs)
    const result = await Promise.race([bringing(name, read), late.promise]).finally(() => clearTimeout(timer))
    // A removed task has deleted its torrent.
    if (result.isLed || (await magnets.torrentOf(result.infoHash))) return result
    drop(name)
    return magnetFrom(await read(AbortSignal.timeout(withinMs)))
  }

  async function magnetFrom(read: Buffer | AcceptedMagnet): Promise<AcceptedMagnet> {
    return Buffer.isBuffer(read) ? keep(read) : read
  }

  async function keep(bytes: Buffer): Promise<AcceptedMagnet> {
    const stored = await magnets.keep(await unpacked(bytes))
    if ('reason' in stored) throw new DownloadRefusal(stored)
    const { infoHash, torrent } = stored
    if (torrent.files.count === 0) throw new DownloadRefusal(noFiles)
    const url = `magnet:?xt=urn:btih:${infoHash}&dn=${encodeURIComponent(torrent.name)}`
    return { kind: 'magnet', url, key: `btih:${infoHash}`, infoHash, name: torrent.name, size: 0, login: '' }
  }

  async function fromWeb(url: string, signal: AbortSignal): Promise<Buffer | AcceptedMagnet> {
    try {
      return await fetchTorrent(url, { rule, signal, silenceMs })
    } catch (error) {
      if (error instanceof DownloadRefusal) throw error
      const led = error instanceof RedirectToLink ? magnetOf(error.link) : undefined
      if (led) return led
      const why = error instanceof UrlError ? error : new UrlError(signal.aborted ? 2 : 6, String(error))
      throw new DownloadRefusal(failureOf({ error: why.error, error_text: why.message, retry_after: why.retryAfter }))
    }
  }

  async function fromCloud(realm: Lang, id: string, signal: AbortSignal): Promise<Buffer> {
    const bytes = await blobOf(realm, id, { maxBytes: blobMaxBytes, signal }).catch(() => {
      throw new DownloadRefusal(noNetwork)
    })
    if (!bytes) throw new DownloadRefusal(notFound)
    return bytes
  }

  return {
    /** From its bytes. Throws a DownloadRefusal. */
    keep,
    /** Throws a DownloadRefusal; one that is not here in time is still being fetched. */
    of({ key, ...link }: Pick<AcceptedTorrent, 'key' | 'url' | 'login'>, withinMs: number): Promise<AcceptedMagnet> {
      const [, realm, id] = blobKey.exec(key) ?? []
      if (!id) return bring(key, withinMs, (signal) => fromWeb(fullUrl(link), signal))
      return bring(key, withinMs, (signal) => fromCloud(realm === 'zh' ? 'zh' : 'en', id, signal))
    },
  }
}

function magnetOf(link: string): AcceptedMagnet | undefined {
  const accepted = readLink(link)
  return accepted.kind === 'magnet' ? { ...accepted, isLed: true } : undefined
}

const blobKey = /^blob:(en|zh)\/(.+)$/

export function acceptBlob(realm: Lang, id: string): AcceptedTorrent {
  return { kind: 'torrent', url: '', key: `blob:${realm}/${id}`, name: `${id}.torrent`, size: 0, login: '' }
}
