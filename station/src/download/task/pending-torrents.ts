/** Torrent files of accepted tasks that are still being fetched: a start does not wait for them. */
import { FailureRefusal, type Failure } from '../failure.ts'
import { bringWithinMs, type MagnetSource, type TorrentFiles } from '../source/torrent-file.ts'
import type { TaskRow } from '../store.ts'

export type PendingTorrentsParts = {
  torrents: TorrentFiles
  /** Called when the file of a task is here, or cannot be. */
  onReady: (task_id: string) => void
  onFault: (fault: unknown) => void
}
export type PendingTorrents = ReturnType<typeof createPendingTorrents>

export function createPendingTorrents({ torrents, onReady, onFault }: PendingTorrentsParts) {
  const results = new Map<string, MagnetSource | Failure | 'fetching'>()

  async function fetch(row: TaskRow): Promise<void> {
    results.set(row.task_id, 'fetching')
    try {
      results.set(row.task_id, await torrents.of(row, bringWithinMs))
    } catch (error) {
      results.delete(row.task_id)
      if (!(error instanceof FailureRefusal)) throw error
      results.set(row.task_id, error.failure)
    }
    onReady(row.task_id)
  }

  /** The magnet of a task's torrent file, or why there is none; undefined while it is being fetched. */
  return (row: TaskRow): MagnetSource | Failure | undefined => {
    const result = results.get(row.task_id)
    if (result === undefined) void fetch(row).catch(onFault)
    if (result === undefined || result === 'fetching') return undefined
    results.delete(row.task_id)
    return result
  }
}
