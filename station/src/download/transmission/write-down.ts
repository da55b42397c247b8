/** Transmission writes down folder, labels and choice of a torrent when that stops, or after minutes: one that was killed before would load it into its usual folder. So each is stopped and begun once as it begins, without peers until then: by a verification, or where that would take long by the box. */
import type { HouseTorrent } from '../house-program/driver.ts'
import type { UnwrittenStore } from './unwritten.store.ts'

/** stop: resolves once it has stopped. */
type WriteDownDeps = {
  stop: (hash: string) => Promise<void>
  start: (hash: string) => Promise<void>
  /** Those that the program knows by the box only, over a kill of the box. */
  store: UnwrittenStore
}

export function createWriteDown({ stop, start, store }: WriteDownDeps) {
  const unwritten = new Set<string>()
  /** Those that are stopped for this. isLate: nobody waits for its stop any more. */
  const restarting = new Map<string, { isLate: boolean }>()

  async function startAgain(hash: string): Promise<void> {
    // It stays as it is where the box has paused it meanwhile.
    if (restarting.delete(hash)) await start(hash)
  }

  async function restart(hash: string): Promise<void> {
    if (restarting.has(hash) || !unwritten.delete(hash)) return
    restarting.set(hash, { isLate: false })
    try {
      await stop(hash)
    } catch (error) {
      restarting.set(hash, { isLate: true })
      throw error
    }
    await store.remove(hash)
    await startAgain(hash)
  }

  async function look(hash: string, torrent: HouseTorrent | undefined): Promise<void> {
    if (restarting.get(hash)?.isLate && torrent?.isStopped) return startAgain(hash)
    const isGoing = torrent?.state === 'active' || torrent?.state === 'seeding'
    // A stop would end a verification.
    if (isGoing && !torrent.isChecking) await restart(hash)
  }

  return {
    changed: (hash: string): void => void unwritten.add(hash),
    /** Before it is given. A magnet is not written down, as it leaves again. */
    async added(hash: string, { isMagnet = false } = {}): Promise<void> {
      await store.add(hash)
      if (!isMagnet) unwritten.add(hash)
    },
    /** The program started anew: it may have loaded these into its usual folder, or with an earlier choice. None of them is stopped for this any more. */
    async lost(): Promise<string[]> {
      restarting.clear()
      for (const hash of await store.all()) unwritten.add(hash)
      return [...unwritten]
    },
    isUnwritten: (hash: string): boolean => unwritten.has(hash),
    paused: (hash: string): void => void restarting.delete(hash),
    async removed(hash: string): Promise<void> {
      unwritten.delete(hash)
      restarting.delete(hash)
      await store.remove(hash)
    },
    /** write: has it written down by Transmission itself. */
    async writing(hash: string, write: () => Promise<void>): Promise<void> {
      unwritten.delete(hash)
      try {
        await write()
      } catch (error) {
        unwritten.add(hash)
        throw error
      }
      await store.remove(hash)
    },
    look,
    async lookAtAll(torrents: ReadonlyMap<string, HouseTorrent>): Promise<void> {
      for (const hash of [...unwritten, ...restarting.keys()]) await look(hash, torrents.get(hash))
    },
    /** One that is stopped for this is not paused. */
    seen(torrents: ReadonlyMap<string, HouseTorrent>): ReadonlyMap<string, HouseTorrent> {
      const seen = new Map(torrents)
      for (const hash of restarting.keys()) {
        const torrent = seen.get(hash)
        if (torrent?.isStopped) seen.set(hash, { ...torrent, state: 'active', isStopped: false, isUnsettled: true })
      }
      return seen
    },
  }
}
