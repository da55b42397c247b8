/** What a magnet names: fetched once from its swarm, kept as a .torrent in the box's own folder, so that choosing files and starting use the same. */
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
/** Torrents that are looked at again and again while they run; larger ones are read anew. */
const keptInMemory = 20
const keptMaxBytes = 1024 * 1024
/** A name server that does not answer is no reason to wait longer. */
const judgeWithinMs = 1_000

export type FetchedTorrent = { torrent: Torrent; bytes: Buffer }
export type TorrentMetadata = ReturnType<typeof createTorrentMetadata>

export function createTorrentMetadata({ engine, folder, rule }: { engine: Engine; folder: string; rule: SourceRule }) {
  const dir = join(folder, 'torrents')
  const recent = new Map<string, FetchedTorrent>()
  const gidOf = (infoHash: string) => createHash('sha256').update(`metadata:${infoHash}`).digest('hex').slice(0, 16)

  async function known(infoHash: string): Promise<FetchedTorrent | undefined> {
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

  /** Keeps a torrent file as if its swarm had named it, without the trackers that this box may not speak to. Throws where it is none. */
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

  /** Asks the swarm unless it is being asked; a Failure where the engine gave up. */
  async function ask(infoHash: string, magnet: string): Promise<Failure | undefined> {
    const gid = gidOf(infoHash)
    const job = await engine.job(gid)
    if (job && (job.state === 'active' || job.state === 'waiting')) return undefined
    // Its swarm named it, and it is none that the box can read.
    const isDamaged = job?.state === 'complete' && existsSync(join(dir, `${infoHash}.torrent`)) && !(await known(infoHash))
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
    known,
    ask,
    keep,
    /** Nothing of it is left, in the engine or on the disk. */
    async forget(infoHash: string): Promise<void> {
      await engine.forget(gidOf(infoHash))
      recent.delete(infoHash)
      await rm(join(dir, `${infoHash}.torrent`), { force: true })
    },
    /** The torrent, or undefined where the swarm did not say within the time; asking goes on in the background. */
    async wait(infoHash: string, magnet: string, withinMs: number): Promise<Torrent | Failure | undefined> {
      for (let waited = 0; waited <= withinMs; waited += lookEveryMs) {
        const named = await known(infoHash)
        if (named) return named.torrent
        try {
          const failure = await ask(infoHash, magnet)
          if (failure && !(await known(infoHash))) return failure
        } catch (error) {
          if (!(error instanceof EngineAway)) throw error
        }
        await after(lookEveryMs)
      }
      return undefined
    },
  }
}

/** Without the trackers that this box may not speak to: the door of the web guards the http ones, but udp goes past it. */
export async function withAllowedTrackers(magnet: string, rule: SourceRule): Promise<string> {
  const query = new URLSearchParams(magnet.slice(magnet.indexOf('?') + 1))
  const trackers = query.getAll('tr')
  const verdicts = await Promise.all(trackers.map((tracker) => isAllowed(tracker, rule)))
  if (verdicts.every(Boolean)) return magnet
  query.delete('tr')
  for (const [at, tracker] of trackers.entries()) if (verdicts[at]) query.append('tr', tracker)
  // The engine wants the info hash as it is written, not percent-encoded.
  return `magnet:?${query.toString().replaceAll('%3A', ':')}`
}

/** A tracker that is not judged in time stays out: the next look at the same torrent may know it. */
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
