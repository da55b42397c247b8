/** When a torrent that the program shares has been shared enough. */
import type { Limits } from '../engine/engine.ts'
import type { TorrentTask } from '../house-program/torrent-tasks.ts'
import type { Entry } from './answers.ts'

/** isOwn: the box added it. A torrent of before keeps the program's own rules, but for those that a person gave its task. */
export function isSharedEnough(
  entry: Pick<Entry, 'size' | 'total_size' | 'uploaded' | 'seeding_time'>,
  { task, box, isOwn }: { task: Pick<TorrentTask, 'limits' | 'isDone' | 'isPart'>; box: Limits; isOwn: boolean },
): boolean {
  const { limits: own } = task
  // Its task is done once the sharing ends.
  if (task.isPart && (isOwn || !task.isDone)) return true
  if (!isOwn && own.seed_ratio === null && own.seed_minutes === null) return false
  const ratio = own.seed_ratio ?? box.seed_ratio
  const minutes = own.seed_minutes ?? box.seed_minutes
  if (ratio === 0 && minutes === 0) return true
  const isRatio = ratio > 0 && entry.size > 0 && entry.uploaded >= ratio * entry.size
  return isRatio || (minutes > 0 && entry.seeding_time >= 60 * minutes)
}
