/** The row of a task for a torrent that a program has, as the program has it: its place, its chosen files, its progress, and whether it runs. */
import { posix, relative } from 'node:path'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { selectionOf } from '@homeport/contract/shape/selection.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { ProgramLibrary, ProgramTorrent, ProgramTorrentFile } from '../../engine/engine.ts'
import type { TorrentFetcher } from '../../torrent/torrent-fetcher.ts'
import type { TorrentMetadata } from '../../torrent/torrent-metadata.ts'
import type { TaskFileRow, TaskRow } from '../../table/store.ts'
import { topOf } from '../torrent/plan-paths.ts'
import { newRow } from './new-row.ts'

export type AdoptedRowDeps = { folders: DownloadFolders; magnets: TorrentMetadata; torrents: TorrentFetcher; now: () => number }

/** undefined: the box cannot have it. */
export function createAdoptedRow({ folders, magnets, torrents, now }: AdoptedRowDeps) {
  async function filesOf(
    library: ProgramLibrary,
    { hash, folder }: ProgramTorrent,
    root: string,
  ): Promise<Omit<TaskFileRow, 'task_id'>[] | undefined> {
    const torrent = (await magnets.torrentOf(hash))?.torrent
    const indexes = torrent?.files.indexes(undefined) ?? []
    const listed = withoutPadding(await library.files(hash), indexes)
    if (!torrent || indexes.length !== listed.length) return undefined
    const files = listed.map(({ path, size, isWanted }, at) => ({
      file_index: indexes[at] ?? at + 1,
      path: posix.normalize(relative(root, posix.join(folder, path))),
      size,
      is_selected: isWanted ? 1 : 0,
      is_adopted: 1,
    }))
    return files.some(({ path }) => path === '..' || path.startsWith('../')) ? undefined : files
  }

  return async function rowOf(
    library: ProgramLibrary,
    given: ProgramTorrent,
  ): Promise<{ row: Omit<TaskRow, 'seq'>; files: Omit<TaskFileRow, 'task_id'>[] } | undefined> {
    const accepted = await torrents.keep(await library.torrentFile(given.hash))
    if (accepted.infoHash !== given.hash) return undefined
    const folder_id = await folders.idAt(given.folder)
    if (folder_id === undefined) return undefined
    const files = await filesOf(library, given, folders.of({ folder_id }).root)
    const named = await magnets.torrentOf(given.hash)
    if (!files || !named) return undefined
    const chosen = files.filter(({ is_selected }) => is_selected === 1)
    const select = chosen.length === files.length ? undefined : selectionOf(chosen.map(({ file_index }) => file_index)).text
    const folder_path = relative(folders.of({ folder_id }).root, given.folder)
    const isDone = given.state === 'seeding' || given.state === 'complete'
    const chosenFolder = { given_name: '', folder_id, folder_path, category: '' }
    const at = given.added_at > 0 ? Math.min(given.added_at, now()) : now()
    const base = newRow({ id: `adopted ${given.hash}`, oldTaskId: '', accepted, select, size: 0, named, chosenFolder, now: at })
    const status = isDone
      ? TaskStatus.done
      : given.state === 'active' || given.state === 'waiting'
        ? TaskStatus.run
        : TaskStatus.stop
    return {
      row: {
        ...base,
        name: given.name || base.name,
        status: given.state === 'error' ? TaskStatus.failed : status,
        ...(given.state === 'error' && { code: TaskCode.notStarted, reason: 'other' }),
        has_begun: 1,
        path: topOf({ folder_path }, files[0]?.path),
        down_size: isDone ? base.download_size : Math.min(given.done_bytes, base.download_size),
        done_at: isDone ? at : null,
      },
      files,
    }
  }
}

/** A program that knows no padding tells it among the files. */
export function withoutPadding(listed: readonly ProgramTorrentFile[], indexes: readonly number[]): readonly ProgramTorrentFile[] {
  return listed.length === indexes.length ? listed : indexes.flatMap((index) => listed[index - 1] ?? [])
}
