/** For tests: a separate small disk (a tmpfs, which only root can mount), and a share (a folder that the program bindfs serves). */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'

/** inodes: so many names it takes at most; 0 for no limit. */
export function mountSmallDisk(folder: string, megabytes: number, inodes = 0): () => void {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync(
    'mount',
    ['-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${inodes}`, 'tmpfs', folder],
    {
      encoding: 'utf8',
    },
  )
  if (status !== 0) throw new Error(stderr)
  return () => unmount(folder)
}

/** In containers root may lack the right to mount. */
export const canMount = tryToMount()

function tryToMount(): boolean {
  if (process.getuid?.() !== 0) return false
  const folder = mkdtempSync(join(os.tmpdir(), 'homeport-disk-'))
  try {
    mountSmallDisk(folder, 1)()
    return true
  } catch {
    return false
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** False where this machine has no bindfs or no FUSE, or refuses the mount. */
export function mountShare(source: string, folder: string): boolean {
  const { status } = spawnSync('bindfs', [source, folder], { timeout: 20_000 })
  return status === 0 && statSync(folder).dev !== statSync(source).dev
}

export function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder])
}

export const canMountShare = tryToMountShare()
/** For the titles of tests that need a share. */
export const whyNoShare = canMountShare ? '' : ' (skipped: no bindfs, no FUSE, or no right to mount)'

function tryToMountShare(): boolean {
  const [source, folder] = ['a', 'b'].map(() => mkdtempSync(join(os.tmpdir(), 'homeport-share-'))) as [string, string]
  const isMounted = mountShare(source, folder)
  if (isMounted) unmount(folder)
  for (const one of [source, folder]) rmSync(one, { recursive: true, force: true })
  return isMounted
}
