/** The addresses of the trackers of a torrent: those of its magnet and its file, with what people added and without what they removed. */
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'
import * as z from 'zod/mini'
import { createBencode } from '../torrent/bencode.ts'
import { parseTorrentSources } from '../torrent/parse-torrent.ts'
import type { TorrentMetadata } from '../torrent/torrent-metadata.ts'
import type { TaskRow } from '../table/store.ts'

const Addresses = z.array(z.string())
const maxTorrents = 100

export type TrackersOf = ReturnType<typeof createTrackersOf>
type OwnTrackers = { trackers: string[]; isPrivate: boolean }

export const addedTo = ({ trackers_added }: Pick<TaskRow, 'trackers_added'>): string[] =>
  Addresses.parse(JSON.parse(trackers_added))
export const removedFrom = ({ trackers_removed }: Pick<TaskRow, 'trackers_removed'>): string[] =>
  Addresses.parse(JSON.parse(trackers_removed))
export const infoHashOf = ({ kind, key }: Pick<TaskRow, 'kind' | 'key'>): string =>
  kind === 'magnet' ? key.replace(/^btih:/, '') : ''

export function createTrackersOf(magnets: TorrentMetadata) {
  const cache = new Map<string, OwnTrackers>()

  /** A torrent file of many megabytes is read once. */
  async function fileOf(infoHash: string): Promise<OwnTrackers> {
    const before = cache.get(infoHash)
    if (before) return before
    const torrent = await magnets.torrentOf(infoHash)
    if (!torrent) return { trackers: [], isPrivate: false }
    const { trackers, info } = parseTorrentSources(await torrent.readBytes())
    const data = createBencode(info, { maxValues: 1_000_000 })
    const at = new Map(data.entries(0)).get('private')
    const result = {
      trackers: trackers.flat(),
      isPrivate: at !== undefined && data.kindAt(at) === 'integer' && data.integerAt(at) === 1,
    }
    cache.set(infoHash, result)
    dropOldest(cache, maxTorrents)
    return result
  }

  return {
    async of(row: TaskRow): Promise<string[]> {
      const { trackers } = await fileOf(infoHashOf(row))
      const named = new URLSearchParams(row.url.slice(row.url.indexOf('?') + 1)).getAll('tr')
      const removed = new Set(removedFrom(row))
      return [...new Set([...named, ...trackers, ...addedTo(row)])].filter((url) => !removed.has(url) && URL.canParse(url))
    },
    isPrivate: async (row: TaskRow): Promise<boolean> => (await fileOf(infoHashOf(row))).isPrivate,
  }
}
