/** Walks a library folder and finds possible films by suffix, without samples, extras, hidden and partial files. Links are never followed. */
import { lstat, opendir } from 'node:fs/promises'
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'
import { basename, dirname, extname, join, sep } from 'node:path'
import { isBesideName, isMaybeBeside, fileStem, type BesideRow } from './beside-names.ts'
import { asideIn } from '../name/read-folders.ts'
import { sideKindOfFile } from '../name/kind.ts'

export type WalkedFile = { path: string; size: number; modified_at: number; changed_at: number; inode: string }
export type WalkResult = {
  files: WalkedFile[]
  /** Files that hold nothing. */
  empty: WalkedFile[]
  /** Images of discs. */
  images: WalkedFile[]
  /** Folders, or the path that was asked for, that could not be read: the known files there stay. */
  unreadable: string[]
  /** By folder, the number of names that are not valid UTF-8: no program can be given their path. */
  undecodable: Map<string, number>
  /** NFO files and pictures. */
  beside: BesideRow[]
}

/** Folders of systems and tools. */
const folderSkipped = /^(?:@eadir|#recycle|\$recycle\.bin|lost\+found|system volume information|node_modules)$/i
/** A file by which people hide a folder from media programs: Kodi's, and Jellyfin's where it is empty. */
const hidingFile = /^\.(?:nomedia|ignore)$/i

/** Whether a folder is to be scanned anew where this path came or went. */
export function isHidingFile(path: string): boolean {
  return hidingFile.test(basename(path))
}

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
  return steps.every(isFolderWanted) && isFileWanted(steps, name)
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
  return !name.startsWith('.') && !folderSkipped.test(name)
}

/** steps: the folders from the library's to the file's. */
function isFileWanted(steps: readonly string[], name: string): boolean {
  const stem = basename(name, extname(name))
  return (
    !name.startsWith('.') &&
    (isVideoName(name) || isImageName(name)) &&
    sideKindOfFile(stem, steps.at(-1)) === undefined &&
    asideIn(steps, stem) === undefined
  )
}

/** Entries of a folder that are read at once; others are served between two parts. */
const readAtOnce = 1_000
const statAtOnce = 200

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
    const stats = await lstat(from).catch((error: unknown) => {
      if (!isGone(error)) walked.unreadable.push(from)
    })
    if (!stats || !(await isReached(root, from))) return walked
    if (!stats.isDirectory()) {
      if (stats.isFile() && isWanted(root, from) && !(await isHalf(from))) await add(walked, from)
      if (!isMaybeBeside(basename(from)) && !isVideoName(from)) return walked
      const read = isBelowWanted(root, from) ? await readFolder(root, dirname(from), walked) : undefined
      const name = fileStem(from)
      if (read) await addBeside(walked, { root, ...read }, (stem) => stem.startsWith(name) || name.startsWith(stem))
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
    const read = await readFolder(root, folder, walked)
    if (!read) continue
    for (const name of read.folders) folders.push(join(folder, name))
    for (let at = 0; at < read.files.length; at += statAtOnce)
      await Promise.all(read.files.slice(at, at + statAtOnce).map((name) => add(walked, join(folder, name))))
    await addBeside(walked, { root, ...read })
  }
  return walked
}

type Folder = {
  folder: string
  /** Names of folders to look into. */
  folders: string[]
  /** Names of possible films, and of images of discs. */
  files: string[]
  /** Names without suffix of all videos, in small letters. */
  stems: Set<string>
  /** Names of NFO files and pictures. */
  beside: string[]
}

/** isNear: of these stems only. */
async function addBeside(
  walked: WalkResult,
  { root, folder, stems, beside }: Folder & { root: string },
  isNear = (_stem: string) => true,
): Promise<void> {
  for (const name of beside.filter((one) => isBesideName(one, stems) && isNear(fileStem(one)))) {
    const path = join(folder, name)
    const stats = await lstat(path).catch((error: unknown) => keepFolder(walked, { path, error }))
    if (!stats?.isFile()) continue
    walked.beside.push({ path, folder, stem: fileStem(name), root, size: stats.size, modified_at: Math.trunc(stats.mtimeMs) })
  }
}

/** Keeps no other names: a folder may hold 100,000. Undefined where it cannot be read, or is hidden. */
async function readFolder(root: string, folder: string, walked: WalkResult): Promise<Folder | undefined> {
  const read: Folder = { folder, folders: [], files: [], stems: new Set(), beside: [] }
  const half = new Set<string>()
  const hiding: string[] = []
  const steps = folder.slice(root.length + 1).split(sep)
  if (steps[0] === '') steps.shift()
  try {
    for await (const entry of await opendir(folder, { bufferSize: readAtOnce })) {
      const { name } = entry
      if (isHidingFile(name)) hiding.push(join(folder, name))
      if (name.endsWith('.aria2')) half.add(name.slice(0, -'.aria2'.length))
      if (isVideoName(name)) read.stems.add(fileStem(name))
      if (entry.isDirectory() && isFolderWanted(name)) read.folders.push(name)
      if (!entry.isFile()) continue
      if (isFileWanted(steps, name)) read.files.push(name)
      else if (isMaybeBeside(name)) read.beside.push(name)
    }
  } catch (error) {
    if (!isGone(error)) walked.unreadable.push(folder)
    else if (basename(folder).includes('\uFFFD')) countName(walked, folder)
    return undefined
  }
  if (folder !== root && (await anyHides(hiding))) return undefined
  const isWhole = (name: string) => !half.has(name)
  return { ...read, folders: read.folders.filter(isWhole), files: read.files.filter(isWhole) }
}

/** A file of patterns hides nothing: they are not read. */
async function anyHides(paths: readonly string[]): Promise<boolean> {
  for (const path of paths) {
    const stats = await lstat(path).catch(() => undefined)
    if (stats?.isFile() && (stats.size === 0 || /nomedia$/i.test(path))) return true
  }
  return false
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
  } catch (error) {
    // Deleted meanwhile, or a name that Node could not decode: no other program can open it by name either.
    if (basename(path).includes('\uFFFD')) countName(walked, path)
    else keepFolder(walked, { path, error })
  }
}

/** A file that may be there all the same: what is known of its folder stays. */
function keepFolder({ unreadable }: WalkResult, { path, error }: { path: string; error: unknown }): void {
  if (!isGone(error) && !unreadable.includes(dirname(path))) unreadable.push(dirname(path))
}

/** Nothing is there; after any other error (no permission, a share that answers with a fault) it may be. */
function isGone(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'ELOOP'
}

function countName({ undecodable }: WalkResult, path: string): void {
  undecodable.set(dirname(path), (undecodable.get(dirname(path)) ?? 0) + 1)
}

/** True if no path segment between the root and the file is a link, or hidden. */
async function isReached(root: string, path: string): Promise<boolean> {
  const steps = path.slice(root.length + 1).split(sep)
  let at = root
  for (const step of steps.slice(0, -1)) {
    at = join(at, step)
    const stats = await lstat(at).catch(() => undefined)
    if (!stats?.isDirectory() || (await anyHides([join(at, '.nomedia'), join(at, '.ignore')]))) return false
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
