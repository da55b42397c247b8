/** Schemas that read the answers of qBittorrent's Web API. Fields are optional where an answer names only what has changed. */
import * as z from 'zod/mini'
import type { SwarmPeer } from '../engine/engine.ts'
import { folderOf, type HouseTorrent } from '../house-program/driver.ts'

export const hashPattern = /^[0-9a-f]{40}$/

/** size, completed: of the chosen files. total_size: -1 while the metadata is not here. */
export const Entry = z.object({
  name: z._default(z.string(), ''),
  state: z._default(z.string(), 'unknown'),
  size: z._default(z.number(), 0),
  total_size: z._default(z.number(), -1),
  completed: z._default(z.number(), 0),
  dlspeed: z._default(z.number(), 0),
  upspeed: z._default(z.number(), 0),
  uploaded: z._default(z.number(), 0),
  num_seeds: z._default(z.number(), 0),
  num_leechs: z._default(z.number(), 0),
  availability: z._default(z.number(), -1),
  seeding_time: z._default(z.number(), 0),
  save_path: z._default(z.string(), ''),
  tags: z._default(z.string(), ''),
  added_on: z._default(z.number(), 0),
})
type Entry = z.infer<typeof Entry>
export const Entries = z.array(z.extend(Entry, { hash: z.string() }))

const Change = z.record(z.string(), z.unknown())
export const MainData = z.object({
  rid: z.number(),
  full_update: z._default(z.boolean(), false),
  torrents: z._default(z.record(z.string(), Change), {}),
  torrents_removed: z._default(z.array(z.string()), []),
})

/** name: below the folder in which it is saved. */
export const ProgramFiles = z.array(
  z.object({ index: z.optional(z.number()), name: z.string(), size: z.number(), progress: z.number(), priority: z.number() }),
)

/** 2: the piece is here. */
export const PieceStates = z.array(z.number())
export const Peers = z.object({
  peers: z._default(
    z.record(
      z.string(),
      z.object({
        ip: z._default(z.string(), ''),
        port: z._default(z.number(), 0),
        client: z._default(z.string(), ''),
        flags: z._default(z.string(), ''),
        progress: z._default(z.number(), 0),
        dl_speed: z._default(z.number(), 0),
        up_speed: z._default(z.number(), 0),
      }),
    ),
    {},
  ),
})
export const Trackers = z.array(z.object({ url: z.string() }))

/** qBittorrent's flags: D, d: we want something, and it sends or does not; U, u: it wants something, and we send or do not. */
export function peerOf(peer: z.infer<typeof Peers>['peers'][string]): SwarmPeer {
  return {
    address: peer.ip.includes(':') ? `[${peer.ip}]:${peer.port}` : `${peer.ip}:${peer.port}`,
    client: peer.client,
    has: Buffer.alloc(0),
    share: peer.progress,
    down_speed_bytes: peer.dl_speed,
    up_speed_bytes: peer.up_speed,
    is_seed: peer.progress >= 1,
    is_choking: !peer.flags.includes('D'),
    is_choked: !peer.flags.includes('U'),
  }
}

const complete = /^(paused|stopped)UP$/
const seeding = /^(uploading|stalledUP|forcedUP|queuedUP)$/
/** One in qBittorrent's own queue is begun by force: the queue is the box's. */
const paused = /^(pausedDL|stoppedDL|queuedDL)$/

function stateOf({ state }: Entry): HouseTorrent['state'] {
  if (complete.test(state)) return 'complete'
  if (seeding.test(state)) return 'seeding'
  if (paused.test(state)) return 'paused'
  if (state === 'error' || state === 'missingFiles') return 'error'
  return 'active'
}

export function torrentOf(entry: Entry): HouseTorrent {
  const isVerified = entry.state.startsWith('checking')
  return {
    name: entry.name,
    folder: folderOf(entry.save_path),
    state: stateOf(entry),
    isStopped: complete.test(entry.state) || /^(paused|stopped)DL$/.test(entry.state),
    isChecking: isVerified || entry.state === 'moving',
    isUnsettled: isVerified || /^(moving|unknown)$/.test(entry.state),
    isMissing: entry.state === 'missingFiles',
    hasMetadata: entry.total_size >= 0,
    total_bytes: entry.size,
    done_bytes: entry.completed,
    speed_bytes: entry.dlspeed,
    up_bytes: entry.uploaded,
    up_speed_bytes: entry.upspeed,
    peers: entry.num_seeds + entry.num_leechs,
    availability: entry.availability,
    seedingSeconds: entry.seeding_time,
    added_at: entry.added_on * 1000,
    tags: entry.tags.split(',').map((tag) => tag.trim()),
  }
}
