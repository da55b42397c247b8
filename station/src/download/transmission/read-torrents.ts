/** Reads what Transmission tells of one torrent. */
import type * as z from 'zod/mini'
import { EngineRefusal } from '../engine/engine.ts'
import type { Driver, HouseTorrent } from '../house-program/driver.ts'
import {
  entryFields,
  EntryList,
  FileList,
  filesOf,
  PathList,
  peerOf,
  readEntry,
  SwarmList,
  torrentOf,
  TrackerList,
  type TrackerEntry,
} from './answers.ts'
import type { Rpc } from './client.ts'
import { readTorrentFile } from './torrent-file.ts'

export function createReads(rpc: Pick<Rpc, 'call'>) {
  async function only<T>(hash: string, fields: readonly string[], schema: z.ZodMiniType<{ torrents: T[] }>): Promise<T> {
    const [entry] = (await rpc.call('torrent-get', { ids: [hash], fields }, schema)).torrents
    if (entry === undefined) throw new EngineRefusal('Transmission has no such torrent')
    return entry
  }

  return {
    async torrent(hash: string): Promise<HouseTorrent | undefined> {
      const { torrents } = await rpc.call('torrent-get', { ids: [hash], fields: entryFields }, EntryList)
      const entry = readEntry(torrents[0])
      return entry && torrentOf(entry)
    },
    files: async (hash: string) => filesOf(await only(hash, ['files', 'fileStats'], FileList)),
    async swarm(hash: string): ReturnType<Driver['swarm']> {
      const { pieces, pieceCount, peers } = await only(hash, ['pieces', 'pieceCount', 'peers'], SwarmList)
      return { has: Buffer.from(pieces, 'base64'), pieces: pieceCount, peers: peers.map(peerOf) }
    },
    async torrentFile(hash: string): Promise<Buffer> {
      const { torrentFile } = await only(hash, ['torrentFile'], PathList)
      return readTorrentFile(torrentFile)
    },
    trackers: async (hash: string): Promise<TrackerEntry[]> => (await only(hash, ['trackers'], TrackerList)).trackers,
  }
}
