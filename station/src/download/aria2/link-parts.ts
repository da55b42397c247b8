/** Knows which bytes are there of videos that aria2 fetches in order: their complete pieces on the disk, read every second. */
import { realpath } from 'node:fs/promises'
import { unlessAway } from '../engine/engine.ts'
import { createPartView, type PartView } from '../engine/part-view.ts'
import type { Aria2 } from './engine.ts'
import type { JobPieces } from './rpc-answers.ts'

const lookEveryMs = 1_000

type Entry = { view: ReturnType<typeof createPartView> | undefined; pieces: JobPieces | undefined }

export function createLinkParts(aria2: Pick<Aria2, 'piecesOf'>, onFault: (fault: unknown) => void) {
  const entries = new Map<string, Entry>()
  let timer: ReturnType<typeof setInterval> | undefined
  let isLooking = false

  async function look(): Promise<void> {
    if (isLooking) return
    isLooking = true
    try {
      for (const [gid, entry] of entries) if (entry.view?.state() !== 'whole') await unlessAway(read(gid, entry))
    } catch (error) {
      onFault(error)
    } finally {
      isLooking = false
    }
  }

  async function read(gid: string, entry: Entry): Promise<void> {
    const pieces = await aria2.piecesOf(gid)
    if (!pieces || pieces.total === 0 || pieces.path === '' || entries.get(gid) !== entry) return
    // aria2 knows its folder by a link.
    const path = await realpath(pieces.path).catch(() => undefined)
    if (path === undefined || entries.get(gid) !== entry) return
    entry.pieces = pieces
    const { total } = pieces
    const remaining = () => (entry.pieces ? missingRanges(entry.pieces) : [])
    // aria2 goes on where it was, and fetches in order whatever a player waits for.
    entry.view ??= createPartView({ path, total, isContinued: true, want: () => {} }, { remaining })
    if (pieces.isComplete) entry.view.end('whole')
    else entry.view.wrote()
  }

  return {
    of: (gid: string): PartView | undefined => entries.get(gid)?.view,
    follow(gid: string): void {
      entries.set(gid, { view: undefined, pieces: undefined })
      timer ??= setInterval(() => void look(), lookEveryMs).unref()
    },
    /** Nothing more comes into it. */
    end(gid: string): void {
      entries.get(gid)?.view?.end('over')
    },
    forget(gid: string): void {
      entries.get(gid)?.view?.end('over')
      entries.delete(gid)
      if (entries.size > 0) return
      clearInterval(timer)
      timer = undefined
    },
    stop: (): void => clearInterval(timer),
  }
}

/** The ranges of pieces that are not complete, as [from, end] in order. */
export function missingRanges({
  bitfield,
  pieceBytes,
  total,
}: Pick<JobPieces, 'bitfield' | 'pieceBytes' | 'total'>): [number, number][] {
  const ranges: [number, number][] = []
  for (let piece = 0; piece * pieceBytes < total; piece += 1) {
    if (((bitfield[piece >> 3] ?? 0) >> (7 - (piece & 7))) & 1) continue
    const from = piece * pieceBytes
    const end = Math.min(total, from + pieceBytes)
    const last = ranges.at(-1)
    if (last?.[1] === from) last[1] = end
    else ranges.push([from, end])
  }
  return ranges
}
