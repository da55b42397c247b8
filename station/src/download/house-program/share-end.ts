/** When a torrent that the program shares has been shared enough. */
import type { Limits } from '../engine/engine.ts'
import { isOwn, type HouseTorrent } from './driver.ts'
import type { TorrentTask } from './torrent-tasks.ts'

/** A torrent that the box did not add keeps the program's own rules, but for those that a person gave its task. */
export function isSharedEnough(
  torrent: Pick<HouseTorrent, 'total_bytes' | 'up_bytes' | 'seedingSeconds' | 'tags'>,
  { task, box }: { task: Pick<TorrentTask, 'limits' | 'isDone' | 'isPart'>; box: Limits },
): boolean {
  const { limits: own } = task
  // Its task is done once the sharing ends.
  if (task.isPart && (isOwn(torrent) || !task.isDone)) return true
  if (!isOwn(torrent) && own.seed_ratio === null && own.seed_minutes === null) return false
  const ratio = own.seed_ratio ?? box.seed_ratio
  const minutes = own.seed_minutes ?? box.seed_minutes
  if (ratio === 0 && minutes === 0) return true
  const isRatio = ratio > 0 && torrent.total_bytes > 0 && torrent.up_bytes >= ratio * torrent.total_bytes
  return isRatio || (minutes > 0 && torrent.seedingSeconds >= 60 * minutes)
}
