/** Warns about folders of the library once each. */
import { lstat } from 'node:fs/promises'

export function createFolderWarnings(warn: (line: string) => void) {
  const warned = new Set<string>()

  function warnOnce(about: string, line: string): void {
    if (!warned.has(about)) warn(line)
    warned.add(about)
  }

  return {
    /** Warns again if the folder was there in between. */
    async checkRoot(root: string): Promise<void> {
      const stats = await lstat(root).catch(() => undefined)
      if (stats) warned.delete(root)
      else warnOnce(root, `The library folder ${root} does not exist: make it, or correct HOMEPORT_LIBRARY. The rest is listed.`)
    },
    unreadable: (folder: string) => warnOnce(folder, `The folder ${folder} of the library cannot be read; the rest is listed.`),
    undecodable(path: string, folders: ReadonlyMap<string, number>): void {
      const count = [...folders.values()].reduce((sum, one) => sum + one, 0)
      if (count === 0) return
      warnOnce(`names ${path}`, `${count} files below ${path} have names that are not UTF-8 text and are left out: rename them.`)
    },
  }
}
