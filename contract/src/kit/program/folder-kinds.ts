/** Whether what a program makes in its data folder can be made there: a folder, a pipe or a link that leads nowhere in place of a file ends it, or holds it for ever. */
import { lstatSync, readdirSync, statSync, type Stats } from 'node:fs'
import { join } from 'node:path'

/** Names in the folder. sockets: whatever a program left there goes by itself, but a folder. */
export type FolderContent = { files: readonly string[]; sockets: readonly string[] }

/** The sentence on the first one that is of another kind; undefined if there is none. */
export function wrongKindIn(folder: string, { files, sockets }: FolderContent): string | undefined {
  for (const name of files) {
    const path = join(folder, name)
    const kind = kindOf(path)
    if (kind === 'dead link') return `${path} is a link that leads nowhere: connect the disk that it leads to, or delete it.`
    if (kind !== 'nothing' && kind !== 'file') return `${path} is a ${kind}, and has to be a file: move it away.`
  }
  for (const name of sockets) {
    const path = join(folder, name)
    if (kindOf(path) === 'folder') return `${path} is a folder, and has to be a socket: move it away.`
  }
  return undefined
}

/** A restore writes here until it is whole (cloud/src/operator/backup.ts). */
export const restoringPrefix = 'restoring-'

/** The sentence on a restore into this data folder that never came to its end: what it has is not all that there was. */
export function interruptedRestore(dataFolder: string): string | undefined {
  const leftOver = namesIn(dataFolder).find((name) => name.startsWith(restoringPrefix))
  return leftOver === undefined
    ? undefined
    : `A restore into ${dataFolder} was interrupted (${leftOver} is left of it): empty the folder and run npm run restore again.`
}

/** None where it may be passed but not listed: no restore could have begun there. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

type Kind = 'nothing' | 'file' | 'folder' | 'pipe' | 'socket' | 'device' | 'dead link'

function kindOf(path: string): Kind {
  const own = lstatSync(path, { throwIfNoEntry: false })
  if (!own) return 'nothing'
  if (!own.isSymbolicLink()) return kindBy(own)
  try {
    return kindBy(statSync(path))
  } catch {
    return 'dead link'
  }
}

function kindBy(stats: Stats): Kind {
  if (stats.isFile()) return 'file'
  if (stats.isDirectory()) return 'folder'
  if (stats.isFIFO()) return 'pipe'
  return stats.isSocket() ? 'socket' : 'device'
}
