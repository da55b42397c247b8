/** The files and folders of a scan that could be films and cannot be shown. */
import type { UnreadableFile } from '@homeport/contract/movie/identify.ts'
import { open } from 'node:fs/promises'
import { isDiscImage } from './disc-image.ts'
import type { WalkedFile, WalkResult } from '../folder/walk.ts'
import type { UnreadableRow } from './unreadable.store.ts'
import { pathBelow } from '../film/to-wire.ts'

type NewUnreadable = Omit<UnreadableRow, 'id'>
type ScanResult = WalkResult & {
  root: string
  /** Files that the box may not read. */
  denied: readonly WalkedFile[]
  /** Rows of the scan before. */
  existing: readonly NewUnreadable[]
  /** Whether the file is whole: it belongs to no unfinished download, and nobody writes to it. */
  isWhole: (file: WalkedFile) => Promise<boolean>
}

export async function unreadableRows({ root, existing, isWhole, ...walked }: ScanResult): Promise<NewUnreadable[]> {
  const row = (reason: NewUnreadable['reason'], { path, size }: { path: string; size: number }, files = 1) => ({
    root,
    path,
    size,
    files,
    reason,
  })
  const rows = walked.denied.map((file) => row('denied', file))
  for (const path of walked.unreadable) rows.push(row('denied', { path, size: 0 }))
  for (const [path, count] of walked.undecodable) rows.push(row('bad_name', { path, size: 0 }, count))
  for (const file of walked.empty) if (await isWhole(file)) rows.push(row('empty', file))
  for (const file of walked.images) {
    if (!(await isWhole(file))) continue
    const isKnown = existing.some(({ path, size, reason }) => path === file.path && size === file.size && reason === 'no_video')
    if (!(await isReadable(file.path))) rows.push(row('denied', file))
    else if (isKnown || (await isDiscImage(file.path))) rows.push(row('no_video', file))
  }
  return rows
}

/** False only where the box has no right to: a file that is gone meanwhile is none of these. */
export async function isReadable(path: string): Promise<boolean> {
  try {
    await (await open(path, 'r')).close()
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM'))
  }
}

export function unreadableRowOf({ id, root, path, size, files, reason }: UnreadableRow): UnreadableFile {
  return { id, path: pathBelow(root, path), file_size: size, files, reason }
}
