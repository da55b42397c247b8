/** A torrent's way: its files are planned, the engine gets it with the chosen ones, and it is seeded afterwards. */
import { basename } from 'node:path'
import { webAddressesIn } from '@homeport/contract/shape/link/magnet-link.ts'
import { selectionOf } from '@homeport/contract/shape/selection.ts'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import type { DownloadDir } from '../../folder/download-dir.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { limitsOf, type Engine, type Job } from '../../engine/engine.ts'
import { noFiles } from '../../engine/failure.ts'
import { fileName, topName } from '../../torrent/file-names.ts'
import { withFileAddresses } from '../../torrent/file-addresses.ts'
import type { Torrent } from '../../torrent/parse-torrent.ts'
import type { TorrentMetadata } from '../../torrent/torrent-metadata.ts'
import type { FetchedTorrent } from '../../torrent/torrent-store.ts'
import { addedTo, removedFrom } from '../../stall/torrent-trackers.ts'
import type { TaskFileRow, TaskRow, TaskStore } from '../../table/store.ts'
import type { Outcome } from './outcome.ts'
import { idleReading } from '../view/to-wire.ts'
import { topOf, type PlannedFile, type TorrentPlan } from '../torrent/plan-paths.ts'
import type { Progress } from '../view/progress.ts'
import { chosenOf } from '../torrent/torrent-columns.ts'
import type { TorrentPaths } from '../torrent/torrent-paths.ts'

export type TorrentTaskDeps = {
  store: TaskStore
  engine: Engine
  magnets: TorrentMetadata
  torrentPaths: TorrentPaths
  folders: DownloadFolders
  progress: Progress
  outcome: Outcome
}
type Planned = TorrentPlan & { before: readonly TaskFileRow[] }

export function createTorrentTask({ store, engine, magnets, torrentPaths, folders, progress, outcome }: TorrentTaskDeps) {
  async function add(row: TaskRow, named: FetchedTorrent): Promise<void> {
    const { torrent } = named
    const folder = folders.of(row)
    const before = await store.files(row.task_id)
    if (isBeingRenamed(row, torrent, before)) return finishWithNames(row, torrent)
    if (torrent.files.sum(chosenOf(row)).count === 0) return outcome.fail(row, noFiles)
    const plan = await torrentPaths.planOf(row, torrent, before)
    if (!plan) return
    const isChanged = before.length > 0 && !hasSameChoice(before, plan.files)
    const isMore = row.has_begun === 0 || isChanged
    if (isMore && !(await outcome.reserve(row, row.download_size - (await allocatedTo(folder, plan.files))))) return
    // Before the choice is stored: after a kill in between the disk is checked.
    if (isChanged) await folder.dropJob(row.task_id)
    if (isChanged) await dropUnchosen(folder, before, plan.files)
    if (before.length === 0 || isChanged) await store.setFiles(row.task_id, plan.files)
    const isOld = row.path === '' && before.length > 0
    if (isOld) await folder.dropNotes(plan.top)
    await progress.change(row, {
      has_begun: 1,
      // Named as it lies on the disk (promise 54).
      ...(isOld && !torrent.isUtf8 ? {} : { path: plan.top, name: basename(plan.top) }),
    })
    await folder.makeFolder(row.folder_path)
    await passToEngine(row, named, { ...plan, before: isChanged ? [] : before })
  }

  /** The engine's record is of no use where the choice has changed, or where what it names is gone: then the disk is checked against the hashes. */
  async function passToEngine(row: TaskRow, { torrent, readBytes }: FetchedTorrent, plan: Planned): Promise<void> {
    const { task_id } = row
    const folder = folders.of(row)
    const selected = plan.files.filter(isSelected)
    const now = selected.filter(({ file_index }) => isFirst(row, selected, file_index))
    if (row.checking === 1) await folder.dropJob(task_id)
    const isRecorded = plan.before.length > 0 && (await folder.hasRecord(task_id)) && (await folder.isTaken(plan.top))
    if (!isRecorded) await folder.dropJob(task_id)
    const check = !isRecorded && (await isAnyTaken(folder, plan.top, selected))
    if (check) for (const padding of torrent.files.padding()) await folder.writePadding(task_id, padding)
    await leaveMetadata(row)
    const [bytes, seeds] = [await readBytes(), webAddressesIn(parseLink(row.url).url, ['ws', 'as'])]
    await engine.addTorrent({
      gid: task_id,
      ...(torrent.isUtf8 ? { torrent: bytes, webSeeds: seeds } : withFileAddresses(bytes, seeds)),
      dir: await folder.prepareJob(task_id),
      root: folder.root,
      paths: enginePaths(folder, { task_id, torrent, files: plan.files }),
      chosen: now.length < torrent.files.count ? now.map(({ file_index }) => file_index) : undefined,
      check,
      isRecheck: row.checking === 1,
      limits: limitsOf(row),
      trackers: { added: addedTo(row), removed: removedFrom(row) },
    })
  }

  /** The engine takes a torrent once: the job that asks the swarm for its metadata goes first. */
  async function leaveMetadata({ url }: TaskRow): Promise<void> {
    const link = parseLink(url)
    if (link.kind === 'magnet') await magnets.leave(link.infoHash)
  }

  /**
   * Versions before had the engine write names that are not UTF-8 as percent-encoded bytes. The top name is stored before the first move, so a kill in
   * between ends with the same names.
   */
  async function finishWithNames(row: TaskRow, torrent: Torrent): Promise<void> {
    await engine.forget(row.task_id)
    const folder = folders.of(row)
    const path = row.path || (await folder.freeName(row.folder_path, topName(torrent.name)))
    const named = await progress.change(row, { path })
    const written = await store.files(row.task_id)
    const paths = new Map(torrent.files.slice(0).map((file) => [file.index, file.path.split('/').map(fileName)]))
    const renamed = written.map((file) => {
      const parts = torrent.isMultifile ? (paths.get(file.file_index) ?? []) : []
      return { ...file, path: [path, ...parts].join('/') }
    })
    for (const [at, file] of written.entries())
      if (file.is_selected === 1) await folder.rename(file.path, renamed[at]?.path ?? file.path)
    await store.setFiles(row.task_id, renamed)
    await dropAside(row)
    for (const top of new Set(written.map((file) => file.path.split('/')[0] ?? ''))) await folder.dropNotes(top)
    await outcome.done(named, { path })
  }

  /** The files with a high priority are here; the others follow. */
  async function finishFirst(row: TaskRow, job: Job): Promise<void> {
    if (job.state === 'seeding' && row.select_count < row.file_count) return
    await engine.forget(row.task_id)
    await progress.change(row, { first_files: '' })
  }

  async function dropAside(row: TaskRow): Promise<void> {
    const [folder, { task_id }] = [folders.of(row), row]
    await folder.dropJob(task_id)
    await folder.dropWork(task_id)
  }

  async function torrentOf({ url }: TaskRow): Promise<Torrent | undefined> {
    const link = parseLink(url)
    return link.kind === 'magnet' ? (await magnets.torrentOf(link.infoHash))?.torrent : undefined
  }

  return {
    add,

    async finish(row: TaskRow, job: Job): Promise<void> {
      if (row.first_files !== '') return finishFirst(row, job)
      // A partial selection is not seeded: the engine soon ends it.
      if (job.state === 'seeding' && row.select_count < row.file_count)
        return progress.follow(row, { ...idleReading, down: row.download_size })
      const torrent = await torrentOf(row)
      if (torrent && !torrent.isUtf8 && row.path === '') return finishWithNames(row, torrent)
      const path = row.path || topOf(row, (await store.files(row.task_id))[0]?.path) || row.name
      if (job.state === 'complete') {
        await engine.forget(row.task_id)
        await dropAside(row)
      }
      await outcome.done(row, { path })
    },
  }
}

