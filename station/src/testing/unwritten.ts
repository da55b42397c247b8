/** For tests of a driver without a database: the torrents that its program has not written down yet. */
import type { UnwrittenStore } from '../download/transmission/unwritten.store.ts'

export function unwrittenNotes(notes = new Set<string>()): UnwrittenStore {
  return {
    all: async () => [...notes],
    add: async (hash) => void notes.add(hash),
    remove: async (hash) => void notes.delete(hash),
  }
}
