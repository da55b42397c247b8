/** Metadata of magnets: fetched once from the swarm and cached as a .torrent in the station's folder, for choosing files and for starting. */
import { createHash } from 'node:crypto'
import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { EngineAway, EngineRefusal, unlessAway, type Engine } from '../engine/engine.ts'
import { failureOf, type Failure } from '../engine/failure.ts'
import { withAllowedTrackers } from './allowed-trackers.ts'
import type { TorrentCheck } from './check-torrent.ts'
import { createExactSources } from './exact-sources.ts'
import { createFurtherTrackers } from './further-trackers.ts'
import type { Torrent } from './parse-torrent.ts'
import { failureOfFlaw } from './torrent-flaw.ts'
import { createTorrentStore } from './torrent-store.ts'
import type { SourceRule } from '../../kit/outside.ts'

const lookEveryMs = 150
export type TorrentMetadata = ReturnType<typeof createTorrentMetadata>

export type TorrentMetadataDeps = { engine: Engine; folder: string; rule: SourceRule; check: TorrentCheck }

export function createTorrentMetadata({ engine, folder, rule, check }: TorrentMetadataDeps) {
  const dir = join(folder, 'torrents')
  const torrents = createTorrentStore({ dir, rule, check })
  const { find, look, fileOf } = torrents
  const furtherTrackers = createFurtherTrackers()
  const exactSources = createExactSources(rule, torrents.keepOf)
  const gidOf = (infoHash: string) => createHash('sha256').update(`metadata:${infoHash}`).digest('hex').slice(0, 16)

  /** Fetches the metadata from the swarm unless a job is running; a Failure if the engine gave up. */
  async function ask(infoHash: string, magnet: string): Promise<Failure | undefined> {
    const result = await look(infoHash)
    if (result) return 'torrent' in result ? undefined : result
    exactSources.request(infoHash, magnet)
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
    torrentOf: find,
    /** Why a torrent that the box has is refused. */
    async flawOf(infoHash: string): Promise<Failure | undefined> {
      const result = await look(infoHash)
      return result && !('torrent' in result) ? result : undefined
    },
    ask,
    keep: torrents.keep,
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
      torrents.forget(infoHash)
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
