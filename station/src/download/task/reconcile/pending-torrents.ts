/** Torrent files of accepted tasks that are still being fetched: a start does not wait for them. */
import { DownloadRefusal, type Failure } from '../../engine/failure.ts'
import { bringWithinMs, type AcceptedMagnet, type TorrentFetcher } from '../../torrent/torrent-fetcher.ts'
import { createBackground, type Background, type BackgroundDeps } from '../torrent/background.ts'

export type PendingTorrents = Background<AcceptedMagnet | Failure>

/** The magnet of a task's torrent file, or why there is none. */
export function createPendingTorrents({
  torrents,
  ...parts
}: Omit<BackgroundDeps<never>, 'work'> & { torrents: TorrentFetcher }): PendingTorrents {
  return createBackground<AcceptedMagnet | Failure>({
    ...parts,
    work: (row) =>
      torrents.of(row, bringWithinMs).catch((error: unknown) => {
        if (error instanceof DownloadRefusal) return error.failure
        throw error
      }),
  })
}
