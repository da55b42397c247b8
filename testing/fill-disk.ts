/** For tests: another program takes all the space of a disk, to the last byte. */
import { closeSync, openSync, writeSync } from 'node:fs'

export function fillDisk(file: string): void {
  const descriptor = openSync(file, 'a')
  try {
    for (const size of [1024 * 1024, 4096, 1]) {
      const block = Buffer.alloc(size)
      while (hasWritten(descriptor, block));
    }
  } finally {
    closeSync(descriptor)
  }
}

function hasWritten(descriptor: number, block: Buffer): boolean {
  try {
    return writeSync(descriptor, block) === block.length
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false
    throw error
  }
}
