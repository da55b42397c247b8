/** The torrent file that the program has of a torrent. It is believed by its info hash only. */
import { EngineRefusal } from '../engine/engine.ts'
import { parseTorrentSources, TorrentError } from '../torrent/parse-torrent.ts'
import type { Driver } from './driver.ts'

/** An EngineRefusal where there is none, or one of another torrent. */
export async function torrentFileOf(driver: Pick<Driver, 'name' | 'torrentFile'>, hash: string): Promise<Buffer> {
  const bytes = await driver.torrentFile(hash)
  if (infoHashOf(bytes) !== hash) throw new EngineRefusal(`${driver.name} gives another torrent file than that of its torrent`)
  return bytes
}

function infoHashOf(bytes: Buffer): string | undefined {
  try {
    return parseTorrentSources(bytes).infoHash
  } catch (error) {
    if (error instanceof TorrentError) return undefined
    throw error
  }
}
