/** Metadata of magnets: fetched once from the swarm and cached as a .torrent in the station's folder, for choosing files and for starting. */
import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { EngineAway, EngineRefusal, unlessAway, type Engine } from '../engine.ts'
import { failureOf, type Failure } from '../failure.ts'
import type { TorrentCheck } from './check-torrent.ts'
import { createFurtherTrackers } from './further-trackers.ts'
import { torrentMaxBytes, writeTorrent, type Torrent } from './parse-torrent.ts'
import { failureOfFlaw } from './torrent-flaw.ts'
import { judgeSource, portOf, type SourceRule } from '../../kit/outside.ts'

const lookEveryMs = 150
/** Cache limits: running torrents are read repeatedly; larger ones one at a time. */
const cachedAtMost = 20
const cachedFilesAtMost = 200_000
/** Limit on waiting for a DNS server. */
const judgeWithinMs = 1_000

/** readBytes: for the engine; not kept in memory. */
export type FetchedTorrent = { torrent: Torrent; readBytes: () => Promise<Buffer> }
export type TorrentMetadata = ReturnType<typeof createTorrentMetadata>

export type TorrentMetadataParts = { engine: Engine; folder: string; rule: SourceRule; check: TorrentCheck }

export function createTorrentMetadata({ engine, folder, rule, check }: TorrentMetadataParts) {
  const dir = join(folder, 'torrents')
  const { recent, remember } = createRecent()
  const furtherTrackers = createFurtherTrackers()
  const fileOf = (infoHash: string) => join(dir, `${infoHash}.torrent`)
  const gidOf = (infoHash: string) => createHash('sha256').update(`metadata:${infoHash}`).digest('hex').slice(0, 16)

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

  function fetched(infoHash: string, torrent: Torrent): FetchedTorrent {
    return { torrent, readBytes: () => readFile(fileOf(infoHash)) }
  }

  /** Stores a torrent file like fetched metadata, without the trackers that this box may not contact. A Failure if it is refused. */
  async function keep(given: Buffer): Promise<{ infoHash: string; torrent: Torrent } | Failure> {
    const checked = await check(given)
    if ('flaw' in checked) return failureOfFlaw(checked.flaw)
    const { torrent, sources } = checked
    const { infoHash, info, trackers, webSeeds } = sources
    const tiers = await Promise.all(trackers.map((tier) => allowedTrackers(tier, rule)))
    const bytes = writeTorrent({ info, trackers: tiers.filter((tier) => tier.length > 0), webSeeds })
    await mkdir(dir, { recursive: true })
    const file = fileOf(infoHash)
    await writeFile(`${file}.new`, bytes)
    await rename(`${file}.new`, file)
    remember(infoHash, fetched(infoHash, torrent))
    return { infoHash, torrent }
  }

  /** Fetches the metadata from the swarm unless a job is running; a Failure if the engine gave up. */
  async function ask(infoHash: string, magnet: string): Promise<Failure | undefined> {
    const result = await look(infoHash)
    if (result) return 'torrent' in result ? undefined : result
    const gid = gidOf(infoHash)
    const job = await engine.job(gid)
    if (job && (job.state === 'active' || job.state === 'waiting')) return undefined
    // The job may have ended meanwhile; now nobody writes the file any more.
    const late = await look(infoHash)
    if (late) return 'torrent' in late ? undefined : late
    const isDamaged = job?.state === 'complete' && (await stat(fileOf(infoHash)).catch(() => undefined)) !== undefined
    // The engine does not replace an existing file.
    await rm(fileOf(infoHash), { force: true })
    if (job) await engine.forget(gid)
    if (isDamaged) return failureOfFlaw('bad_torrent')
    if (job?.state === 'error') return job.error === 7 ? { ...failureOf(job), reason: 'no_peers' } : failureOf(job)
    try {
      const all = furtherTrackers.addTo(infoHash, magnet)
      await engine.addMetadata({ gid, magnet: await withAllowedTrackers(all, rule), dir })
    } catch (error) {
      if (error instanceof EngineRefusal) return failureOf({ error: 27, error_text: error.message })
      throw error
    }
    return undefined
  }

  return {
    known: find,
    /** Why a torrent that the box has is refused. */
    async flawOf(infoHash: string): Promise<Failure | undefined> {
      const result = await look(infoHash)
      return result && !('torrent' in result) ? result : undefined
    },
    ask,
    keep,
    /** Asks the trackers of another magnet of this hash too, from the next ask on; false if it has no others. */
    async addTrackers(infoHash: string, magnet: string): Promise<boolean> {
      if (!furtherTrackers.add(infoHash, magnet)) return false
      await unlessAway(engine.forget(gidOf(infoHash)))
      return true
    },
    /** No longer asks the swarm; metadata that came is kept. */
    leave: (infoHash: string): Promise<void> => engine.forget(gidOf(infoHash)),
    /** Removes it from the engine and the disk. */
    async forget(infoHash: string): Promise<void> {
      await engine.forget(gidOf(infoHash))
      recent.delete(infoHash)
      await rm(fileOf(infoHash), { force: true })
    },
    /** The torrent, or undefined if the swarm did not answer in time; fetching continues in the background. */
    async wait(infoHash: string, magnet: string, withinMs: number): Promise<Torrent | Failure | undefined> {
      for (let waited = 0; waited <= withinMs; waited += lookEveryMs) {
        const named = await find(infoHash)
        if (named) return named.torrent
        try {
          const failure = await ask(infoHash, magnet)
          if (failure && !(await find(infoHash))) return failure
        } catch (error) {
          if (!(error instanceof EngineAway)) throw error
        }
        await after(lookEveryMs)
      }
      return undefined
    },
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
      if (recent.size <= 1 || (recent.size <= cachedAtMost && files <= cachedFilesAtMost)) break
      recent.delete(oldest)
      files -= filesOf(one)
    }
    return result
  }

  return { recent, remember }
}

/** Without the trackers that this box may not contact: the egress proxy guards http trackers, but udp bypasses it. */
export async function withAllowedTrackers(magnet: string, rule: SourceRule): Promise<string> {
  const query = new URLSearchParams(magnet.slice(magnet.indexOf('?') + 1))
  const trackers = query.getAll('tr')
  const remaining = await allowedTrackers(trackers, rule)
  if (remaining.length === trackers.length) return magnet
  query.delete('tr')
  for (const tracker of remaining) query.append('tr', tracker)
  // The engine needs the info hash as written, not percent-encoded.
  return `magnet:?${query.toString().replaceAll('%3A', ':')}`
}

/** A tracker that is not checked in time is left out: the next read of the torrent may include it. */
export async function allowedTrackers(tier: string[], rule: SourceRule): Promise<string[]> {
  const verdicts = await Promise.all(
    tier.map((tracker) =>
      Promise.race([
        isAllowed(tracker, rule),
        new Promise<boolean>((resolve) => setTimeout(resolve, judgeWithinMs, !/^udp:/i.test(tracker)).unref()),
      ]),
    ),
  )
  return tier.filter((_, at) => verdicts[at])
}

async function isAllowed(tracker: string, rule: SourceRule): Promise<boolean> {
  // No engine here speaks another protocol, such as that of browsers (wss).
  if (!/^(?:https?|udp):/i.test(tracker) || !URL.canParse(tracker)) return false
  const { hostname, port, protocol } = new URL(tracker.replace(/^udp:/i, 'http:'))
  const { verdict } = await judgeSource(hostname, portOf({ port, protocol }), rule)
  return verdict !== 'private' && verdict !== 'own_port'
}
