/** What a magnet names: fetched once from its swarm, kept as a .torrent in the box's own folder, so that choosing files and starting use the same. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as after } from 'node:timers/promises'
import { EngineAway, EngineRefusal, type Engine } from './engine.ts'
import { failureOf, type Failure } from './failure.ts'
import { readTorrent, type Torrent } from './torrent.ts'

const lookEveryMs = 150
const keptInMemory = 20

export type Named = { torrent: Torrent; bytes: Buffer }
export type Magnets = ReturnType<typeof createMagnets>

export function createMagnets({ engine, folder }: { engine: Engine; folder: string }) {
  const dir = join(folder, 'torrents')
  const recent = new Map<string, Named>()
  const gidOf = (infoHash: string) => createHash('sha256').update(`metadata:${infoHash}`).digest('hex').slice(0, 16)

  async function known(infoHash: string): Promise<Named | undefined> {
    const cached = recent.get(infoHash)
    if (cached) return cached
    try {
      const bytes = await readFile(join(dir, `${infoHash}.torrent`))
      const named = { bytes, torrent: readTorrent(bytes) }
      if (recent.size >= keptInMemory) recent.delete([...recent.keys()][0] ?? '')
      recent.set(infoHash, named)
      return named
    } catch {
      return undefined
    }
  }

  /** Asks the swarm unless it is being asked; a Failure where the engine gave up. */
  async function ask(infoHash: string, magnet: string): Promise<Failure | undefined> {
    const gid = gidOf(infoHash)
    const job = await engine.job(gid)
    if (job && (job.state === 'active' || job.state === 'waiting')) return undefined
    if (job) await engine.forget(gid)
    if (job?.state === 'error') return job.error === 7 ? { ...failureOf(job), reason: 'no_peers' } : failureOf(job)
    try {
      await engine.addMetadata({ gid, magnet, dir })
    } catch (error) {
      if (error instanceof EngineRefusal) return failureOf({ error: 27, error_text: error.message })
      throw error
    }
    return undefined
  }

  return {
    known,
    ask,
    forget: (infoHash: string) => engine.forget(gidOf(infoHash)),
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
