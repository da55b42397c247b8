/** Files that are opened only inside allowed folders: judged by what was opened, so that a folder or link exchanged between the check and the use leads nowhere (promise 35). */
import type { Stats } from 'node:fs'
import { constants, open, readlink, realpath, stat, type FileHandle } from 'node:fs/promises'
import { sep } from 'node:path'

export type FilePath = string | Buffer
export type OpenInside = {
  roots: readonly FilePath[]
  /** By itself a file is read; a pipe never holds the reader up. */
  flags?: number
  /** It has to be this very file. */
  like?: Pick<Stats, 'dev' | 'ino'>
}

const noWait = constants.O_NONBLOCK ?? 0
/** A link as the last step is refused. Windows has no such flag. */
export const noFollow = constants.O_NOFOLLOW ?? 0
const separator = Buffer.from(sep)

/** undefined if there is no such file inside the folders any more. Throws other errors of the system. */
export async function openInside(
  path: FilePath,
  { roots, flags = constants.O_RDONLY, like }: OpenInside,
): Promise<FileHandle | undefined> {
  const file = await open(path, flags | noWait).catch((error: unknown) => {
    if (isGone(error)) return undefined
    throw error
  })
  if (!file) return undefined
  try {
    const stats = await file.stat()
    const isSame = !like || (stats.dev === like.dev && stats.ino === like.ino)
    if (stats.isFile() && isSame && (await isOneInside(await pathOf(file, path, stats), roots))) return file
  } catch (error) {
    await file.close()
    if (isGone(error)) return undefined
    throw error
  }
  await file.close()
  return undefined
}

/** Links are resolved first; the folder itself counts. */
export async function isInside(path: FilePath, roots: readonly FilePath[]): Promise<boolean> {
  const real = await realpath(path, 'buffer').catch(() => undefined)
  return real !== undefined && isOneInside(real, roots)
}

async function isOneInside(real: Buffer, roots: readonly FilePath[]): Promise<boolean> {
  const all = await Promise.all(roots.map((root) => realpath(root, 'buffer').catch(() => undefined)))
  return all.some((root) => root !== undefined && isBelow(real, root))
}

function isBelow(real: Buffer, root: Buffer): boolean {
  const above = root.subarray(-1).equals(separator) ? root : Buffer.concat([root, separator])
  return real.equals(root) || real.subarray(0, above.length).equals(above)
}

/** Where the open file lies: Linux says it of the file itself, elsewhere its path has to lead to it still. */
async function pathOf(file: FileHandle, path: FilePath, stats: Stats): Promise<Buffer> {
  if (process.platform === 'linux') return readlink(`/proc/self/fd/${file.fd}`, 'buffer')
  const real = await realpath(path, 'buffer')
  const now = await stat(real)
  return now.dev === stats.dev && now.ino === stats.ino ? real : Buffer.alloc(0)
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && ['ENOENT', 'ELOOP', 'ENOTDIR'].includes(String(error.code))
}
