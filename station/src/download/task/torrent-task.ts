/** A torrent's way: added with the chosen files, written under the download folder, seeded afterwards. */
import { sourceOf } from '@homeport/contract/shape/source.ts'
import type { DownloadDir } from '../download-dir.ts'
import type { Engine, Job } from '../engine.ts'
import { badTorrent, noFiles, noRoom } from '../failure.ts'
import type { Torrent } from '../source/parse-torrent.ts'
import type { FetchedTorrent, TorrentMetadata } from '../source/torrent-metadata.ts'
import type { TaskRow, TaskStore } from '../store.ts'
import type { Outcome } from './outcome.ts'
import type { Progress } from './progress.ts'
import { chosenOf } from './torrent-columns.ts'

export type TorrentTaskParts = {
  store: TaskStore
  engine: Engine
  magnets: TorrentMetadata
  place: DownloadDir
  progress: Progress
  outcome: Outcome
}

export function createTorrentTask({ store, engine, magnets, place, progress, outcome }: TorrentTaskParts) {
  async function add(row: TaskRow, { torrent, readBytes }: FetchedTorrent): Promise<void> {
    // Its files were being renamed when the station was stopped.
    if (row.path !== '' && !torrent.isUtf8) return finishWithNames(row, torrent)
    const { files } = torrent
    const chosen = chosenOf(row)
    const selected = files.indexes(chosen)
    if (selected.length === 0) return outcome.fail(row, noFiles)
    const before = row.has_begun === 1
    if (!before && !(await place.hasRoomFor(row.download_size))) return outcome.fail(row, noRoom)
    await progress.change(row, { has_begun: 1 })
    // Files on disk without the engine's control file (a kill before it was first written) are verified by hash.
    const check = before && !(await place.has(`${torrent.name}.aria2`))
    const isPart = selected.length < files.count
    await engine.addTorrent({
      gid: row.task_id,
      torrent: await readBytes(),
      dir: place.root,
      chosen: isPart ? selected : undefined,
      check,
    })
    const job = await engine.job(row.task_id)
    if (job?.files.some((file) => !place.isInside(file.path))) {
      await engine.forget(row.task_id)
      return outcome.fail(row, badTorrent)
    }
    const own = (job?.files ?? []).filter(({ index }) => files.has(index))
    await store.setFiles(
      row.task_id,
      own.map(({ index, path, length }) => ({
        file_index: index,
        path: place.pathOf(path),
        size: length,
        is_selected: (chosen?.has(index) ?? true) ? 1 : 0,
      })),
    )
  }

  /** The engine has written names that are not UTF-8 as percent-encoded bytes. The top name is stored before the first move, so a kill in between ends with the same names. */
  async function finishWithNames(row: TaskRow, torrent: Torrent): Promise<void> {
    await engine.forget(row.task_id)
    const path = row.path || (await place.freeName(fileName(torrent.name)))
    const named = await progress.change(row, { path })
    const written = await store.files(row.task_id)
    const paths = new Map(torrent.files.slice(0).map((file) => [file.index, file.path.split('/').map(fileName)]))
    const renamed = written.map((file) => {
      const parts = torrent.isMultifile ? (paths.get(file.file_index) ?? []) : []
      return { ...file, path: [path, ...parts].join('/') }
    })
    for (const [at, file] of written.entries())
      if (file.is_selected === 1) await place.rename(file.path, renamed[at]?.path ?? file.path)
    await store.setFiles(row.task_id, renamed)
    for (const top of new Set(written.map((file) => file.path.split('/')[0] ?? ''))) await place.dropNotes(top)
    await outcome.done(named, { path })
  }

  async function torrentOf({ url }: TaskRow): Promise<Torrent | undefined> {
    const source = sourceOf(url)
    return source.kind === 'magnet' ? (await magnets.known(source.infoHash))?.torrent : undefined
  }

  return {
    add,

    async finish(row: TaskRow, job: Job): Promise<void> {
      // A partial selection is not seeded: the engine soon ends it and deletes the unselected stubs.
      if (job.state === 'seeding' && row.select_count < row.file_count)
        return progress.follow(row, { down: row.download_size, speed: 0, peers: 0 })
      const torrent = await torrentOf(row)
      if (torrent && !torrent.isUtf8) return finishWithNames(row, torrent)
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

/** A name in another encoding may decode to what no file can be called. */
function fileName(part: string): string {
  return part.replaceAll(/[/\0]/g, '_') || '_'
}
