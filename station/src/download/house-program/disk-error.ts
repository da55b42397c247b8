/** A program tells that it met an error, in words of its own or in none: the disk itself shows whether it is full. */
import { statfs } from 'node:fs/promises'
import type { HouseTorrent } from './driver.ts'

/** A program stops writing somewhat before the last byte. */
const fullBelowBytes = 4 * 1024 * 1024

/** With aria2's numbers: 9 for a full disk, 16 for a file that cannot be written or is gone. */
export async function diskErrorOf({
  folder,
  isMissing,
}: Pick<HouseTorrent, 'folder' | 'isMissing'>): Promise<{ error: number; error_text: string }> {
  const disk = await statfs(folder).catch(() => undefined)
  const isFull = !isMissing && disk !== undefined && disk.bavail * disk.bsize < fullBelowBytes
  return { error: isFull ? 9 : 16, error_text: '' }
}
