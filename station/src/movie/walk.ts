/** Walks a library folder and finds possible films by suffix, without samples, extras, hidden and partial files. Links are never followed. */
import type { Dirent } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { fileKindOf } from '@homeport/contract/shape/file.ts'
import { basename, dirname, extname, join, sep } from 'node:path'
import type { BesideRow } from '../kit/tables.ts'
import { isBesideName, stemOf } from './beside-names.ts'
import { sideKindOfFile, sideKindOfFolder } from './name/kind.ts'

export type WalkedFile = { path: string; size: number; modified_at: number; changed_at: number; inode: string }
export type WalkResult = {
  files: WalkedFile[]
  /** Files that hold nothing. */
  empty: WalkedFile[]
  /** Images of discs. */
  images: WalkedFile[]
  /** Folders that could not be read: the known files below them stay. */
  unreadable: string[]
  /** By folder, the number of names that are not valid UTF-8: no program can be given their path. */
  undecodable: Map<string, number>
  /** NFO files and pictures. */
  beside: BesideRow[]
}

/** Folders of systems and tools. */
const folderSkipped = /^(?:@eadir|#recycle|\$recycle\.bin|lost\+found|system volume information|node_modules)$/i
/** Temporary files of download programs, ours and others'. */
const halfWritten = /\.(?:aria2|part|!qb|!ut|crdownload|partial)$/i

function isImageName(name: string): boolean {
  return /\.iso$/i.test(name)
}

export function isVideoName(name: string): boolean {
  return fileKindOf(name) === 'video'
}

/** Whether a file at this path below `root` may be a film or the image of a disc, judged by name only. */
export function isWanted(root: string, path: string): boolean {
  if (!isInside(root, path)) return false
  const steps = path.slice(root.length + 1).split(sep)
  const name = steps.pop() ?? ''
  return steps.every(isFolderWanted) && isFileWanted(name)
}

export function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

export function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
}

function isBelowWanted(root: string, path: string): boolean {
  return path
    .slice(root.length + 1)
    .split(sep)
    .slice(0, -1)
    .every(isFolderWanted)
}

function isFolderWanted(name: string): boolean {
  return !name.startsWith('.') && !folderSkipped.test(name) && sideKindOfFolder(name) === undefined
}

function isFileWanted(name: string): boolean {
  return (
    !name.startsWith('.') &&
    (isVideoName(name) || isImageName(name)) &&
    sideKindOfFile(basename(name, extname(name))) === undefined
  )
}

/** All files below a path, or the path itself if it is a file; empty if it does not exist. */
export async function walk(root: string, from: string): Promise<WalkResult> {
  const walked: WalkResult = {
    files: [],
    empty: [],
    images: [],
    unreadable: [],
    undecodable: new Map(),
    beside: [],
  }
  if (from !== root) {
    const stats = await lstat(from).catch(() => undefined)
    if (!stats || !(await isReached(root, from))) return walked
    if (!stats.isDirectory()) {
      if (stats.isFile() && isWanted(root, from) && !(await isHalf(from))) await add(walked, from)
      const entries = isBelowWanted(root, from) ? ((await entriesOf(dirname(from), walked)) ?? []) : []
      const name = stemOf(from)
      await addBeside(walked, { root, folder: dirname(from), entries }, (stem) => stem.startsWith(name) || name.startsWith(stem))
      return walked
    }
    if (
      !from
        .slice(root.length + 1)
        .split(sep)
        .every(isFolderWanted)
    )
      return walked
  }
  const folders = [from]
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await entriesOf(folder, walked)
    if (!entries) continue
    const names = new Set(entries.map(({ name }) => name))
    const isWhole = (name: string) => !names.has(`${name}.aria2`)
    for (const entry of entries) {
      if (entry.isDirectory() && isFolderWanted(entry.name) && isWhole(entry.name)) folders.push(join(folder, entry.name))
    }
    const files = entries.filter((entry) => entry.isFile() && isFileWanted(entry.name) && isWhole(entry.name))
    await Promise.all(files.map(({ name }) => add(walked, join(folder, name))))
    await addBeside(walked, { root, folder, entries })
  }
  return walked
}

type Folder = { root: string; folder: string; entries: readonly Dirent[] }

/** isNear: of these stems only. */
async function addBeside(walked: WalkResult, { root, folder, entries }: Folder, isNear = (_stem: string) => true): Promise<void> {
  const stems = new Set(entries.filter(({ name }) => isVideoName(name)).map(({ name }) => stemOf(name)))
  const names = entries.filter((entry) => entry.isFile() && isBesideName(entry.name, stems) && isNear(stemOf(entry.name)))
  for (const { name } of names) {
    const path = join(folder, name)
    const stats = await lstat(path).catch(() => undefined)
    if (!stats?.isFile()) continue
    walked.beside.push({ path, folder, stem: stemOf(name), root, size: stats.size, modified_at: Math.trunc(stats.mtimeMs) })
  }
}

async function entriesOf(folder: string, walked: WalkResult): Promise<Dirent[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code !== 'ENOENT' && code !== 'ENOTDIR') walked.unreadable.push(folder)
    else if (basename(folder).includes('\uFFFD')) countName(walked, folder)
    return undefined
  }
}

async function add(walked: WalkResult, path: string): Promise<void> {
  try {
    const stats = await lstat(path)
    if (!stats.isFile()) return
    const files = stats.size === 0 ? walked.empty : isImageName(path) ? walked.images : walked.files
    files.push({
      path,
      size: stats.size,
      modified_at: Math.trunc(stats.mtimeMs),
      changed_at: Math.trunc(Math.max(stats.mtimeMs, stats.ctimeMs)),
      inode: `${stats.dev}:${stats.ino}`,
    })
  } catch {
    // Deleted meanwhile, or a name that Node could not decode: no other program can open it by name either.
    if (basename(path).includes('\uFFFD')) countName(walked, path)
  }
}

function countName({ undecodable }: WalkResult, path: string): void {
  undecodable.set(dirname(path), (undecodable.get(dirname(path)) ?? 0) + 1)
}

/** True if no path segment between the root and the file is a link. */
async function isReached(root: string, path: string): Promise<boolean> {
  const steps = path.slice(root.length + 1).split(sep)
  let at = root
  for (const step of steps.slice(0, -1)) {
    at = join(at, step)
    const stats = await lstat(at).catch(() => undefined)
    if (!stats?.isDirectory()) return false
  }
  return true
}

/** True for a temporary file, or if a .aria2 control file lies beside it. */
async function isHalf(path: string): Promise<boolean> {
  if (halfWritten.test(path)) return true
  return lstat(`${path}.aria2`).then(
    () => true,
    () => false,
  )
}
