/** A web link that turned out to be something else: it redirects to a magnet or another link, or what it brought is a torrent file. The task goes on as that. */
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { SourceRule } from '../../../kit/outside.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import type { Engine } from '../../engine/engine.ts'
import { duplicate, failureOf, DownloadRefusal, type Failure } from '../../engine/failure.ts'
import { acceptLink, type Accepted } from '../../link/accept-link.ts'
import { mayBeTorrent } from '../../torrent/torrent-bytes.ts'
import type { TorrentFetcher } from '../../torrent/torrent-fetcher.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import type { Outcome } from './outcome.ts'
import type { Progress } from '../view/progress.ts'

export type BecomeLinkDeps = {
  store: TaskStore
  engine: Engine
  folders: DownloadFolders
  progress: Progress
  outcome: Outcome
  rule: SourceRule
  torrents: TorrentFetcher
}

export function createBecomeLink({ store, engine, folders, progress, outcome, rule, torrents }: BecomeLinkDeps) {
  /** undefined: it cannot, and the row says why. */
  async function become(row: TaskRow, accepted: Accepted | Failure): Promise<TaskRow | undefined> {
    await engine.forget(row.task_id, row.kind)
    const existing = 'kind' in accepted ? await store.byKey(accepted.key) : undefined
    if (!('kind' in accepted) || existing) {
      await folders.of(row).dropWork(row.task_id)
      await outcome.fail(row, 'kind' in accepted ? duplicate : accepted)
      return undefined
    }
    const { kind, url, key, name, login, size } = accepted
    const nothing = { has_begun: 0, path: '', down_size: 0, total_size: 0, download_size: size }
    const changed = await progress.change(row, { kind, url, key, login, name: row.given_name || name, ...nothing })
    // The bytes that came are those of its torrent file; a change that fails leaves them for the next try.
    await folders.of(row).dropWork(row.task_id)
    return changed
  }

  return {
    /** link: where the server led. */
    async redirected(row: TaskRow, link: string): Promise<TaskRow | undefined> {
      return become(row, await acceptLink(link, { rule, kinds: engine.kinds }).catch(failureOfRefusal))
    },

    /** name: of the complete file in the work folder. False where it is no torrent. */
    async torrent(row: TaskRow, name: string): Promise<boolean> {
      const folder = folders.of(row)
      if ((await folder.sizeInWork(row.task_id, name)) > torrentMaxBytes) return false
      const bytes = await folder.readWork(row.task_id, name)
      if (!mayBeTorrent(bytes)) return false
      const accepted = await torrents.keep(bytes).catch((error: unknown) => {
        if (error instanceof DownloadRefusal) return error.failure
        throw error
      })
      // It only looks like one.
      if ('reason' in accepted && accepted.reason === 'bad_torrent') return false
      await become(row, accepted)
      return true
    },
  }
}

function failureOfRefusal(error: unknown): Failure {
  if (error instanceof DownloadRefusal) return error.failure
  if (!(error instanceof Refusal)) throw error
  const data: unknown = error.data
  const word = typeof data === 'object' && data !== null && 'reason' in data ? String(data.reason) : ''
  const named = failureOf({ error: 28, error_text: word })
  return { ...named, code: TaskCode.invalidLink }
}
