/** Folders below a download folder. */
import { mkdir, stat } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'

/**
 * Makes the folder and those above it, as far as they lie below the root; true: it was not there before. A root that is away is not made anew, which would hide that
 * it is: ENOENT.
 */
export async function makeBelow(root: string, folder: string): Promise<boolean> {
  let path = root
  let isNew = false
  for (const name of relative(root, folder).split(sep)) {
    if (name === '') continue
    path = join(path, name)
    isNew = await makeOne(path)
  }
  return isNew
}

/** False: it was there before. Something else by that name is no folder: EEXIST, as of mkdir. */
async function makeOne(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === 'EEXIST'
    if (isThere && (await stat(path)).isDirectory()) return false
    throw error
  }
}
