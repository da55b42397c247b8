/** Schemas that read the answers of qBittorrent's Web API. Fields are optional where an answer names only what has changed. */
import * as z from 'zod/mini'
import type { Job, SwarmPeer } from '../engine/engine.ts'

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
  magnet_uri: z._default(z.string(), ''),
  added_on: z._default(z.number(), 0),
})
export type Entry = z.infer<typeof Entry>
export const Entries = z.array(z.extend(Entry, { hash: z.string() }))

const Change = z.record(z.string(), z.unknown())
export const Changes = z.object({
  rid: z.number(),
  full_update: z._default(z.boolean(), false),
  torrents: z._default(z.record(z.string(), Change), {}),
  torrents_removed: z._default(z.array(z.string()), []),
})

/** name: below the folder in which it is saved. */
export const ProgramFiles = z.array(
  z.object({ index: z.optional(z.number()), name: z.string(), size: z.number(), progress: z.number(), priority: z.number() }),
)
export type ProgramFile = z.infer<typeof ProgramFiles>[number]

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

export const isSeeding = ({ state }: Pick<Entry, 'state'>): boolean => seeding.test(state)
export const isComplete = ({ state }: Pick<Entry, 'state'>): boolean => complete.test(state) || seeding.test(state)
export const isChecking = ({ state }: Pick<Entry, 'state'>): boolean => state.startsWith('checking')
/** It is not told yet whether its owner has it begun or paused. */
export const isUnsettled = (entry: Pick<Entry, 'state'>): boolean => isChecking(entry) || /^(moving|unknown)$/.test(entry.state)
export const isPaused = ({ state }: Pick<Entry, 'state'>): boolean => complete.test(state) || /^(paused|stopped)DL$/.test(state)

export function stateOf({ state }: Pick<Entry, 'state'>): Job['state'] {
  if (complete.test(state)) return 'complete'
  if (seeding.test(state)) return 'seeding'
  if (paused.test(state)) return 'paused'
  if (state === 'error' || state === 'missingFiles') return 'error'
  return 'active'
}

export function jobOf(gid: string, entry: Entry): Job {
  return {
    gid,
    state: stateOf(entry),
    total_bytes: entry.size,
    done_bytes: entry.completed,
    speed_bytes: entry.dlspeed,
    peers: entry.num_seeds + entry.num_leechs,
    error: 0,
    error_text: '',
    is_checking: isChecking(entry) || entry.state === 'moving',
    up_bytes: entry.uploaded,
    up_speed_bytes: entry.upspeed,
  }
}

/** Torrents that the box added have it. */
export const ownTag = 'homeport'
export const isOwn = ({ tags }: Pick<Entry, 'tags'>): boolean => tags.split(',').some((tag) => tag.trim() === ownTag)
