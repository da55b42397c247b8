/**
 * Decides where the files of a torrent lie. Those on the disk already are taken over, for example data of another program. One that has an equal
 * name and is something else, or belongs to another task, stays, and the torrent's file lies beside it.
 */
import { posix } from 'node:path'
import { trimEnd } from '@homeport/contract/shape/field/text.ts'
import type { DownloadDir } from '../../folder/download-dir.ts'
import { fitName, fitPath, pathKey, variantsOf, type DiskNames } from '../../folder/disk-names.ts'
import { pathIn, topName } from '../../torrent/file-names.ts'
import type { Torrent } from '../../torrent/parse-torrent.ts'
import type { DataCheck } from '../../torrent/torrent-data.ts'
import type { TaskFileRow, TaskRow, TaskStore } from '../../table/store.ts'
import { chosenOf } from './torrent-columns.ts'

export type PlannedFile = Omit<TaskFileRow, 'task_id'>
/** top: the torrent's folder or file, relative to the download folder. */
export type TorrentPlan = { top: string; files: PlannedFile[] }
/** before: the files as they were planned last. check: undefined where the disk may not be read now. */
export type PlanRequest = { row: TaskRow; torrent: Torrent; before: readonly TaskFileRow[]; check: DataCheck | undefined }
export type PlanDeps = { store: TaskStore; folder: DownloadDir }
type Spot = Pick<PlannedFile, 'path' | 'is_adopted'>

/** The disk has entries of these names, and only their content decides. */
export class MustCompare extends Error {}

/** Throws MustCompare where it needs a check and has none. */
export async function planPaths({ store, folder }: PlanDeps, request: PlanRequest): Promise<TorrentPlan> {
  const { row, torrent, before, check } = request
  const disk = await folder.names()
  const keyOf = (path: string) => pathKey(path, disk)
  const rows = new Map(before.map((file) => [file.file_index, file]))
  const chosen = chosenOf(row)
  // Tasks of older versions have files and no top.
  const top = row.path || topOf(row, before[0]?.path) || (await chooseTop({ store, folder, disk }, request))
  const claimed = new Set([...(await store.claimedBelow(top, row))].map(keyOf))
  const isNewTop = before.length === 0 && !(await folder.isTaken(top))
  const used = new Set(before.filter(isSelected).map(({ path }) => keyOf(path)))
  const all = torrent.files.slice(0)
  const paths = new Map(all.map(({ index, path }) => [index, rows.get(index)?.path ?? pathOnDisk(torrent, { top, path, disk })]))

  // A file yields to a folder of its name (libtorrent gives it a number too).
  const folders = new Set(all.flatMap(({ index }) => foldersOf(keyOf(paths.get(index) ?? top))))

  async function spotOf(index: number): Promise<Spot> {
    for (const path of variantsOf(paths.get(index) ?? top, 'file', disk)) {
      if (used.has(keyOf(path)) || claimed.has(keyOf(path)) || folders.has(keyOf(path))) continue
      if (isNewTop || !(await folder.isTaken(path))) return { path, is_adopted: 0 }
      if (!check) throw new MustCompare()
      if (await check(index, absoluteIn(folder, paths, { index, path }))) return { path, is_adopted: 1 }
    }
    throw new Error('there are endless variants of a name')
  }

  const files: PlannedFile[] = []
  for (const { index, size } of all) {
    const existing = rows.get(index)
    const is_selected = (chosen?.has(index) ?? true) ? 1 : 0
    const isPlanned = is_selected === 0 || (existing !== undefined && isSelected(existing))
    const before = { path: paths.get(index) ?? top, is_adopted: existing?.is_adopted ?? 0 }
    const spot = isPlanned ? before : await spotOf(index)
    paths.set(index, spot.path)
    if (is_selected === 1) used.add(keyOf(spot.path))
    files.push({ file_index: index, size, is_selected, ...spot })
  }
  return { top, files }
}

/** The folders on the way to a file. */
function foldersOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, at) => names.slice(0, at + 1).join('/'))
}

/** The folder or file `top` fits already. */
function pathOnDisk(torrent: Torrent, { top, path, disk }: { top: string; path: string; disk: DiskNames }): string {
  const whole = pathIn(torrent, top, path)
  return engineName(top + fitPath(whole.slice(top.length), disk))
}

/** aria2 takes blanks from the end of a path. */
function engineName(path: string): string {
  const name = trimEnd(path, / /)
  return name === '' || name.endsWith('/') ? `${name}_` : name
}

const isSelected = ({ is_selected }: TaskFileRow): boolean => is_selected === 1

function absoluteIn(folder: DownloadDir, paths: ReadonlyMap<number, string>, candidate: { index: number; path: string }) {
  return (index: number): string =>
    folder.absolute(index === candidate.index ? candidate.path : (paths.get(index) ?? candidate.path))
}

/** Torrents share a folder of their name. A single file, and a folder whose name was in another encoding, has a name of its own, unless it holds the data. */
async function chooseTop(
  { store, folder, disk }: PlanDeps & { disk: DiskNames },
  { row, torrent, check }: PlanRequest,
): Promise<string> {
  const isShared = torrent.isMultifile && torrent.isUtf8
  const name = fitName(row.given_name || topName(torrent.name), disk)
  for (const top of variantsOf(
    posix.join(row.folder_path, torrent.isMultifile ? name : engineName(name)),
    torrent.isMultifile ? 'folder' : 'file',
    disk,
  )) {
    if (isShared && (await folder.isFolder(top))) return top
    if (!isShared && (await store.claimedBelow(top, row)).size > 0) continue
    if (!(await folder.isTaken(top))) return top
    if (isShared) continue
    if (!check) throw new MustCompare()
    if (await holdsAny({ folder, torrent, row, check, disk }, top)) return top
  }
  throw new Error('there are endless variants of a name')
}

/** The torrent's own folder or file on the way to one of its files. */
export function topOf({ folder_path }: Pick<TaskRow, 'folder_path'>, path: string | undefined): string {
  if (path === undefined) return ''
  const above = folder_path === '' ? 0 : folder_path.split('/').length
  return path
    .split('/')
    .slice(0, above + 1)
    .join('/')
}

type HoldsDeps = { folder: DownloadDir; torrent: Torrent; row: TaskRow; check: DataCheck; disk: DiskNames }

async function holdsAny({ folder, torrent, row, check, disk }: HoldsDeps, top: string): Promise<boolean> {
  const chosen = chosenOf(row)
  const paths = new Map(torrent.files.slice(0).map(({ index, path }) => [index, pathOnDisk(torrent, { top, path, disk })]))
  for (const [index, path] of paths) {
    if (!(chosen?.has(index) ?? true) || !(await folder.isTaken(path))) continue
    if (await check(index, absoluteIn(folder, paths, { index, path }))) return true
  }
  return false
}
