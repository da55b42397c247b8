/** When a disk of the box counts as full; one of unknown size does not. */
import type { StorageEntry } from '@homeport/contract/device.ts'

const megabyte = 1024 * 1024
/** With less than this no download begins. */
const leastBytes = 64 * megabyte
/** The limit on a large disk: a hundredth, at most this. */
const littleBytes = 1024 * megabyte

export function isFull({ free, total }: Pick<StorageEntry, 'free' | 'total'>): boolean {
  return total > 0 && free < Math.max(leastBytes, Math.min(littleBytes, total / 100))
}
