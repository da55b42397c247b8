/** Copies and removes files and whole folders below the allowed folders. */
import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import type { Entry } from './allowed-folders.ts'
import type { DiskRoom } from './disk-room.ts'
import { folderOf, joinPath } from './entry-name.ts'
import { sizeBelow } from './folder-size.ts'
import { copyInto, type Copying } from './place-file.ts'

/** The size of a folder with more entries is not counted. */
const maxCounted = 500_000

export type TreeDeps = {
  /** Remembers what is under way, so that the next start drops what a kill left. */
  parts: { add(path: string): Promise<void>; drop(path: string): Promise<void> }
  room: DiskRoom
}
export type Trees = ReturnType<typeof createTrees>

export function createTrees({ parts, room }: TreeDeps) {
  return {
    async copy(
      { abs, stats, folder }: Entry,
      { place, folder: into }: Pick<Entry, 'folder'> & { place: Buffer },
      { signal, onBytes }: Pick<Copying, 'signal' | 'onBytes'>,
    ): Promise<void> {
      const size = await sizeOf({ abs, stats })
      let copied = 0
      const release = await room.claim(folderOf(place), { name: '', size, remaining: async () => size - copied })
      const part = hiddenBeside(place)
      try {
        await parts.add(part.toString())
        const counted = (bytes: number) => {
          copied += bytes
          onBytes(bytes)
        }
        await copyInto(abs, place, { part, signal, onBytes: counted, root: folder.path, intoRoot: into.path })
      } finally {
        release()
        await parts.drop(part.toString())
      }
    },
    /** Under a hidden name first: nobody can put a link in the place of what is being removed. */
    async remove(abs: Buffer): Promise<void> {
      const part = hiddenBeside(abs)
      await parts.add(part.toString())
      await rename(abs, part)
      await rm(part, { recursive: true })
      await parts.drop(part.toString())
    },
  }
}

export async function sizeOf({ abs, stats }: Pick<Entry, 'abs' | 'stats'>): Promise<number> {
  return stats.isDirectory() ? ((await sizeBelow(abs, maxCounted)) ?? 0) : stats.size
}

function hiddenBeside(place: Buffer): Buffer {
  return joinPath(folderOf(place), Buffer.from(`.homeport-part-${randomUUID()}`))
}
