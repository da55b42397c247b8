/** Whether a folder with films is away, and not emptied: its disk or share is not connected. */
import { lstat, opendir } from 'node:fs/promises'

/**
 * knownInode: of a film in it, `device:inode`. It is away if it does not exist, or if it is empty and on another device than its films were:
 * then it is the place where the disk was mounted.
 */
export async function isAway(root: string, knownInode: () => Promise<string | undefined>): Promise<boolean> {
  try {
    if (!(await isEmpty(root))) return false
    const inode = await knownInode()
    const { dev } = await lstat(root)
    return inode !== undefined && inode.split(':')[0] !== String(dev)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}

/** Reads no more of it than its first entry. */
async function isEmpty(folder: string): Promise<boolean> {
  for await (const _entry of await opendir(folder, { bufferSize: 1 })) return false
  return true
}
