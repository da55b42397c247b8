/** Files that are being written or removed, and copies whose original goes, kept in the database: what a kill or a disk leaves of them is dropped later. */
import type { Stats } from 'node:fs'
import { lstat, rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import * as z from 'zod/mini'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'
import type { MetaStore } from '../kit/meta.store.ts'
import { isCopied } from './rename-into.ts'

const partsKey = 'file_parts'
const movesKey = 'file_moves'
/** Those of disks that never came back are forgotten one day. */
const maxKept = 1_000
const Parts = z.array(z.string())
/** A copy, or another name of the same file, whose original goes. part: the original under the name under which it is removed; both inodes as `device:inode`. */
const Move = z.object({ from: z.string(), fromInode: z.string(), to: z.string(), toInode: z.string(), part: z.string() })
export type Move = z.infer<typeof Move>

export type PartFileDeps = {
  meta: MetaStore
  /** Whether the disk of this path is there. */
  isConnected: (path: string) => Promise<boolean>
  onFault: (fault: unknown) => void
}
export type PartFiles = Awaited<ReturnType<typeof loadPartFiles>>

export async function loadPartFiles({ meta, isConnected, onFault }: PartFileDeps) {
  const parts = new Set<string>(Parts.parse(JSON.parse((await meta.read(partsKey)) ?? '[]')))
  const moves = new Map(
    z
      .array(Move)
      .parse(JSON.parse((await meta.read(movesKey)) ?? '[]'))
      .map((move) => [move.to, move]),
  )
  /** Nobody works on these any more. */
  const remaining = new Set(parts)
  const remainingMoves = new Set(moves.keys())
  const notified = new Set<string>()
  const oneAtATime = createOneAtATime()
  const looking = createOneAtATime()

  const write = (): Promise<void> =>
    oneAtATime(async () => {
      await meta.write(partsKey, JSON.stringify([...parts].slice(-maxKept)))
      await meta.write(movesKey, JSON.stringify([...moves.values()].slice(-maxKept)))
    })

  async function forget(path: string): Promise<void> {
    parts.delete(path)
    remaining.delete(path)
    notified.delete(path)
    await write()
  }

  /** A disk that is away, or takes no change now, may be back later. */
  async function dropOne(path: string): Promise<void> {
    const isOurs = basename(path).startsWith('.homeport-part-')
    if (isOurs && !(await isConnected(path))) return
    try {
      if (isOurs) await rm(path, { recursive: true, force: true })
    } catch (fault) {
      if (!notified.has(path)) onFault(fault)
      notified.add(path)
      return
    }
    await forget(path)
  }

  /** The copy got its name: its original goes. */
  async function finishMove({ from, fromInode, to, toInode, part }: Move): Promise<void> {
    if (!(await isConnected(from)) || !(await isConnected(to))) return
    // A file of somebody's may have got the inode since, and a folder more files.
    const isOurs = (await inodeOf(to)) === toInode && (await inodeOf(from)) === fromInode
    if (isOurs && (await isCopied(Buffer.from(from), Buffer.from(to)))) {
      parts.add(part)
      remaining.add(part)
      await write()
      await rename(from, part)
    }
    await endMove(to)
  }

  async function endMove(to: string): Promise<void> {
    moves.delete(to)
    remainingMoves.delete(to)
    await write()
  }

  return {
    async add(path: string): Promise<void> {
      parts.add(path)
      dropOldest(parts, maxKept)
      await write()
    },
    drop: forget,
    /** Drops it now if it can be, else later. */
    async leave(path: string): Promise<void> {
      remaining.add(path)
      await dropOne(path)
    },
    /** Called before the copy gets its name: from then on the original is one too many. */
    async beginMove(move: Move): Promise<void> {
      moves.set(move.to, move)
      await write()
    },
    endMove,
    /** Called now and then: drops what is left. */
    look: (): Promise<void> =>
      looking(async () => {
        for (const to of remainingMoves) {
          const move = moves.get(to)
          if (move) await finishMove(move).catch(onFault)
        }
        for (const path of remaining) await dropOne(path)
      }),
  }
}

/** undefined: nothing is there. */
export async function inodeOf(path: string | Buffer): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined)
  return stats && inodeText(stats)
}

export const inodeText = ({ dev, ino }: Pick<Stats, 'dev' | 'ino'>): string => `${dev}:${ino}`
