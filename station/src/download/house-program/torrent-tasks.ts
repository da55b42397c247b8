/** How a program that knows torrents by their info hash finds the tasks of the box, and how tasks find it: by the table, so that it holds over restarts of both. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import { limitsOf, type JobLimits } from '../engine/engine.ts'
import type { TaskRow, TaskStore } from '../table/store.ts'

/** isWanted: it runs or is done, so that the program may have it begun. isPart: not all of its files are chosen. */
export type TorrentTask = { gid: string; limits: JobLimits; isWanted: boolean; isDone: boolean; isPart: boolean }
export type TorrentTasks = {
  /** undefined: no task of this id is a torrent, or it was not begun: a torrent of its hash is then not its own. */
  hashOf(gid: string): Promise<string | undefined>
  /** By info hash. */
  byHashes(hashes: readonly string[]): Promise<Map<string, TorrentTask>>
  /** The box's indexes of all files of a task. */
  indexesOf(gid: string): Promise<number[]>
}

const keyPrefix = 'btih:'

/** The key tells it, but for a task that is being removed: its key is free for another one. */
export function infoHashOfRow({ kind, key, url }: Pick<TaskRow, 'kind' | 'key' | 'url'>): string | undefined {
  if (kind !== 'magnet') return undefined
  if (key.startsWith(keyPrefix)) return key.slice(keyPrefix.length)
  const link = parseLink(url)
  return link.kind === 'magnet' ? link.infoHash : undefined
}

export function createTorrentTasks(store: Pick<TaskStore, 'byId' | 'removal' | 'byKeys' | 'files'>): TorrentTasks {
  return {
    async hashOf(gid) {
      const row = (await store.byId(gid)) ?? (await store.removal(gid))
      return row?.has_begun === 1 ? infoHashOfRow(row) : undefined
    },
    async byHashes(hashes) {
      const rows = await store.byKeys(hashes.map((hash) => keyPrefix + hash))
      return new Map(rows.filter(({ has_begun }) => has_begun === 1).map((row) => [row.key.slice(keyPrefix.length), taskOf(row)]))
    },
    async indexesOf(gid) {
      return (await store.files(gid)).map(({ file_index }) => file_index)
    },
  }
}

function taskOf(row: TaskRow): TorrentTask {
  const isDone = row.status === TaskStatus.done
  return {
    gid: row.task_id,
    limits: limitsOf(row),
    isWanted: isDone || row.status === TaskStatus.run,
    isDone,
    isPart: row.select_count < row.file_count,
  }
}