async function isAnyTaken(folder: DownloadDir, top: string, files: readonly PlannedFile[]): Promise<boolean> {
  if (!(await folder.isTaken(top))) return false
  for (const { path } of files) if (await folder.isTaken(path)) return true
  return false
}

type PlannedTorrent = { task_id: string; torrent: Torrent; files: readonly PlannedFile[] }

function enginePaths(folder: DownloadDir, { task_id, torrent, files }: PlannedTorrent): Map<number, string> {
  const paths = new Map<number, string>()
  for (const { index } of torrent.files.padding()) paths.set(index, folder.asideOf(task_id, index))
  for (const { file_index, path, is_selected } of files)
    paths.set(file_index, is_selected === 1 ? folder.absolute(path) : folder.asideOf(task_id, file_index))
  return paths
}

function allocatedTo(folder: DownloadDir, files: readonly PlannedFile[]): Promise<number> {
  return folder.allocatedAt(files.filter(isSelected).map(({ path }) => path))
}

/** Those with a high priority come alone at first. */
function isFirst({ first_files }: TaskRow, selected: readonly PlannedFile[], index: number): boolean {
  const first = first_files === '' ? undefined : selectionOf(first_files)
  return !first || first.has(index) || !selected.some(({ file_index }) => first.has(file_index))
}

const isSelected = ({ is_selected }: Pick<PlannedFile, 'is_selected'>): boolean => is_selected === 1

function hasSameChoice(before: readonly PlannedFile[], after: readonly PlannedFile[]): boolean {
  return before.length === after.length && before.every((file, at) => file.is_selected === after[at]?.is_selected)
}

function isBeingRenamed({ path }: TaskRow, torrent: Torrent, files: readonly TaskFileRow[]): boolean {
  const isBelow = (file: TaskFileRow) => file.path === path || file.path.startsWith(`${path}/`)
  return path !== '' && !torrent.isUtf8 && files.some((file) => isSelected(file) && !isBelow(file))
}

/** Files that are no longer chosen, as far as the task itself has brought them. */
async function dropUnchosen(folder: DownloadDir, before: readonly TaskFileRow[], files: readonly PlannedFile[]): Promise<void> {
  const chosen = new Set(files.filter(isSelected).map(({ file_index }) => file_index))
  for (const { file_index, path, size, is_selected, is_adopted } of before)
    if (is_selected === 1 && is_adopted === 0 && !chosen.has(file_index)) await folder.dropFile(path, { size, isWhole: false })
}
