/** Metadata of magnets: fetched once from the swarm and cached as a .torrent in the station's folder, for choosing files and for starting. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { EngineAway, EngineRefusal, type Engine } from '../engine.ts'
import { failureOf, type Failure } from '../failure.ts'
import { parseTorrentSources, parseTorrent, writeTorrent, type Torrent } from './parse-torrent.ts'
import { judgeSource, portOf, type SourceRule } from '../../kit/outside.ts'

const lookEveryMs = 150
/** Cache size: running torrents are read repeatedly; larger ones are read from disk each time. */
const keptInMemory = 20
const keptMaxBytes = 1024 * 1024
/** Limit on waiting for a DNS server. */
const judgeWithinMs = 1_000

export type FetchedTorrent = { torrent: Torrent; bytes: Buffer }
export type TorrentMetadata = ReturnType<typeof createTorrentMetadata>

export function createTorrentMetadata({ engine, folder, rule }: { engine: Engine; folder: string; rule: SourceRule }) {
  const dir = join(folder, 'torrents')
  const recent = new Map<string, FetchedTorrent>()
  const gidOf = (infoHash: string) => createHash('sha256').update(`metadata:${infoHash}`).digest('hex').slice(0, 16)

  async function find(infoHash: string): Promise<FetchedTorrent | undefined> {
    const cached = recent.get(infoHash)
    if (cached) return cached
    try {
      const bytes = await readFile(join(dir, `${infoHash}.torrent`))
      const named = { bytes, torrent: parseTorrent(bytes) }
      remember(infoHash, named)
      return named
    } catch {
      return undefined
    }
  }

  function remember(infoHash: string, named: FetchedTorrent): void {
    if (named.bytes.length > keptMaxBytes) return
    if (recent.size >= keptInMemory) recent.delete([...recent.keys()][0] ?? '')
    recent.set(infoHash, named)
  }

  /** Stores a torrent file like fetched metadata, without the trackers that this box may not contact. Throws if it is invalid. */
  async function keep(given: Buffer): Promise<{ infoHash: string; torrent: Torrent }> {
    const torrent = parseTorrent(given)
    const { infoHash, info, trackers, webSeeds } = parseTorrentSources(given)
    const tiers = await Promise.all(trackers.map((tier) => allowed(tier, rule)))
    const bytes = writeTorrent({ info, trackers: tiers.filter((tier) => tier.length > 0), webSeeds })
    await mkdir(dir, { recursive: true })
    const file = join(dir, `${infoHash}.torrent`)
    await writeFile(`${file}.new`, bytes)
    await rename(`${file}.new`, file)
    recent.delete(infoHash)
    remember(infoHash, { torrent, bytes })
    return { infoHash, torrent }
  }

  /** Fetches the metadata from the swarm unless a job is running; a Failure if the engine gave up. */
  async function ask(infoHash: string, magnet: string): Promise<Failure | undefined> {
    const gid = gidOf(infoHash)
    const job = await engine.job(gid)
    if (job && (job.state === 'active' || job.state === 'waiting')) return undefined
    // The swarm delivered metadata that the box cannot parse.
    const isDamaged = job?.state === 'complete' && existsSync(join(dir, `${infoHash}.torrent`)) && !(await find(infoHash))
    if (job) await engine.forget(gid)
    if (isDamaged) return { code: TaskCode.invalidLink, reason: 'bad_torrent' }
    if (job?.state === 'error') return job.error === 7 ? { ...failureOf(job), reason: 'no_peers' } : failureOf(job)
    try {
      await engine.addMetadata({ gid, magnet: await withAllowedTrackers(magnet, rule), dir })
    } catch (error) {
      if (error instanceof EngineRefusal) return failureOf({ error: 27, error_text: error.message })
      throw error
    }
    return undefined
  }

  return {
    known: find,
    ask,
    keep,
    /** No longer asks the swarm; metadata that came is kept. */
    leave: (infoHash: string): Promise<void> => engine.forget(gidOf(infoHash)),
    /** Removes it from the engine and the disk. */
    async forget(infoHash: string): Promise<void> {
      await engine.forget(gidOf(infoHash))
      recent.delete(infoHash)
      await rm(join(dir, `${infoHash}.torrent`), { force: true })
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

/** Without the trackers that this box may not contact: the egress proxy guards http trackers, but udp bypasses it. */
export async function withAllowedTrackers(magnet: string, rule: SourceRule): Promise<string> {
  const query = new URLSearchParams(magnet.slice(magnet.indexOf('?') + 1))
  const trackers = query.getAll('tr')
  const remaining = await allowed(trackers, rule)
  if (remaining.length === trackers.length) return magnet
  query.delete('tr')
  for (const tracker of remaining) query.append('tr', tracker)
  // The engine needs the info hash as written, not percent-encoded.
  return `magnet:?${query.toString().replaceAll('%3A', ':')}`
}

/** A tracker that is not checked in time is left out: the next read of the torrent may include it. */
async function allowed(tier: string[], rule: SourceRule): Promise<string[]> {
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
  if (!URL.canParse(tracker)) return false
  const { hostname, port, protocol } = new URL(tracker.replace(/^udp:/i, 'http:'))
  const { verdict } = await judgeSource(hostname, portOf({ port, protocol }), rule)
  return verdict !== 'private' && verdict !== 'own_port'
}
