/** Folders outside the download folders in which a program of the owner's keeps torrents: their tasks stay where they are, and nothing new is put there. */
import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { MetaStore } from '../../kit/meta.store.ts'

const key = 'program_folders'
/** By the id of the folder. */
const Paths = z.record(z.string(), z.string())
const maxFolders = 500

export async function loadProgramFolders(meta: MetaStore) {
  const stored = Paths.safeParse(JSON.parse((await meta.read(key)) ?? '{}'))
  const paths = new Map(Object.entries(stored.success ? stored.data : {}))
  return {
    all: (): ReadonlyMap<string, string> => paths,
    /** Its id; undefined where there are too many of them. */
    async add(path: string): Promise<string | undefined> {
      const id = `program-${createHash('sha256').update(path).digest('hex').slice(0, 12)}`
      if (paths.has(id)) return id
      if (paths.size >= maxFolders) return undefined
      paths.set(id, path)
      await meta.write(key, JSON.stringify(Object.fromEntries(paths)))
      return id
    },
  }
}
