/** Fetches a torrent file from a web address: of a link, or of a magnet that names one (xs, as). */
import type { SourceRule } from '../../kit/outside.ts'
import { DownloadRefusal } from '../engine/failure.ts'
import { openUrl } from '../http/open-url.ts'
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { mayBeTorrent, torrentHeadBytes, unpackCoding } from './torrent-bytes.ts'
import { failureOfFlaw } from './torrent-flaw.ts'

export type FetchTorrentDeps = { rule: SourceRule; signal: AbortSignal; silenceMs: number }

/** Packed as it came, unless only the answer tells how. Throws UrlError and RedirectToLink, and a FailureRefusal as soon as it is too large, or begins as none does. */
export async function fetchTorrent(address: string, deps: FetchTorrentDeps): Promise<Buffer> {
  const { response } = await openUrl(new URL(address), deps)
  const chunks: Buffer[] = []
  const unpack = unpackCoding(response.headers['content-encoding'])
  let bytes = 0
  let isJudged = unpack !== undefined
  // An error that is thrown in here ends the response too.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > torrentMaxBytes) throw new DownloadRefusal(failureOfFlaw('torrent_too_large'))
    if (isJudged || bytes < torrentHeadBytes) continue
    isJudged = true
    if (!mayBeTorrent(Buffer.concat(chunks))) throw new DownloadRefusal(failureOfFlaw('bad_torrent'))
  }
  const whole = Buffer.concat(chunks)
  return unpack ? unpack(whole) : whole
}
