/** Another engine takes the torrents over: the one before lets go of them, and their files on the disk are verified where they go on. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { EngineAway, isLink, type TorrentEngine } from '../../engine/engine.ts'
import { infoHashOf } from '../../stall/torrent-trackers.ts'
import type { TorrentMetadata } from '../../torrent/torrent-metadata.ts'
import type { TaskStore } from '../../table/store.ts'
import type { Slots } from '../limits/slots.ts'
import type { Progress } from '../view/progress.ts'

type Deps = { store: TaskStore; magnets: TorrentMetadata; folders: DownloadFolders; slots: Slots; progress: Progress }

export function createChangeEngine({ store, magnets, folders, slots, progress }: Deps) {
  return async (before: TorrentEngine, change: () => Promise<void>): Promise<void> => {
    const torrents = (await store.matching({ category: '' })).filter(({ kind, removing }) => !isLink(kind) && removing === null)
    await progress.store()
    for (const row of torrents) {
      if (row.status === TaskStatus.done && !progress.isSeeding(row.task_id)) continue
      try {
        if (before.isUp()) await before.forget(row.task_id)
        const infoHash = infoHashOf(row)
        if (row.total_size === 0 && infoHash !== '' && before.isUp()) await magnets.leave(infoHash)
      } catch (error) {
        // It writes nothing while it is away, and has nothing of the box once it is back.
        if (!(error instanceof EngineAway)) throw error
      }
      // The record of the one before tells nothing of what the next one brings.
      await folders.of(row).dropJob(row.task_id)
      if (slots.has(row.task_id)) progress.leave(row.task_id)
    }
    await change()
  }
}
