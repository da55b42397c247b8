/** Moves files between their folders and a bin folder on the same disk. Nothing is copied, nothing is overwritten, and no link is followed. */
import { lstat, mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import type { BinRefusal } from '@homeport/contract/movie/recycle-bin.ts'
import { fileKindOf } from '@homeport/contract/shape/file-kind.ts'
import { answersWithin, wakeMs } from '../../kit/disk-answers.ts'
import { holdsAnything } from '../../shared/unmounted-folder.ts'
import { hasNoLink } from '../folder/has-no-link.ts'
import { isInside, isThere } from '../folder/walk.ts'

/** The leading dot hides it from scans. */
export const binFolder = '.homeport-bin'

/** Absolute paths; root: the library folder of the file. */
export type Move = { root: string; from: string; to: string }
export type MoveError = BinRefusal

/** The file, and the files that belong to it by their name: Heat.mkv → Heat.srt, Heat.zh.srt, Heat-poster.jpg, but no other video. */
export async function withFilesBeside(path: string): Promise<string[]> {
  const stem = basename(path, extname(path))
  const names = await readdir(dirname(path)).catch(() => [])
  const beside = names.filter((name) => isOf(stem, name) && fileKindOf(name) !== 'video')
  return [path, ...beside.map((name) => join(dirname(path), name))]
}

/** The folder of a copied disc that the file is in (BDMV, VIDEO_TS): it goes as a whole. */
export function discOf(root: string, path: string): string | undefined {
  const steps = relative(root, path).split(sep)
  const at = steps.findIndex((step) => isDiscFolder(step))
  return at < 0 || at === steps.length - 1 ? undefined : join(root, steps.slice(0, at + 1).join(sep))
}

function isDiscFolder(name: string): boolean {
  return /^(?:bdmv|video_ts)$/i.test(name)
}

function isOf(stem: string, name: string): boolean {
  return name.startsWith(stem) && /^[.-]/.test(name.slice(stem.length))
}

export function binPath({ root, path, binId }: { root: string; path: string; binId: string }): string {
  return join(root, binFolder, binId, relative(root, path))
}

/** Moves all or none; an error says which file stopped it. Files that are gone already are left out. Returns the moves that were made. */
export async function moveAll(moves: readonly Move[]): Promise<{ made: Move[] } | { error: MoveError }> {
  const made: Move[] = []
  const undo = async () => {
    for (const { from, to } of made.toReversed()) await rename(to, from)
  }
  for (const move of moves) {
    const error = await moveOne(move, made).catch(async (fault: unknown) => {
      await undo()
      throw fault
    })
    if (!error) continue
    await undo()
    return { error }
  }
  for (const { root, from } of made) await dropEmptyFolders(root, dirname(from))
  return { made }
}

/** Where the files of an entry lie: in the bin, at least one of them on a disk that is not there, or nowhere in the bin. */
export async function whereIs(moves: readonly Move[]): Promise<'bin' | 'away' | 'nowhere'> {
  let isInBin = false
  for (const root of new Set(moves.map((move) => move.root))) if (!(await answersWithin(root, wakeMs))) return 'away'
  for (const { root, from, to } of moves) {
    if (await isThere(to)) isInBin = true
    else if (!(await isThere(from)) && !(await holdsAnything(root))) return 'away'
  }
  return isInBin ? 'bin' : 'nowhere'
}

async function moveOne(move: Move, made: Move[]): Promise<MoveError | undefined> {
  const { root, from, to } = move
  if (!isInside(root, from) || !isInside(root, to)) throw new Error(`${from} or ${to} is not below ${root}`)
  const stats = await lstat(from).catch(() => undefined)
  const isMovable = stats?.isFile() || stats?.isDirectory()
  if (!isMovable || !(await hasNoLink(root, from))) return undefined
  if (await isThere(to)) return { reason: 'exists', file: basename(to) }
  try {
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason) throw error
    return { reason, file: basename(from) }
  }
  made.push(move)
  return undefined
}

function reasonOf(error: unknown): MoveError['reason'] | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : ''
  if (code === 'EXDEV') return 'other_disk'
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS' ? 'read_only' : undefined
}

/** Folders that the move left empty; never the root. */
async function dropEmptyFolders(root: string, folder: string): Promise<void> {
  for (let at = folder; isInside(root, at); at = dirname(at)) {
    try {
      await rmdir(at)
    } catch {
      // Something else is in it.
      return
    }
  }
}

/** Deletes the bin folders of an entry, and the bin itself once it is empty. */
export async function deleteForGood(roots: Iterable<string>, binId: string): Promise<void> {
  for (const root of new Set(roots)) {
    await rm(join(root, binFolder, binId), { recursive: true, force: true })
    await dropEmptyFolders(root, join(root, binFolder))
  }
}
