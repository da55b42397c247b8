/** The space of a disk, counted as df counts it: what the system keeps for itself is neither used nor free, so used and free are the whole. */
import type { StatsFs } from 'node:fs'

/** In bytes. */
export type DiskSpace = { total: number; used: number; free: number }

export function spaceOf({ blocks, bfree, bavail, bsize }: Pick<StatsFs, 'blocks' | 'bfree' | 'bavail' | 'bsize'>): DiskSpace {
  const used = (blocks - bfree) * bsize
  const free = bavail * bsize
  return { total: used + free, used, free }
}
