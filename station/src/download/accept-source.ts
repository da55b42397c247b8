/** Reads the source that a start or a question for files names: a link, or a torrent file, which becomes its magnet. */
import type { ActCaller } from '../kit/link/answer.ts'
import type { SourceRule } from '../kit/outside.ts'
import type { Engine } from './engine/engine.ts'
import { DownloadRefusal } from './engine/failure.ts'
import { acceptLink, refuse, type Accepted } from './source/accept-link.ts'
import { blobSource, type TorrentFetcher } from './torrent/torrent-fetcher.ts'

export function createAcceptSource({ rule, engine, torrents }: { rule: SourceRule; engine: Engine; torrents: TorrentFetcher }) {
  /** The magnet of a torrent file. Throws a Refusal with the task code. */
  async function torrentNow(source: Accepted, withinMs: number): Promise<Accepted> {
    return source.kind === 'torrent' ? torrents.of(source, withinMs) : source
  }

  /** Throws a Refusal with the task code. */
  async function accept({ url, torrent }: { url: string; torrent: string }, { realm }: ActCaller): Promise<Accepted> {
    if (torrent === '') return acceptLink(url, { rule, kinds: engine.kinds })
    if (!engine.kinds.has('magnet')) throw refuse('no_engine')
    return blobSource(realm, torrent)
  }

  /** The torrent file itself, where it is not here in time or may come later. */
  async function torrentInTime(source: Accepted, withinMs: number): Promise<Accepted> {
    try {
      return await torrentNow(source, withinMs)
    } catch (error) {
      if (error instanceof DownloadRefusal && error.failure.isPassing) return source
      throw error
    }
  }

  return { accept, torrentNow, torrentInTime }
}
