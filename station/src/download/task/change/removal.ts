/** Removes a task: its engine job, its own files if requested, its control files and work folder. Idempotent (promises 24 and 35). */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import { EngineAway, type Engine, type JobFile } from '../../engine/engine.ts'
import type { TorrentMetadata } from '../../torrent/torrent-metadata.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { TaskFileRow, TaskRow, TaskStore } from '../../table/store.ts'
import type { TorrentPaths } from '../torrent/torrent-paths.ts'

export type RemovalDeps = {
  engine: Engine
  magnets: TorrentMetadata
  folders: DownloadFolders
  store: TaskStore
  torrentPaths: TorrentPaths
  onFault: (fault: unknown) => void
}

/** row.removing says what to delete. Throws EngineAway if the engine may still write, or the folder with its files is away: repeated when that is back. */
export function createRemoval({ engine, magnets, folders, store, torrentPaths, onFault }: RemovalDeps) {
  return async (row: TaskRow): Promise<void> => {
    if (!engine.isUp(row.kind)) throw new EngineAway('the engine is away')
    const folder = folders.of(row)
    const hasNothing = row.has_begun === 0 || (row.status === TaskStatus.done && row.removing === 0)
    if (!hasNothing && folders.has(row.folder_id) && !(await folder.isConnected())) throw new EngineAway('the folder is away')
    torrentPaths.forget(row.task_id)
    const progress = row.status === TaskStatus.done ? [] : await engine.files(row.task_id, row.kind)
    const existing = new Map(progress.map((file) => [file.index, file]))
    await engine.remove(row.task_id, row.kind)
    const files = await store.files(row.task_id)
    for (const file of files) if (goes(row, file, existing.get(file.file_index))) await drop(row, file)
    // The engine's record of a torrent that is one file lies beside the file.
    const [only] = files
    if (row.kind === 'magnet' && only && files.length === 1 && !(await isAnothers(row, only))) await dropNotes(row, only.path)
    // Tasks of older versions have the engine's record beside their files.
    if (row.path === '') for (const top of new Set(files.map((file) => file.path.split('/')[0] ?? ''))) await dropNotes(row, top)
    await forgetMagnet(row)
    await folder.dropJob(row.task_id)
    await folder.dropWork(row.task_id)
    await store.endRemoval(row.task_id)
  }

  /** The file was already deleted once, and another task now has this name. */
  async function isAnothers({ folder_id, task_id }: TaskRow, { path }: TaskFileRow): Promise<boolean> {
    return (await store.ownersOf({ folder_id, path })).some((owner) => owner.task_id !== task_id)
  }

  async function drop(row: TaskRow, file: TaskFileRow): Promise<void> {
    const { path, size, is_selected } = file
    if (await isAnothers(row, file)) return
    const isWhole = row.status === TaskStatus.done && is_selected === 1
    await folders.of(row).dropFile(path, { size, isWhole }).catch(onFault)
  }

  function dropNotes(row: TaskRow, path: string): Promise<void> {
    return folders.of(row).dropNotes(path).catch(onFault)
  }

  async function forgetMagnet(row: TaskRow): Promise<void> {
    const link = parseLink(row.url)
    if (row.kind !== 'magnet' || link.kind !== 'magnet') return
    const isWantedAgain = await store.byKey(`btih:${link.infoHash}`)
    if (!isWantedAgain) await magnets.forget(link.infoHash)
  }
}

/**
 * Only complete files are kept: without its task a partial file is useless, and a library would take it for a film. A file that was there before the task is
 * kept as it is. A file that was not chosen was never written under its name.
 */
function goes(row: TaskRow, file: TaskFileRow, progress: JobFile | undefined): boolean {
  if (file.is_selected === 0) return false
  if (row.removing === 1) return true
  const isPartial = row.status !== TaskStatus.done && progress !== undefined && progress.done < file.size
  return isPartial && file.is_adopted === 0
}
