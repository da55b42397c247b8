/** For tests: a separate small disk (a tmpfs, which only root can mount). */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'

export function mountSmallDisk(folder: string, megabytes: number): () => void {
  mkdirSync(folder, { recursive: true })
  const { status, stderr } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return () => void spawnSync('umount', ['-l', folder])
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
