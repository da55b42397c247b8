/** Creates a folder and its parents. Node's recursive mkdir never ends on file systems that answer ENOENT to a mkdir. */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'

export function makeFolder(path: string, mode?: number): void {
  if (existsSync(path)) return
  if (dirname(path) !== path) makeFolder(dirname(path), mode)
  mkdirSync(path, { mode })
}
