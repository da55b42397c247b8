/** Moves files between download folders: by name on one disk, copied and compared between two. */
import { constants, copyFile, lstat, open, readdir, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf, moveFile } from './download-dir.ts'
import { makeBelow } from './make-below.ts'

type TakeFile = { root: string; from: string; to: string; partial: string }

/** root: the download folder of `to` and of partial, where a copy grows. Resolves true if the file was copied and is still at its old place. Never replaces a file; idempotent. */
export async function takeFile({ root, from, to, partial }: TakeFile): Promise<boolean> {
  const [source, target] = await Promise.all([sizeOf(from), sizeOf(to)])
  if (source === undefined) return false
  // Copied before an interruption.
  if (target !== undefined && target === source && !(await isSameDisk(from, to))) return true
  await makeBelow(root, dirname(to))
  try {
    await moveFile(from, to)
    return false
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
  }
  await copyWhole(root, from, partial)
  await moveFile(partial, to)
  return true
}

async function copyWhole(root: string, from: string, to: string): Promise<void> {
  await makeBelow(root, dirname(to))
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const file = await open(to, 'r+')
  await file.sync().finally(() => file.close())
  const [before, after] = [await stat(from), await stat(to)]
  if (before.size !== after.size) throw new Error('the copy has another size')
}

/** A folder of the engine's, with all that is in it, to another one in the download folder `root`. */
export async function takeFolder(root: string, from: string, to: string): Promise<void> {
  if (from === to || !(await isFolder(from))) return
  for (const entry of await readdir(from, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const target = join(to, path.slice(from.length))
    // A file that an interrupted copy left is written anew.
    await rm(target, { force: true })
    await copyWhole(root, path, target)
  }
}

export async function isSameDisk(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return a !== undefined && a.dev === b?.dev
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false
}

async function sizeOf(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => undefined))?.size
}
