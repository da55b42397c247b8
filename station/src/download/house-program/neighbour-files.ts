/** Files that are not chosen and share a piece with a chosen one: a program may write their part of that piece under their names, where somebody else's file may lie. They get a hidden name of the torrent's own, as its padding does where that is a file to the program. */
import { posix } from 'node:path'

type SizedFile = { index: number; size: number }

/** files: of the torrent with its padding, in its order. Indexes of those that are not chosen and share a piece. */
export function neighboursOf(files: readonly SizedFile[], pieceBytes: number, chosen: ReadonlySet<number>): Set<number> {
  const spans: { index: number; first: number; last: number }[] = []
  let at = 0
  for (const { index, size } of files) {
    if (size > 0) spans.push({ index, first: Math.floor(at / pieceBytes), last: Math.floor((at + size - 1) / pieceBytes) })
    at += size
  }
  const pieces = new Set(spans.filter(({ index }) => chosen.has(index)).flatMap(({ first, last }) => [first, last]))
  return new Set(
    spans
      .filter(({ index, first, last }) => !chosen.has(index) && (pieces.has(first) || pieces.has(last)))
      .map(({ index }) => index),
  )
}

const prefixOf = (hash: string): string => `.homeport-${hash.slice(0, 12)}-`

/** In the folder of the file. */
export const neighbourName = (name: string, { hash, index }: { hash: string; index: number }): string =>
  posix.join(posix.dirname(name), `${prefixOf(hash)}${index}`)

/** One that a program tells. */
export const isNeighbour = (name: string, hash: string): boolean =>
  posix.basename(name).startsWith(prefixOf(hash)) && !posix.isAbsolute(name) && !name.split('/').includes('..')
