/** qBittorrent tells that it met an error, and not which: the disk itself shows whether it is full. */
import { statfs } from 'node:fs/promises'
import type { Entry } from './answers.ts'

/** A program stops writing somewhat before the last byte. */
const fullBelowBytes = 4 * 1024 * 1024

/** With aria2's numbers: 9 for a full disk, 16 for a file that cannot be written or is gone. */
export async function diskErrorOf({
  save_path,
  state,
}: Pick<Entry, 'save_path' | 'state'>): Promise<{ error: number; error_text: string }> {
  const disk = await statfs(save_path).catch(() => undefined)
  const isFull = state === 'error' && disk !== undefined && disk.bavail * disk.bsize < fullBelowBytes
  return { error: isFull ? 9 : 16, error_text: '' }
}
