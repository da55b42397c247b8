/** Tells from the connected peers of a torrent why nothing comes. */
import type { Swarm } from '../engine/engine.ts'

export type SwarmVerdict = 'no_peers' | 'missing_pieces' | 'choked'

const hasPiece = (bits: Buffer, piece: number): boolean => (((bits[piece >> 3] ?? 0) >> (7 - (piece & 7))) & 1) === 1

/** undefined: nothing there is in the way. */
export function swarmVerdict({ has, pieces, peers, availability }: Swarm): SwarmVerdict | undefined {
  if (peers.length === 0) return 'no_peers'
  const isMissing = missing(has, pieces)
  // The engine's figure counts our own pieces: below one, nobody has some piece.
  const isSomewhere = availability !== undefined && availability >= 1
  const holders = peers.filter(
    (peer) => peer.is_seed || (peer.share === undefined ? isMissing.some((piece) => hasPiece(peer.has, piece)) : isSomewhere),
  )
  if (holders.length === 0) return 'missing_pieces'
  return holders.every(({ is_choking }) => is_choking) ? 'choked' : undefined
}

function missing(has: Buffer, pieces: number): number[] {
  return Array.from({ length: pieces }, (_, piece) => piece).filter((piece) => !hasPiece(has, piece))
}

/** Copies of the least common piece among the peers, with the share of the pieces that are more common behind the point; null while the pieces are not known. */
export function availabilityOf({ pieces, peers, availability }: Swarm): number | null {
  if (pieces === 0) return null
  if (availability !== undefined) return Math.round(availability * 100) / 100
  const copies = Array.from(
    { length: pieces },
    (_, piece) => peers.filter(({ is_seed, has }) => is_seed || hasPiece(has, piece)).length,
  )
  const least = copies.reduce((a, b) => Math.min(a, b), Infinity)
  const more = copies.filter((count) => count > least).length / pieces
  return Math.round((least + more) * 100) / 100
}

/** Percent. */
export function shareOf(bits: Buffer, pieces: number): number {
  if (pieces === 0) return 0
  const count = Array.from({ length: pieces }, (_, piece) => piece).filter((piece) => hasPiece(bits, piece)).length
  return Math.round((10_000 * count) / pieces) / 100
}
