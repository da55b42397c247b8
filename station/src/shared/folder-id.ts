/** The id of an allowed folder on the wire: the same at every start, whatever the order of the settings. */
import { createHash } from 'node:crypto'
import { resolve } from 'node:path'

export const folderIdOf = (path: string): string => createHash('sha256').update(resolve(path)).digest('hex').slice(0, 8)
