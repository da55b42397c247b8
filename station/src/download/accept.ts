/** Reads what a start or a question for files names: a link, or a torrent file, which becomes its magnet. */
import type { ActCaller } from '../kit/connection/answer.ts'
import type { SourceRule } from '../kit/outside.ts'
import type { Engine } from './engine/engine.ts'
import { DownloadRefusal } from './engine/failure.ts'
import { acceptLink, refuse, type Accepted } from './link/accept-link.ts'
import { acceptBlob, type TorrentFetcher } from './torrent/torrent-fetcher.ts'

export function createAccept({ rule, engine, torrents }: { rule: SourceRule; engine: Engine; torrents: TorrentFetcher }) {
  /** The magnet of a torrent file. Throws a Refusal with the task code. */
  async function torrentNow(link: Accepted, withinMs: number): Promise<Accepted> {
    return link.kind === 'torrent' ? torrents.of(link, withinMs) : link
  }

  /** Throws a Refusal with the task code. */
  async function accept({ url, torrent }: { url: string; torrent: string }, { realm }: ActCaller): Promise<Accepted> {
    if (torrent === '') return acceptLink(url, { rule, kinds: engine.kinds })
    if (!engine.kinds.has('magnet')) throw refuse('no_engine')
    return acceptBlob(realm, torrent)
  }

  /** The torrent file itself, where it is not here in time or may come later. */
  async function torrentInTime(link: Accepted, withinMs: number): Promise<Accepted> {
    try {
      return await torrentNow(link, withinMs)
    } catch (error) {
      if (error instanceof DownloadRefusal && error.failure.isPassing) return link
      throw error
    }
  }

  return { accept, torrentNow, torrentInTime }
}
