/** Where the files of a torrent lie, as it is planned before its job begins; comparing them with the disk may take long, so it is done in the background. */
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { parsePieces, type Torrent } from '../../torrent/parse-torrent.ts'
import { createDataCheck } from '../../torrent/torrent-data.ts'
import type { TorrentMetadata } from '../../torrent/torrent-metadata.ts'
import type { TaskFileRow, TaskRow, TaskStore } from '../../table/store.ts'
import { createBackground, type BackgroundDeps } from './background.ts'
import { MustCompare, planPaths, type TorrentPlan } from './plan-paths.ts'
import { chosenOf } from './torrent-columns.ts'

export type TorrentPathsDeps = Omit<BackgroundDeps<never>, 'work'> & {
  store: TaskStore
  magnets: TorrentMetadata
  folders: DownloadFolders
}
export type TorrentPaths = ReturnType<typeof createTorrentPaths>

export function createTorrentPaths({ store, magnets, folders, ...events }: TorrentPathsDeps) {
  const comparison = createBackground<TorrentPlan | 'removed'>({ ...events, work: compare })

  async function compare(row: TaskRow): Promise<TorrentPlan | 'removed'> {
    const link = parseLink(row.url)
    const named = link.kind === 'magnet' ? await magnets.torrentOf(link.infoHash) : undefined
    if (!named) return 'removed'
    const { torrent, readBytes } = named
    const check = createDataCheck(torrent.files, parsePieces(await readBytes()))
    return planPaths({ store, folder: folders.of(row) }, { row, torrent, before: await store.files(row.task_id), check })
  }

  /** Another task or another choice may have come while the disk was read. */
  async function isCurrent(row: TaskRow, { top, files }: TorrentPlan): Promise<boolean> {
    const claimed = await store.claimedBelow(top, row)
    const chosen = chosenOf(row)
    return files.every(({ file_index, path, is_selected }) => {
      const isChosen = chosen?.has(file_index) ?? true
      return isChosen === (is_selected === 1) && !(isChosen && claimed.has(path))
    })
  }

  return {
    /** undefined while the disk is read. */
    async planOf(row: TaskRow, torrent: Torrent, before: readonly TaskFileRow[]): Promise<TorrentPlan | undefined> {
      if (comparison.has(row.task_id)) {
        const plan = comparison.take(row)
        if (plan === undefined) return undefined
        if (plan !== 'removed' && (await isCurrent(row, plan))) return plan
      }
      try {
        return await planPaths({ store, folder: folders.of(row) }, { row, torrent, before, check: undefined })
      } catch (error) {
        if (!(error instanceof MustCompare)) throw error
        comparison.begin(row)
        return undefined
      }
    },
    isComparing: (task_id: string): boolean => comparison.has(task_id),
    forget: (task_id: string): void => comparison.forget(task_id),
  }
}
