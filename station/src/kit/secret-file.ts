/** Writes a secret to a file that only the box's own user may read; a kill in between leaves the file before. */
import { renameSync, rmSync, writeFileSync } from 'node:fs'

export function writeSecret(path: string, text: string | Buffer): void {
  const next = `${path}.new`
  // A file that a kill left there would keep its own mode.
  rmSync(next, { force: true })
  writeFileSync(next, text, { mode: 0o600, flush: true })
  renameSync(next, path)
}
