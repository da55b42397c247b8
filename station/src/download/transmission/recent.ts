/** Transmission's answers of what has changed: those that were active of late, those that the box has touched, and now and then all of them, since not every change makes a torrent a recent one. */
import type { Changes, HouseTorrent } from '../house-program/driver.ts'
import { entryFields, EntryList, readEntry, torrentOf } from './answers.ts'
import type { Rpc } from './client.ts'

/** It tells what was active within its last minute. */
const wholeEveryMs = 30_000

export function createRecent(rpc: Pick<Rpc, 'call'>) {
  const hashes = new Map<number, string>()
  const touched = new Set<string>()
  let isStale = true
  let wholeAt = -Infinity

  const ask = (ids?: 'recently-active' | readonly string[]) =>
    rpc.call('torrent-get', { fields: entryFields, ...(ids && { ids }) }, EntryList)

  return {
    touch: (hash: string): void => void touched.add(hash),
    /** Its ids are others after a start. */
    startedAnew(): void {
      isStale = true
    },
    async changes({ isWhole }: { isWhole: boolean }): Promise<Changes> {
      const isAll = isWhole || isStale || performance.now() - wholeAt >= wholeEveryMs
      // Nobody knows why something is gone from a program that has started anew.
      const before = isAll && !isWhole && !isStale ? [...hashes.values()] : []
      const own = [...touched]
      touched.clear()
      isStale = false
      const answers = [await ask(isAll ? undefined : 'recently-active')]
      if (!isAll && own.length > 0) answers.push(await ask(own))
      // It started meanwhile, and its ids are others.
      if (isStale && !isAll) return this.changes({ isWhole: true })
      if (isAll) {
        wholeAt = performance.now()
        hashes.clear()
      }
      const torrents = new Map<string, HouseTorrent>()
      let unreadable = 0
      for (const value of answers.flatMap((answer) => answer.torrents)) {
        const entry = readEntry(value)
        if (entry) {
          hashes.set(entry.id, entry.hashString)
          torrents.set(entry.hashString, torrentOf(entry))
        } else unreadable += 1
      }
      return {
        isWhole: isAll,
        torrents,
        removed: [...removedOf(answers, torrents), ...before.filter((hash) => !torrents.has(hash))],
        unreadable,
      }
    },
  }

  /** One that was given again has another id. */
  function removedOf(answers: readonly { removed: number[] }[], torrents: ReadonlyMap<string, HouseTorrent>): string[] {
    const ids = answers.flatMap(({ removed }) => removed)
    const gone = ids.map((id) => hashes.get(id)).filter((hash) => hash !== undefined && !torrents.has(hash))
    for (const id of ids) hashes.delete(id)
    return gone.filter((hash) => hash !== undefined)
  }
}
