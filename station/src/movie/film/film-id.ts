/** Ids of films and files, derived from their names. */
import { createHash } from 'node:crypto'

/** A 16-character hash of the name. */
export function idOf(name: string): string {
  return createHash('sha256').update(name).digest('hex').slice(0, 16)
}
