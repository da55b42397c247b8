/** A torrent's way: added with the chosen files, written under the download folder, seeded afterwards. */
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import { workName, type DownloadDir } from '../download-dir.ts'
import type { Engine, Job } from '../engine.ts'
import { badTorrent, noRoom } from '../failure.ts'
import type { FetchedTorrent } from '../source/torrent-metadata.ts'
import type { TaskRow, TaskStore } from '../store.ts'
import type { Outcome } from './outcome.ts'
import type { Progress } from './progress.ts'
import { chosenOf } from './torrent-columns.ts'

export type TorrentTaskParts = { store: TaskStore; engine: Engine; place: DownloadDir; progress: Progress; outcome: Outcome }

export function createTorrentTask({ store, engine, place, progress, outcome }: TorrentTaskParts) {
  async function add(row: TaskRow, { torrent, bytes }: FetchedTorrent): Promise<void> {
    const files = torrent.files.filter((file) => !file.isPadding)
    const selected = files.map((file) => file.index).filter((index) => chosenOf(row)?.includes(index) ?? true)
    const escapes = [torrent.name, ...torrent.files.flatMap((file) => file.path.split('/'))].some(
      (part) => part === '..' || part === workName,
    )
    if (escapes || selected.length === 0)
      return outcome.fail(row, escapes ? badTorrent : { code: TaskCode.noFiles, reason: 'no_files' })
    const before = row.has_begun === 1
    if (!before && !(await place.hasRoomFor(row.download_size))) return outcome.fail(row, noRoom)
    await progress.change(row, { has_begun: 1 })
    // Files on disk without the engine's control file (a kill before it was first written) are verified by hash.
    const check = before && !(await place.has(`${torrent.name}.aria2`))
    const chosen = selected.length === files.length ? undefined : selected
    await engine.addTorrent({ gid: row.task_id, torrent: bytes, dir: place.root, chosen, check })
    const job = await engine.job(row.task_id)
    if (job?.files.some((file) => !place.isInside(file.path))) {
      await engine.forget(row.task_id)
      return outcome.fail(row, badTorrent)
    }
    const isReal = new Set(files.map((file) => file.index))
    await keepFiles(row, { job, isReal, isWanted: new Set(selected) })
  }

  async function keepFiles(
    row: TaskRow,
    { job, isReal, isWanted }: { job: Job | undefined; isReal: Set<number>; isWanted: Set<number> },
  ): Promise<void> {
    const own = (job?.files ?? []).filter((file) => isReal.has(file.index))
    await store.setFiles(
      row.task_id,
      own.map(({ index, path, length }) => ({
        file_index: index,
        path: place.pathOf(path),
        size: length,
        is_selected: isWanted.has(index) ? 1 : 0,
      })),
    )
  }

  return {
    add,

    async finish(row: TaskRow, job: Job): Promise<void> {
      // A partial selection is not seeded: the engine soon ends it and deletes the unselected stubs.
      if (job.state === 'seeding' && row.select_count < row.file_count)
        return progress.follow(row, { down: row.download_size, speed: 0, peers: 0 })
      const file = (await engine.job(row.task_id))?.files[0]
      const path = file ? place.topOf(file.path) : row.name
      if (job.state === 'complete') {
        await engine.forget(row.task_id)
        // The engine keeps its control file if files were left out; it is no longer needed.
        await place.dropNotes(path)
      }
      await outcome.done(row, { path })
    },
  }
}
