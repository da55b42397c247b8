/** Gives a file or folder a path that must be free: nothing is ever replaced. */
import { constants } from 'node:fs'
import { link, lstat, mkdir, readdir, readlink, rename, symlink, unlink, utimes } from 'node:fs/promises'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { noFollow, openInside } from '../kit/inside.ts'
import { joinPath } from './entry-name.ts'

/**
 * part: where it lies until it is complete, hidden and beside its place. onWhole: awaited before it gets its name. root, intoRoot: the allowed folders from which
 * and into which it is copied.
 */
export type Copying = {
  part: Buffer
  signal: AbortSignal
  onBytes: (bytes: number) => void
  onWhole: () => Promise<void>
  root: string
  intoRoot: string
}

export class PathTaken extends Error {}

/** Something else stands where it was. */
export class GoneMeanwhile extends Error {}

const created = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | noFollow

export function isTaken(path: Buffer): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  )
}

/** Within a disk. Throws PlaceTaken, or the system's error. */
export async function renameInto(from: Buffer, to: Buffer): Promise<void> {
  const stats = await lstat(from)
  if (await isTaken(to)) throw new PathTaken()
  if (!stats.isFile()) return rename(from, to)
  try {
    // A link is refused where the name is taken; a rename would replace it.
    await link(from, to)
    // A disk that takes no change any more leaves both names.
    await unlink(from).catch(async (error: unknown) => {
      await unlink(to).catch(() => {})
      throw error
    })
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw new PathTaken()
    if (!withoutLinks.has(codeOf(error))) throw error
    await rename(from, to)
  }
}

/** FAT, exFAT and some network disks. */
const withoutLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** It gets its name once all of it is on the disk. Throws PlaceTaken, or the system's error; what is copied by then stays in its part. */
export async function copyInto(from: Buffer, to: Buffer, copying: Copying): Promise<void> {
  if (await isTaken(to)) throw new PathTaken()
  await copyTree(from, copying.part, copying)
  await copying.onWhole()
  await renameInto(copying.part, to)
}

async function copyTree(from: Buffer, to: Buffer, copying: Copying): Promise<void> {
  copying.signal.throwIfAborted()
  const stats = await lstat(from)
  if (stats.isSymbolicLink()) return symlink(await readlink(from), to)
  if (stats.isDirectory()) {
    await mkdir(to)
    for (const name of await readdir(from, { encoding: 'buffer' }))
      await copyTree(joinPath(from, name), joinPath(to, name), copying)
  } else if (stats.isFile()) {
    const counted = new Transform({
      transform(chunk: Buffer, _, done) {
        copying.onBytes(chunk.length)
        done(null, chunk)
      },
    })
    const source = await openInside(from, { roots: [copying.root], flags: constants.O_RDONLY | noFollow, like: stats })
    if (!source) throw new GoneMeanwhile()
    const target = await openInside(to, { roots: [copying.intoRoot], flags: created })
    if (!target) {
      await source.close()
      throw new GoneMeanwhile()
    }
    await pipeline(source.createReadStream(), counted, target.createWriteStream({ flush: true }), { signal: copying.signal })
  }
  await utimes(to, stats.atime, stats.mtime)
}

/** FAT keeps times in steps of two seconds. */
const sameTimeMs = 2_000

/** Whether all of it is there, with its sizes and times: what came to the original since is nowhere else. */
export async function isCopied(from: Buffer, to: Buffer): Promise<boolean> {
  const [source, copy] = await Promise.all([from, to].map((path) => lstat(path).catch(() => undefined)))
  if (!source || !copy) return false
  if (source.isSymbolicLink()) return copy.isSymbolicLink()
  if (source.isFile()) return copy.isFile() && source.size === copy.size && Math.abs(source.mtimeMs - copy.mtimeMs) <= sameTimeMs
  // Pipes and sockets are not copied.
  if (!source.isDirectory()) return true
  if (!copy.isDirectory()) return false
  for (const name of await readdir(from, { encoding: 'buffer' }))
    if (!(await isCopied(joinPath(from, name), joinPath(to, name)))) return false
  return true
}

export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}
