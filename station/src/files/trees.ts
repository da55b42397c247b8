/** Copies and removes files and whole folders below the allowed folders. */
import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { fileRefusal, type Entry } from './allowed-folders.ts'
import type { DiskRoom } from './disk-room.ts'
import { folderOf, joinPath } from './entry-name.ts'
import { sizeBelow } from './folder-size.ts'
import { inodeOf, inodeText, type PartFiles } from './part-files.ts'
import { copyInto, isCopied, renameInto, type Copying } from './rename-into.ts'

/** The size of a folder with more entries is not counted. */
const maxCounted = 500_000

export type TreeDeps = {
  /** Remembers what is under way, so that nothing is left of it after a kill. */
  parts: Pick<PartFiles, 'add' | 'drop' | 'leave' | 'beginMove' | 'endMove'>
  room: DiskRoom
}
export type Trees = ReturnType<typeof createTrees>
type Target = Pick<Entry, 'folder'> & { path: Buffer }
type Follow = Pick<Copying, 'signal' | 'onBytes'>

export function createTrees({ parts, room }: TreeDeps) {
  /** onWhole: with the part that is whole, before it gets its name. */
  async function copyTo({ abs, stats, folder }: Entry, { path, folder: into }: Target, follow: Follow & { onWhole: OnWhole }) {
    const size = await sizeOf({ abs, stats })
    let copied = 0
    const release = await room.claim(folderOf(path), { name: '', size, remaining: async () => size - copied })
    const part = hiddenBeside(path)
    try {
      await parts.add(part.toString())
      const counted = (bytes: number) => {
        copied += bytes
        follow.onBytes(bytes)
      }
      const onWhole = () => follow.onWhole(part)
      await copyInto(abs, path, {
        part,
        signal: follow.signal,
        onBytes: counted,
        onWhole,
        root: folder.path,
        intoRoot: into.path,
      })
      await parts.drop(part.toString())
    } catch (error) {
      await parts.leave(part.toString())
      throw error
    } finally {
      release()
    }
  }

  /** Under a hidden name first: nobody can put a link in the place of what is being removed. What cannot be removed now is removed later. */
  async function removeAs(abs: Buffer, part: Buffer): Promise<void> {
    await parts.add(part.toString())
    try {
      await rename(abs, part)
    } catch (error) {
      await parts.drop(part.toString())
      throw error
    }
    await parts.leave(part.toString())
  }

  return {
    copy: (entry: Entry, target: Target, follow: Follow): Promise<void> =>
      copyTo(entry, target, { ...follow, onWhole: async () => {} }),
    /** To another disk: a copy, whose original goes, also after a kill in between. */
    async moveAcross(entry: Entry, target: Target, follow: Follow): Promise<void> {
      const [from, to, old] = [entry.abs.toString(), target.path.toString(), hiddenBeside(entry.abs)]
      const fromInode = inodeText(entry.stats)
      const onWhole = async (part: Buffer) => {
        const toInode = (await inodeOf(part)) ?? ''
        await parts.beginMove({ from, fromInode, to, toInode, part: old.toString() })
      }
      try {
        await copyTo(entry, target, { ...follow, onWhole })
        // Somebody wrote into it meanwhile.
        if (!(await isCopied(entry.abs, target.path))) throw fileRefusal('in_use', entry.names.at(-1))
        await removeAs(entry.abs, old)
      } finally {
        await parts.endMove(to)
      }
    },
    /** Within a disk. A file has both names for a moment: a kill leaves one of them. */
    async moveWithin({ abs, stats }: Pick<Entry, 'abs' | 'stats'>, path: Buffer): Promise<void> {
      if (!stats.isFile()) return renameInto(abs, path)
      const [from, to, part, inode] = [abs.toString(), path.toString(), hiddenBeside(abs).toString(), inodeText(stats)]
      await parts.beginMove({ from, fromInode: inode, to, toInode: inode, part })
      await renameInto(abs, path).finally(() => parts.endMove(to))
    },
    remove: (abs: Buffer): Promise<void> => removeAs(abs, hiddenBeside(abs)),
  }
}

type OnWhole = (part: Buffer) => Promise<void>

export async function sizeOf({ abs, stats }: Pick<Entry, 'abs' | 'stats'>): Promise<number> {
  return stats.isDirectory() ? ((await sizeBelow(abs, maxCounted)) ?? 0) : stats.size
}

function hiddenBeside(path: Buffer): Buffer {
  return joinPath(folderOf(path), Buffer.from(`.homeport-part-${randomUUID()}`))
}
