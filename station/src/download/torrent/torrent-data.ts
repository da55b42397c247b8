/** Compares a file on the disk with a torrent: it belongs to it if one of its pieces has the hash that the torrent names. */
import { lowerBound } from '@homeport/contract/kit/collection/lower-bound.ts'
import { createHash, type Hash } from 'node:crypto'
import { lstat, open } from 'node:fs/promises'
import type { TorrentPieces } from './parse-torrent.ts'
import type { PackedFileList } from './packed-file-list.ts'

const hashBytes = 20
const readBytes = 1024 * 1024
const zeros = Buffer.alloc(readBytes)

/** pathOf: where each file would lie, absolute: a piece may begin in one file and end in the next. */
export type DataCheck = (index: number, pathOf: (index: number) => string) => Promise<boolean>

/** A part of a piece: `bytes` of the file at this position in the torrent, from `from`. */
type PiecePart = { at: number; from: number; bytes: number }

/** A piece of zeros is no evidence: other files have them too. A file that is not whole may be shorter, never longer. */
export function createDataCheck(files: PackedFileList, { pieceBytes, hashes }: TorrentPieces): DataCheck {
  const { sizes, isPadding } = files.packed
  const ends = new Float64Array(sizes.length)
  let total = 0
  for (const [at, size] of sizes.entries()) ends[at] = total += size

  const sizeAt = (at: number): number => sizes[at] ?? 0
  const startOf = (at: number): number => (ends[at] ?? 0) - sizeAt(at)

  /** Position of the file that has this byte of the torrent. */
  function fileWith(byte: number): number {
    return lowerBound((at) => (ends[at] ?? 0) <= byte, { end: ends.length - 1 })
  }

  function* partsOf(piece: number): Generator<PiecePart> {
    const end = Math.min((piece + 1) * pieceBytes, total)
    for (let byte = piece * pieceBytes, at = fileWith(byte); byte < end; at += 1) {
      const bytes = Math.min(end, ends[at] ?? 0) - byte
      if (bytes > 0) yield { at, from: byte - startOf(at), bytes }
      byte += Math.max(0, bytes)
    }
  }

  async function isPieceHere(piece: number, pathOf: (index: number) => string): Promise<boolean> {
    const hash = createHash('sha1')
    let hasContent = false
    for (const part of partsOf(piece)) {
      if (isPadding[part.at] === 1) updateZeros(hash, part.bytes)
      else {
        const read = await updateFrom(hash, pathOf(part.at + 1), part)
        if (!read.isWhole) return false
        hasContent ||= read.hasContent
      }
    }
    const expected = hashes.subarray(hashBytes * piece, hashBytes * (piece + 1))
    return hasContent && hash.digest().equals(expected)
  }

  return async (index, pathOf) => {
    const stats = await lstat(pathOf(index)).catch(() => undefined)
    const [size, start] = [sizeAt(index - 1), startOf(index - 1)]
    if (!stats?.isFile() || stats.size > size) return false
    if (size === 0) return true
    for (let piece = Math.floor(start / pieceBytes); piece * pieceBytes < start + stats.size; piece += 1)
      if (await isPieceHere(piece, pathOf)) return true
    return false
  }
}

function updateZeros(hash: Hash, bytes: number): void {
  for (let rest = bytes; rest > 0; rest -= readBytes) hash.update(zeros.subarray(0, Math.min(rest, readBytes)))
}

async function updateFrom(
  hash: Hash,
  path: string,
  { from, bytes }: PiecePart,
): Promise<{ isWhole: boolean; hasContent: boolean }> {
  const file = await open(path, 'r').catch(() => undefined)
  if (!file) return { isWhole: false, hasContent: false }
  try {
    const buffer = Buffer.allocUnsafe(Math.min(bytes, readBytes))
    let hasContent = false
    for (let done = 0; done < bytes;) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(buffer.length, bytes - done), from + done)
      if (bytesRead === 0) return { isWhole: false, hasContent }
      const chunk = buffer.subarray(0, bytesRead)
      hash.update(chunk)
      hasContent ||= !chunk.equals(zeros.subarray(0, bytesRead))
      done += bytesRead
    }
    return { isWhole: true, hasContent }
  } finally {
    await file.close()
  }
}
