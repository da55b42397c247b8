/** The torrent file that Transmission keeps: its RPC hands none out, so it is read from the disk. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { EngineRefusal } from '../engine/engine.ts'
import { parseTorrentSources, TorrentError } from '../torrent/parse-torrent.ts'

/** path: as the program tells it; nothing but the torrent of this hash is taken from there. */
export async function readTorrentFile(path: string, hash: string): Promise<Buffer> {
  const bytes = await read(path)
  try {
    if (bytes && parseTorrentSources(bytes).infoHash === hash) return bytes
  } catch (error) {
    if (!(error instanceof TorrentError)) throw error
  }
  throw new EngineRefusal('Transmission’s torrent file cannot be read by the box')
}

/** undefined: not there, not to be read, too large, or no file. */
async function read(path: string): Promise<Buffer | undefined> {
  if (!path.endsWith('.torrent')) return undefined
  // Without a wait for a writer, where it is a pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined)
  try {
    const stats = await file?.stat()
    return stats?.isFile() && stats.size <= torrentMaxBytes ? await file?.readFile() : undefined
  } finally {
    await file?.close()
  }
}
