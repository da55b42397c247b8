/** Transmission writes down folder, labels and choice of a torrent when that stops, or after minutes: one that was killed before would load it into its usual folder. So each is stopped and begun once as it begins, without peers until then: by a verification, or where that would take long by the box. */
import type { HouseTorrent } from '../house-program/driver.ts'

/** stop: resolves once it has stopped. */
type WriteDownDeps = { stop: (hash: string) => Promise<void>; start: (hash: string) => Promise<void> }

export function createWriteDown({ stop, start }: WriteDownDeps) {
  const unwritten = new Set<string>()
  /** Those of them that the program knows since then only. */
  const added = new Set<string>()
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
    added.delete(hash)
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
    added(hash: string): void {
      unwritten.add(hash)
      added.add(hash)
    },
    /** The program started anew: it may have loaded these into its usual folder, or with an earlier choice. None of them is stopped for this any more. */
    lost(): string[] {
      restarting.clear()
      return [...new Set([...added, ...unwritten])]
    },
    isUnwritten: (hash: string): boolean => unwritten.has(hash),
    paused: (hash: string): void => void restarting.delete(hash),
    removed(hash: string): void {
      for (const set of [unwritten, added, restarting]) set.delete(hash)
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
      added.delete(hash)
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
