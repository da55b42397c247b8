/** All that the program has, with what the box did not give it. */
import type { ProgramLibrary } from '../engine/engine.ts'
import { isUnsettled, stateOf, type Entry } from './answers.ts'
import type { Api } from './client.ts'
import { filesOf } from './place-files.ts'
import type { TorrentList } from './torrent-list.ts'

type LibraryDeps = {
  api: Api
  list: TorrentList
  isOfMetadata: (entry: Entry) => boolean
  ask: <T>(work: () => Promise<T>) => Promise<T>
}

export function createLibrary({ api, list, isOfMetadata, ask }: LibraryDeps): ProgramLibrary {
  return {
    torrents: () =>
      ask(async () => {
        await list.read()
        return [...list.all()]
          .filter(([, entry]) => !isOfMetadata(entry) && entry.total_size >= 0 && !isUnsettled(entry))
          .map(([hash, entry]) => ({
            hash,
            name: entry.name,
            folder: entry.save_path.replace(/\/+$/, ''),
            state: stateOf(entry),
            done_bytes: entry.completed,
            added_at: entry.added_on * 1000,
          }))
      }),
    has: (hash) =>
      ask(async () => {
        await list.read({ isNow: true })
        return list.of(hash) !== undefined
      }),
    torrentFile: (hash) => ask(() => api.bytes(`torrents/export?hash=${hash}`)),
    files: (hash) =>
      ask(async () =>
        (await filesOf(api, hash)).map(({ name, size, priority }) => ({ path: name, size, isWanted: priority > 0 })),
      ),
  }
}
