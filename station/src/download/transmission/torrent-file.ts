/** The torrent file that Transmission keeps: its RPC hands none out, so it is read from the disk. */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { EngineRefusal } from '../engine/engine.ts'

/** path: as the program tells it. An EngineRefusal if it is not there, not to be read, too large, or no file. */
export async function readTorrentFile(path: string): Promise<Buffer> {
  const bytes = path.endsWith('.torrent') ? await read(path) : undefined
  if (!bytes) throw new EngineRefusal('Transmission’s torrent file cannot be read by the box')
  return bytes
}

async function read(path: string): Promise<Buffer | undefined> {
  // Without a wait for a writer, where it is a pipe.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch(() => undefined)
  try {
    const stats = await file?.stat()
    return stats?.isFile() && stats.size <= torrentMaxBytes ? await file?.readFile() : undefined
  } finally {
    await file?.close()
  }
}
