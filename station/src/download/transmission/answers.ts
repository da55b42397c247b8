/** Schemas that read the answers of Transmission's RPC. */
import * as z from 'zod/mini'
import type { SwarmPeer } from '../engine/engine.ts'
import { folderOf, type HouseFile, type HouseTorrent } from '../house-program/driver.ts'

export const hashPattern = /^[0-9a-f]{40}$/

export const Session = z.object({
  version: z.string(),
  'rpc-version': z.number(),
  /** The oldest whose requests it takes. */
  'rpc-version-minimum': z._default(z.number(), 0),
  'rename-partial-files': z._default(z.boolean(), false),
  'incomplete-dir-enabled': z._default(z.boolean(), false),
})

export const Added = z.object({ 'torrent-duplicate': z.optional(z.unknown()) })

/** secondsActive: since its start. */
export const Stats = z.object({
  torrentCount: z._default(z.number(), 0),
  'current-stats': z.object({ secondsActive: z.number() }),
})

/** status: see below. error: 3 is one of this machine, the others are those of trackers. */
const Entry = z.object({
  id: z.number(),
  hashString: z.string().check(z.regex(hashPattern)),
  name: z.string(),
  status: z.number(),
  error: z._default(z.number(), 0),
  errorString: z._default(z.string(), ''),
  downloadDir: z.string(),
  labels: z._default(z.array(z.string()), []),
  metadataPercentComplete: z._default(z.number(), 0),
  sizeWhenDone: z._default(z.number(), 0),
  leftUntilDone: z._default(z.number(), 0),
  rateDownload: z._default(z.number(), 0),
  rateUpload: z._default(z.number(), 0),
  uploadedEver: z._default(z.number(), 0),
  peersConnected: z._default(z.number(), 0),
  secondsSeeding: z._default(z.number(), 0),
  addedDate: z._default(z.number(), 0),
})
type Entry = z.infer<typeof Entry>
export const entryFields = Object.keys(Entry.shape)

/** One entry that cannot be read takes no other along. removed: ids. */
export const EntryList = z.object({ torrents: z.array(z.unknown()), removed: z._default(z.array(z.number()), []) })
export const readEntry = (value: unknown): Entry | undefined => {
  const entry = Entry.safeParse(value)
  return entry.success ? entry.data : undefined
}

export const FileList = z.object({
  torrents: z.array(
    z.object({
      files: z.array(z.object({ name: z.string(), length: z.number(), bytesCompleted: z.number() })),
      fileStats: z.array(z.record(z.string(), z.union([z.boolean(), z.number()]))),
    }),
  ),
})
export const SwarmList = z.object({
  torrents: z.array(
    z.object({
      pieces: z.string(),
      pieceCount: z.number(),
      peers: z.array(
        z.object({
          address: z.string(),
          port: z.number(),
          clientName: z._default(z.string(), ''),
          progress: z._default(z.number(), 0),
          rateToClient: z._default(z.number(), 0),
          rateToPeer: z._default(z.number(), 0),
          clientIsChoked: z._default(z.boolean(), true),
          peerIsChoked: z._default(z.boolean(), true),
        }),
      ),
    }),
  ),
})
export type SwarmEntry = z.infer<typeof SwarmList>['torrents'][number]
export const TrackerList = z.object({
  torrents: z.array(
    z.object({ trackers: z.array(z.object({ id: z.number(), announce: z.string(), tier: z._default(z.number(), 0) })) }),
  ),
})
export type TrackerEntry = z.infer<typeof TrackerList>['torrents'][number]['trackers'][number]
export const PathList = z.object({ torrents: z.array(z.object({ torrentFile: z.string() })) })

/** status: 0 stopped, 1 and 2 verified or waiting for it, 3 in the program's own queue, 4 loading, 5 and 6 shared or waiting for it. One in its queue is begun past it: the queue is the box's. */
function stateOf({ status, error, leftUntilDone, metadataPercentComplete }: Entry): HouseTorrent['state'] {
  if (error === 3) return 'error'
  const isWhole = leftUntilDone === 0 && metadataPercentComplete >= 1
  if (status === 0) return isWhole ? 'complete' : 'paused'
  if (status === 3) return 'paused'
  return status >= 5 ? 'seeding' : 'active'
}

export function torrentOf(entry: Entry): HouseTorrent {
  const isChecking = entry.status === 1 || entry.status === 2
  const state = stateOf(entry)
  return {
    name: entry.name,
    folder: folderOf(entry.downloadDir),
    state,
    isStopped: entry.status === 0 && state !== 'error',
    isChecking,
    isUnsettled: isChecking,
    isMissing: entry.error === 3 && entry.errorString.startsWith('No data found'),
    hasMetadata: entry.metadataPercentComplete >= 1,
    total_bytes: entry.sizeWhenDone,
    done_bytes: Math.max(0, entry.sizeWhenDone - entry.leftUntilDone),
    speed_bytes: entry.rateDownload,
    up_bytes: entry.uploadedEver,
    up_speed_bytes: entry.rateUpload,
    peers: entry.peersConnected,
    availability: undefined,
    seedingSeconds: entry.secondsSeeding,
    added_at: entry.addedDate * 1000,
    tags: entry.labels,
  }
}

export function filesOf({ files, fileStats }: z.infer<typeof FileList>['torrents'][number]): HouseFile[] {
  return files.map(({ name, length, bytesCompleted }, index) => ({
    index,
    name,
    size: length,
    done: bytesCompleted,
    isWanted: Boolean(fileStats[index]?.['wanted'] ?? true),
  }))
}

export function peerOf(peer: SwarmEntry['peers'][number]): SwarmPeer {
  return {
    address: peer.address.includes(':') ? `[${peer.address}]:${peer.port}` : `${peer.address}:${peer.port}`,
    client: peer.clientName,
    has: Buffer.alloc(0),
    share: peer.progress,
    down_speed_bytes: peer.rateToClient,
    up_speed_bytes: peer.rateToPeer,
    is_seed: peer.progress >= 1,
    is_choking: peer.clientIsChoked,
    is_choked: peer.peerIsChoked,
  }
}
