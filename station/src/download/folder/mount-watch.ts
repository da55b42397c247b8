/** Tells a mount point whose disk is gone from a folder: what is written there then fills the disk below it. */
import { readdir, realpath, stat } from 'node:fs/promises'
import { dirname, sep } from 'node:path'
import { answersWithin, wakeMs } from '../../kit/disk-answers.ts'

export type MountWatch = ReturnType<typeof createMountWatch>
/** ownName: of the box's own folder in it. before: the mount point that the folder was on when the box ran last, '' if unknown. onMount: it is on another one. */
export type MountWatchDeps = {
  ownName: string
  before: string
  onMount: (mountPoint: string) => void
  mountPointOf?: typeof mountPointOf
}

export function createMountWatch(root: string, { ownName, before, onMount, mountPointOf: read = mountPointOf }: MountWatchDeps) {
  let last = before
  let isSeen = false

  return {
    /** The folder is there, on its own disk, and answers. */
    async isConnected(): Promise<boolean> {
      const current = (await answersWithin(root, wakeMs)) ? await read(root) : undefined
      if (current === undefined) return false
      const isOuter = last !== '' && current !== last && isBelow(last, current)
      // Somebody who uses the folder without its disk from now on has put something there.
      if (isOuter && (isSeen || (await hasOnly(root, ownName)))) return false
      isSeen = true
      if (current !== last) onMount(current)
      last = current
      return true
    },
  }
}

/** Where the disk of this folder begins; undefined: the folder is gone. */
export async function mountPointOf(root: string): Promise<string | undefined> {
  try {
    let folder = await realpath(root)
    const entry = await stat(folder)
    if (!entry.isDirectory()) return undefined
    for (;;) {
      const above = dirname(folder)
      if (above === folder || (await stat(above)).dev !== entry.dev) return folder
      folder = above
    }
  } catch {
    return undefined
  }
}

const isBelow = (path: string, above: string): boolean => path.startsWith(above.endsWith(sep) ? above : above + sep)

async function hasOnly(root: string, ownName: string): Promise<boolean> {
  const names = await readdir(root).catch((): string[] => [])
  return names.every((name) => name === ownName)
}
