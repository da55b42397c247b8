/** All that the program has, with what the box did not give it. */
import type { ProgramLibrary } from '../engine/engine.ts'
import { isOfMetadata, type Driver } from './driver.ts'
import { torrentFileOf } from './torrent-file-of.ts'
import type { TorrentList } from './torrent-list.ts'

/** isPausing: the box pauses it at this moment. */
type LibraryDeps = {
  driver: Driver
  list: TorrentList
  isPausing: (hash: string) => boolean
  ask: <T>(work: () => Promise<T>) => Promise<T>
}

export function createLibrary({ driver, list, isPausing, ask }: LibraryDeps): ProgramLibrary {
  return {
    torrents: () =>
      ask(async () => {
        await list.read()
        return [...list.all()]
          .filter(([, entry]) => !isOfMetadata(entry) && entry.hasMetadata && !entry.isUnsettled)
          .map(([hash, { name, folder, state: now, done_bytes, added_at }]) => {
            const state = now === 'active' && isPausing(hash) ? 'paused' : now
            return { hash, name, folder, state, done_bytes, added_at }
          })
      }),
    has: (hash) =>
      ask(async () => {
        await list.read({ isNow: true })
        return list.of(hash) !== undefined
      }),
    torrentFile: (hash) => ask(() => torrentFileOf(driver, hash)),
    files: (hash) =>
      ask(async () => (await driver.files(hash)).map(({ name, size, isWanted }) => ({ path: name, size, isWanted }))),
  }
}
