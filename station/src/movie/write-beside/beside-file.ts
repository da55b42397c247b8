/** Writes one file beside a film: whole or not at all, over no file of others, and through no link. */
import { createHash, randomUUID } from 'node:crypto'
import { link, lstat, readFile, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { hasNoLink } from '../folder/has-no-link.ts'
import { isInside } from '../folder/walk.ts'
import { findPoster } from '../picture/picture.ts'
import { isOwnNfo } from './nfo-text.ts'

export type BesideFile = { root: string; path: string; bytes: Buffer }
export type WriteError = { reason: 'exists' | 'read_only'; file: string }

/** Remembers files that are being written, so that nothing is left of them after a kill. */
export type PartFiles = Record<'add' | 'leave', (path: string) => Promise<void>>

const maxOwnBytes = 1_000_000

/** Whether it may be written. folder: the station's own, which holds the pictures that it writes. */
export async function judgeBeside(
  { root, path }: Pick<BesideFile, 'root' | 'path'>,
  { folder, overwrite }: { folder: string; overwrite: boolean },
): Promise<WriteError | 'replaces' | undefined> {
  if (!isInside(root, path) || !(await hasNoLink(root, path))) return { reason: 'read_only', file: basename(path) }
  const stats = await lstat(path).catch(() => undefined)
  if (!stats) return undefined
  // A folder or a link of that name is never replaced.
  if (!stats.isFile()) return { reason: 'exists', file: basename(path) }
  const isFree = overwrite || (stats.size <= maxOwnBytes && (await isOwn(await readFile(path), folder)))
  return isFree ? 'replaces' : { reason: 'exists', file: basename(path) }
}

/** isReplacing: a file stood there when it was looked at, and may be replaced; one that came since is not. */
export async function writeBeside(
  { path, bytes }: BesideFile,
  { isReplacing, parts }: { isReplacing: boolean; parts: PartFiles },
): Promise<WriteError | undefined> {
  const part = join(dirname(path), `.homeport-part-${randomUUID()}`)
  await parts.add(part)
  try {
    await writeFile(part, bytes, { flag: 'wx', flush: true })
    if (isReplacing) await rename(part, path)
    else await linkOrRename(part, path)
    return undefined
  } catch (error) {
    const reason = reasonOf(error)
    if (!reason) throw error
    return { reason, file: basename(path) }
  } finally {
    await parts.leave(part)
  }
}

/** A link fails where a file has come meanwhile; a file system without links takes the rename. */
async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    await rename(from, to)
  }
}

function reasonOf(error: unknown): WriteError['reason'] | undefined {
  const code = codeOf(error)
  if (code === 'EEXIST') return 'exists'
  return code === 'EACCES' || code === 'EPERM' || code === 'EROFS' || code === 'ENOENT' ? 'read_only' : undefined
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** An NFO with its signature, or a picture that it has under the same hash. */
async function isOwn(bytes: Buffer, folder: string): Promise<boolean> {
  if (isOwnNfo(bytes.toString('utf8'))) return true
  return (await findPoster(folder, createHash('sha256').update(bytes).digest('hex'))) !== undefined
}
