/** Admits a start of a task that the box has: it goes on, takes another choice of files, or is refused as already there. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { selectionOf } from '@homeport/contract/shape/selection.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { isLink } from '../../engine/engine.ts'
import { DownloadRefusal, noFiles } from '../../engine/failure.ts'
import type { Accepted } from '../../link/accept-link.ts'
import { fullUrl } from '../../link/link-login.ts'
import type { TorrentMetadata } from '../../torrent/torrent-metadata.ts'
import type { FetchedTorrent } from '../../torrent/torrent-store.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { BeginHow } from './begin.ts'
import type { Progress } from '../view/progress.ts'
import { notTried } from '../../table/retry.ts'
import { choosesSame, chosenOf, columnsOf, union } from '../torrent/torrent-columns.ts'
import type { TorrentPaths } from '../torrent/torrent-paths.ts'

export type AdmitAgainDeps = {
  store: TaskStore
  magnets: TorrentMetadata
  folders: DownloadFolders
  progress: Progress
  torrentPaths: TorrentPaths
  /** Called with a magnet's task for which another link or file has brought something. */
  onBrought: (task_id: string) => void
}
/** select: ranges of file indexes. accepted: the link or file that was given, if the task was not named by its id. */
export type AgainRequest = { id: string; row: TaskRow; select: string | undefined; accepted?: Accepted | undefined }
/** An admitted start. how: absent where nothing is left to do, else how it is passed to the engine. */
export type Admitted = { row: TaskRow; how?: Omit<BeginHow, 'withinMs'> }

export function createAdmitAgain({ store, magnets, folders, progress, torrentPaths, onBrought }: AdmitAgainDeps) {
  const torrentOf = async ({ kind, key }: TaskRow): Promise<FetchedTorrent | undefined> =>
    kind === 'magnet' ? magnets.torrentOf(key.replace(/^btih:/, '')) : undefined

  /** A magnet without metadata takes it from the torrent file that was given, or asks the trackers of the other magnet too. */
  async function bring({ row, accepted }: AgainRequest, named: FetchedTorrent | undefined): Promise<void> {
    if (row.kind !== 'magnet' || row.total_size > 0) return
    if (!named && !(accepted?.kind === 'magnet' && (await magnets.addTrackers(accepted.infoHash, fullUrl(accepted))))) return
    await progress.change(row, { reason: '', ...notTried, ...(named && columnsOf(named, row)) })
    onBrought(row.task_id)
  }

  return async (request: AgainRequest): Promise<Admitted> => {
    const { id, row } = request
    const same = { task_id: row.task_id, old_task_id: '' }
    const [isRunning, isDone] = [row.status === TaskStatus.run, row.status === TaskStatus.done]
    if (row.act_id === id && row.status !== TaskStatus.stop) return isRunning ? { row, how: {} } : { row }
    const named = await torrentOf(row)
    const isHere = isDone && (await folders.of(row).has(row.path))
    const choice = newChoice(request, { named, isHere })
    if (choice === undefined && isRunning) {
      await bring(request, named)
      throw new Refusal(TaskCode.inDownloading, same)
    }
    if (choice === undefined && isHere) throw new Refusal(TaskCode.inComplete, same)
    const isGone = isDone && !isHere
    if (isGone) await store.setFiles(row.task_id, [])
    torrentPaths.forget(row.task_id)
    const chosen = choice ?? row.chosen
    const reset = isGone ? { path: '', down_size: 0, ...(row.kind === 'magnet' ? { total_size: 0, has_begun: 0 } : {}) } : {}
    const sizes = choice === undefined ? {} : sizesOf(row, named, choice)
    const running = { status: TaskStatus.run, code: TaskCode.added, reason: '', act_id: id, chosen, done_at: null, ...notTried }
    return { row: await progress.change(row, { ...running, ...reset, ...sizes }), how: { isNew: isDone || choice !== undefined } }
  }
}

type ChoiceDeps = { named: FetchedTorrent | undefined; isHere: boolean }

/** Ranges; undefined if the task has this choice already. A finished task keeps the files that are here. */
function newChoice({ row, select }: AgainRequest, { named, isHere }: ChoiceDeps): string | undefined {
  if (select === undefined || isLink(row.kind)) return undefined
  const [current, requested] = [chosenOf(row), selectionOf(select)]
  const files = named?.torrent.files
  if (files && requested.last > files.lastIndex) throw new Refusal(Code.invalid, { field: 'select', rule: 'range' })
  if (files?.sum(requested).count === 0) throw new DownloadRefusal(noFiles)
  const next = isHere ? union(current, requested) : requested
  const isSame = files ? choosesSame(files, next, current) : next?.text === current?.text
  return isSame ? undefined : next?.text
}

/** The sizes of a task that is started again; bytes on the disk still count, except for a magnet whose files are not known. */
function sizesOf(row: TaskRow, named: FetchedTorrent | undefined, chosen: string): Partial<TaskRow> {
  if (!named) return row.kind === 'magnet' ? { total_size: 0, down_size: 0 } : {}
  const columns = columnsOf(named, { chosen, given_name: row.given_name })
  return { ...columns, down_size: Math.min(row.down_size, columns.download_size ?? 0) }
}
