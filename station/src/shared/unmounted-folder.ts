/** Whether a folder with films is away, and not emptied: its disk or share is not connected. */
import { lstat, opendir } from 'node:fs/promises'
import { answersWithin, wakeMs } from '../kit/disk-answers.ts'

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

/** For what was left in it by the box, which would make it not empty: an empty folder may be the place where the disk is mounted. */
export async function holdsAnything(root: string): Promise<boolean> {
  return (await answersWithin(root, wakeMs)) && !(await isEmpty(root).catch(() => true))
}

/** Reads no more of it than its first entry. */
async function isEmpty(folder: string): Promise<boolean> {
  for await (const _entry of await opendir(folder, { bufferSize: 1 })) return false
  return true
}
