/** A separate small disk to fill: a tmpfs, which only root can mount. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type Disk = { folder: string; stop(): void }

/** undefined if this user cannot mount. */
export function openSmallDisk(megabytes: number): Disk | undefined {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'homeport-disk-'))
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder])
  const drop = () => rmSync(folder, { recursive: true, force: true })
  if (status !== 0) {
    drop()
    return undefined
  }
  return {
    folder,
    stop: () => {
      spawnSync('umount', ['-l', folder])
      drop()
    },
  }
}
