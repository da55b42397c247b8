/** Schemas that read the answers of aria2 by JSON-RPC. */
import * as z from 'zod/mini'
import type { Job, SwarmPeer } from '../engine/engine.ts'

export const Own = z.object({ 'select-file': z.optional(z.string()) })

const number = z.pipe(z._default(z.string(), '0'), z.transform(Number))
export const Files = z.object({
  files: z.array(z.object({ index: number, path: z.string(), length: number, completedLength: number })),
})
export const Status = z.object({
  gid: z.string(),
  status: z.enum(['active', 'waiting', 'paused', 'error', 'complete', 'removed']),
  seeder: z._default(z.string(), 'false'),
  totalLength: number,
  completedLength: number,
  downloadSpeed: number,
  connections: number,
  errorCode: number,
  errorMessage: z._default(z.string(), ''),
  uploadLength: number,
  uploadSpeed: number,
  verifiedLength: z.optional(z.string()),
  verifyIntegrityPending: z.optional(z.string()),
})
export const Bitfield = z.object({ bitfield: z._default(z.string(), ''), numPieces: number })
export const Pieces = z.object({
  status: z.string(),
  bitfield: z._default(z.string(), ''),
  pieceLength: number,
  totalLength: number,
  files: z.array(z.object({ path: z.string() })),
})
/** The pieces of a job with one file. */
export type JobPieces = { path: string; total: number; pieceBytes: number; bitfield: Buffer; isComplete: boolean }
export const Peers = z.array(
  z.object({
    ip: z.string(),
    port: z.string(),
    bitfield: z.string(),
    amChoking: z.string(),
    peerChoking: z.string(),
    downloadSpeed: number,
    uploadSpeed: number,
    seeder: z.string(),
  }),
)

export function peerOf(peer: z.infer<typeof Peers>[number]): SwarmPeer {
  return {
    address: peer.ip.includes(':') ? `[${peer.ip}]:${peer.port}` : `${peer.ip}:${peer.port}`,
    has: Buffer.from(peer.bitfield, 'hex'),
    down_speed_bytes: peer.downloadSpeed,
    up_speed_bytes: peer.uploadSpeed,
    is_seed: peer.seeder === 'true',
    is_choking: peer.peerChoking === 'true',
    is_choked: peer.amChoking === 'true',
  }
}

export function jobOf(status: z.infer<typeof Status>): Job {
  const isSeeding = status.status === 'active' && status.seeder === 'true'
  return {
    gid: status.gid,
    state: isSeeding ? 'seeding' : status.status,
    total_bytes: status.totalLength,
    done_bytes: status.completedLength,
    speed_bytes: status.downloadSpeed,
    peers: status.connections,
    error: status.errorCode,
    error_text: status.errorMessage,
    is_checking: status.verifiedLength !== undefined || status.verifyIntegrityPending === 'true',
    up_bytes: status.uploadLength,
    up_speed_bytes: status.uploadSpeed,
  }
}
