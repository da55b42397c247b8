/** Thread that parses torrents for check-torrent.ts: what a hostile one costs is spent in its memory and its time. */
import { parentPort } from 'node:worker_threads'
import { parseTorrentSources, parseWholeTorrent, TorrentError, type TorrentFlaw } from './parse-torrent.ts'
import type { PackedFiles } from './packed-file-list.ts'

/** infoFrom, infoTo: where the info dictionary stands in the bytes. */
export type ParsedTorrent = {
  name: string
  isMultifile: boolean
  packed: PackedFiles
  total: number
  isUtf8: boolean
  infoHash: string
  infoFrom: number
  infoTo: number
  trackers: string[][]
  webSeeds: string[]
}
/** infoHash: '' if it cannot be computed. */
export type RefusedTorrent = { flaw: TorrentFlaw; infoHash: string }
export type WorkerAnswer = ParsedTorrent | RefusedTorrent

parentPort?.on('message', (message: Uint8Array) => {
  const bytes = Buffer.from(message.buffer, message.byteOffset, message.byteLength)
  const answer = answerOf(bytes)
  const buffers = 'packed' in answer ? Object.values(answer.packed).map((array) => array.buffer as ArrayBuffer) : []
  parentPort?.postMessage(answer, buffers)
})

function answerOf(bytes: Buffer): WorkerAnswer {
  try {
    const { torrent, sources } = parseWholeTorrent(bytes)
    const { files, ...shown } = torrent
    const { info, ...rest } = sources
    const infoFrom = info.byteOffset - bytes.byteOffset
    return { ...shown, ...rest, packed: files.packed, infoFrom, infoTo: infoFrom + info.length }
  } catch (error) {
    if (error instanceof TorrentError) return { flaw: error.flaw, infoHash: infoHashOf(bytes) }
    throw error
  }
}

function infoHashOf(bytes: Buffer): string {
  try {
    return parseTorrentSources(bytes).infoHash
  } catch (error) {
    if (error instanceof TorrentError) return ''
    throw error
  }
}
