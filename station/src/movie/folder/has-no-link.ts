/** A way in a library folder that no link leads out of it. */
import { lstat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'

/** No folder between the root and the file is a link. */
export async function hasNoLink(root: string, path: string): Promise<boolean> {
  let at = root
  for (const step of relative(root, dirname(path)).split(sep).filter(Boolean)) {
    at = join(at, step)
    if ((await lstat(at).catch(() => undefined))?.isDirectory() !== true) return false
  }
  return true
}
