/** Whether a library folder is away, and not emptied: its disk or share is not connected. */
import { lstat, readdir } from 'node:fs/promises'

/**
 * knownInode: of a film in it, `device:inode`. It is away if it does not exist, or if it is empty and on another device than its films were:
 * then it is the place where the disk was mounted.
 */
export async function isAway(root: string, knownInode: () => Promise<string | undefined>): Promise<boolean> {
  try {
    if ((await readdir(root)).length > 0) return false
    const inode = await knownInode()
    const { dev } = await lstat(root)
    return inode !== undefined && inode.split(':')[0] !== String(dev)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOENT'
  }
}
