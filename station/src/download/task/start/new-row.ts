/** Builds the row of a newly accepted task. Its id is derived from the act's id: a start that is delivered twice is one task. */
import { createHash } from 'node:crypto'
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { TaskCode } from '@homeport/contract/kit/codes.ts'
import type { FetchedTorrent } from '../../torrent/torrent-store.ts'
import { notTried } from '../../table/retry.ts'
import { columnsOf } from '../torrent/torrent-columns.ts'
import type { Accepted } from '../../link/accept-link.ts'
import { defaultFolder, type ChosenFolder } from '../../link/chosen-folder.ts'
import type { TaskRow } from '../../table/store.ts'

type Deps = {
  oldTaskId: string
  id: string
  accepted: Accepted
  /** Ranges of file indexes. */
  select: string | undefined
  /** Announced by the server of a link, 0 if unknown. */
  size: number
  named: FetchedTorrent | undefined
  chosenFolder?: ChosenFolder | undefined
  now: number
}

export function newRow({
  id,
  oldTaskId,
  accepted,
  select,
  size,
  named,
  chosenFolder = defaultFolder,
  now,
}: Deps): Omit<TaskRow, 'seq'> {
  const chosen = select ?? null
  return {
    task_id: createHash('sha256').update(id).digest('hex').slice(0, 16),
    old_task_id: oldTaskId,
    key: accepted.key,
    kind: accepted.kind,
    url: accepted.url,
    act_id: id,
    name: chosenFolder.given_name || accepted.name,
    status: TaskStatus.run,
    chosen,
    has_begun: 0,
    path: '',
    down_size: 0,
    download_size: size || accepted.size,
    total_size: 0,
    file_count: 1,
    select_count: 1,
    ...(named && columnsOf(named, { chosen, given_name: '' })),
    code: TaskCode.added,
    reason: '',
    created_at: now,
    done_at: null,
    removing: null,
    ...notTried,
    ...chosenFolder,
    queue_order: 0,
    priority: 0,
    down_limit: 0,
    up_limit: 0,
    seed_ratio: null,
    seed_minutes: null,
    up_size: 0,
    login: accepted.login,
    trackers_added: '[]',
    trackers_removed: '[]',
    first_files: '',
    moved_at: null,
    moving_to: '',
    checking: 0,
    is_live: 0,
  }
}
