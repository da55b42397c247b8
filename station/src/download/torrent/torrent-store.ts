/** Torrents that the box knows: a .torrent of each in the station's folder, those read last in memory. */
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SourceRule } from '../../kit/outside.ts'
import type { Failure } from '../engine/failure.ts'
import { allowedTrackers } from './allowed-trackers.ts'
import type { CheckedTorrent, TorrentCheck } from './check-torrent.ts'
import { writeTorrent, type Torrent, type TorrentSources } from './parse-torrent.ts'
import { unpacked } from './torrent-bytes.ts'
import { failureOfFlaw } from './torrent-flaw.ts'

/** Cache limits: running torrents are read repeatedly; larger ones one at a time. */
const maxCached = 20
const maxCachedFiles = 200_000

/** readBytes: for the engine; not kept in memory. */
export type FetchedTorrent = { torrent: Torrent; readBytes: () => Promise<Buffer> }

export function createTorrentStore({ dir, rule, check }: { dir: string; rule: SourceRule; check: TorrentCheck }) {
  const { recent, remember } = createRecent()
  const fileOf = (infoHash: string) => join(dir, `${infoHash}.torrent`)

  async function find(infoHash: string): Promise<FetchedTorrent | undefined> {
    const result = await look(infoHash)
    return result && 'torrent' in result ? result : undefined
  }

  /** A Failure if the torrent of this info hash is refused, whoever brings it. */
  async function look(infoHash: string): Promise<FetchedTorrent | Failure | undefined> {
    const cached = recent.get(infoHash)
    if (cached) return cached
    const file = fileOf(infoHash)
    const size = (await stat(file).catch(() => undefined))?.size
    if (size === undefined) return undefined
    const checked = size > torrentMaxBytes ? { flaw: 'torrent_too_large' as const, infoHash } : await check(await readFile(file))
    if (!('flaw' in checked)) return remember(infoHash, fetched(infoHash, checked.torrent))
    const failure = failureOfFlaw(checked.flaw)
    const isOfThisHash = checked.infoHash === infoHash || checked.flaw === 'torrent_too_large'
    return isOfThisHash ? remember(infoHash, failure) : undefined
  }

  const fetched = (infoHash: string, torrent: Torrent): FetchedTorrent => ({
    torrent,
    readBytes: () => readFile(fileOf(infoHash)),
  })

  /** Stores a torrent file like fetched metadata, without the trackers that this box may not contact. A Failure if it is refused. */
  async function keep(given: Buffer): Promise<{ infoHash: string; torrent: Torrent } | Failure> {
    const checked = await check(given)
    return 'flaw' in checked ? failureOfFlaw(checked.flaw) : keepChecked(checked)
  }

  /** A torrent file from an address in the magnet: kept if it is that torrent. */
  async function keepOf(infoHash: string, given: Buffer): Promise<boolean> {
    const checked = await check(await unpacked(given))
    if ('flaw' in checked || checked.sources.infoHash !== infoHash) return false
    if (!(await look(infoHash))) await keepChecked(checked)
    return true
  }

  async function keepChecked({ torrent, sources }: CheckedTorrent): Promise<{ infoHash: string; torrent: Torrent }> {
    const { infoHash } = sources
    await mkdir(dir, { recursive: true })
    const file = fileOf(infoHash)
    await writeFile(`${file}.new`, await torrentFor(sources, rule))
    await rename(`${file}.new`, file)
    remember(infoHash, fetched(infoHash, torrent))
    return { infoHash, torrent }
  }

  return {
    fileOf,
    find,
    look,
    keep,
    keepOf,
    /** Forgets the result of this run of the box only. */
    forget: (infoHash: string) => void recent.delete(infoHash),
  }
}

/** The torrents that were read last. */
function createRecent() {
  const recent = new Map<string, FetchedTorrent | Failure>()

  function remember<T extends FetchedTorrent | Failure>(infoHash: string, result: T): T {
    recent.delete(infoHash)
    recent.set(infoHash, result)
    const filesOf = (one: FetchedTorrent | Failure) => ('torrent' in one ? one.torrent.files.lastIndex : 0)
    let files = [...recent.values()].reduce((sum, one) => sum + filesOf(one), 0)
    for (const [oldest, one] of recent) {
      if (recent.size <= 1 || (recent.size <= maxCached && files <= maxCachedFiles)) break
      recent.delete(oldest)
      files -= filesOf(one)
    }
    return result
  }

  return { recent, remember }
}

async function torrentFor({ info, trackers, webSeeds }: TorrentSources, rule: SourceRule): Promise<Buffer> {
  const tiers = await Promise.all(trackers.map((tier) => allowedTrackers(tier, rule)))
  return writeTorrent({ info, trackers: tiers.filter((tier) => tier.length > 0), webSeeds })
}
