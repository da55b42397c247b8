/** Reconciles the engine's job with the table, one task at a time: adds a missing job, moves out finished files, records failures. Idempotent. */
import { TaskStatus } from '@homeport/contract/download/download.ts'
import { parseLink } from '@homeport/contract/shape/link/parse-link.ts'
import type { DownloadFolders } from '../../folder/download-folders.ts'
import { EngineAway, EngineRefusal, isLink, type Engine, type Job } from '../../engine/engine.ts'
import {
  badTorrent,
  diskFailureOf,
  duplicate,
  failureOf,
  infoHashTaken,
  invalidTorrent,
  needsNewBegin,
  redirectedTo,
  noFolder,
} from '../../engine/failure.ts'
import type { TorrentMetadata } from '../../torrent/torrent-metadata.ts'
import type { TaskRow, TaskStore } from '../../table/store.ts'
import { isDatabaseError } from '../../../kit/disk-full.ts'
import type { SourceRule } from '../../../kit/outside.ts'
import type { TorrentFetcher } from '../../torrent/torrent-fetcher.ts'
import { notTried } from '../../table/retry.ts'
import { createBecomeLink } from './become-link.ts'
import { createHttpTask } from './http-task.ts'
import { createOutcome } from './outcome.ts'
import type { PendingTorrents } from './pending-torrents.ts'
import type { Progress } from '../view/progress.ts'
import type { Space } from '../limits/disk-reservation.ts'
import { columnsOf } from '../torrent/torrent-columns.ts'
import type { TorrentPaths } from '../torrent/torrent-paths.ts'
import { createTorrentTask } from './torrent-task.ts'

export type ReconcileTaskDeps = {
  store: TaskStore
  engine: Engine
  magnets: TorrentMetadata
  folders: DownloadFolders
  progress: Progress
  space: Space
  pendingTorrents: PendingTorrents
  rule: SourceRule
  torrents: TorrentFetcher
  torrentPaths: TorrentPaths
  now: () => number
  onFault: (fault: unknown) => void
}
/** job: the engine's current answer for this task's gid; undefined: it has no such job. */
export type ReconcileTask = (row: TaskRow, job: Job | undefined) => Promise<void>

export function createReconcileTask(deps: ReconcileTaskDeps): ReconcileTask {
  const { store, engine, magnets, folders, progress, pendingTorrents, onFault } = deps
  const outcome = createOutcome(deps)
  const becomeLink = createBecomeLink({ ...deps, outcome })
  const httpTask = createHttpTask({ ...deps, outcome, becomeLink })
  const torrentTask = createTorrentTask({ ...deps, outcome })

  async function reconcile(row: TaskRow, job: Job | undefined): Promise<void> {
    if (row.status !== TaskStatus.run) return
    if (isLink(row.kind)) return reconcileJob(row, job, () => httpTask.add(row))
    if (row.kind === 'torrent') return reconcileTorrentFile(row)
    if (row.total_size > 0 && job && job.state !== 'removed') return reconcileJob(row, job, async () => {})
    const link = parseLink(row.url)
    if (link.kind !== 'magnet') return outcome.fail(row, badTorrent)
    const named = await magnets.torrentOf(link.infoHash)
    if (!named) {
      const failure = await magnets.ask(link.infoHash, link.url)
      return failure && !(await magnets.torrentOf(link.infoHash)) ? outcome.failOrRetry(row, failure) : undefined
    }
    const whole = row.total_size === 0 ? await progress.change(row, columnsOf(named, row)) : row
    return reconcileJob(whole, job, () => torrentTask.add(whole, named))
  }

  /** A torrent file becomes its magnet once it is here. */
  async function reconcileTorrentFile(row: TaskRow): Promise<void> {
    const result = pendingTorrents.take(row)
    if (!result) return
    if ('reason' in result) return outcome.failOrRetry(row, result)
    const { kind, url, key, name, infoHash } = result
    if (await store.byKey(key)) return outcome.fail(row, duplicate)
    const named = await magnets.torrentOf(infoHash)
    await reconcile(await progress.change(row, { kind, url, key, name, ...(named && columnsOf(named, row)) }), undefined)
  }

  async function reconcileJob(row: TaskRow, job: Job | undefined, add: () => Promise<void>): Promise<void> {
    if (!job || job.state === 'removed') {
      if (job) await engine.forget(row.task_id, row.kind)
      return addOrFail(row, add)
    }
    if (row.checking === 1 && !job.is_checking && job.state !== 'waiting') {
      return reconcileJob(await progress.change(row, { checking: 0 }), job, add)
    }
    if (job.state === 'paused' && job.is_paused_outside === true) {
      const down_size = job.total_bytes > 0 ? job.done_bytes : Math.max(row.down_size, progress.downOf(row.task_id) ?? 0)
      await progress.change(row, { status: TaskStatus.stop, reason: '', down_size, ...notTried })
      // From here on it is paused by the box too, so that a start in the app begins it.
      return engine.pause(row.task_id, row.kind)
    }
    if (job.state === 'paused') return engine.unpause(row.task_id, row.kind)
    const link = job.state === 'error' ? redirectedTo(job) : undefined
    if (link !== undefined && isLink(row.kind)) {
      const next = await becomeLink.redirected(row, link)
      return next && reconcile(next, undefined)
    }
    if (job.state === 'error' && isLink(row.kind) && needsNewBegin(job)) return httpTask.beginAnew(row, job)
    // The engine had the same torrent in another job, which is gone by the next try.
    if (job.error === infoHashTaken && row.kind === 'magnet')
      return outcome.failOrRetry(row, { ...duplicate, isPassing: true }, job)
    if (job.state === 'error') return outcome.failOrRetry(row, failureOf(job), job)
    if (job.state === 'complete' || job.state === 'seeding')
      return isLink(row.kind) ? httpTask.finish(row, job) : torrentTask.finish(row, job)
    // In a folder of its own a program tells itself what it cannot write.
    const isWatched = !folders.isOfProgram(row.folder_id)
    if (job.state === 'active' && isWatched && !(await folders.of(row).isThere(row)))
      return outcome.failOrRetry(row, noFolder, job)
    // A queued job has no progress to report.
    if (job.state !== 'active' && job.done_bytes === 0) return
    progress.follow(row, {
      down: job.done_bytes,
      speed: job.speed_bytes,
      peers: job.peers,
      up: job.up_bytes ?? 0,
      upSpeed: job.up_speed_bytes ?? 0,
    })
    if (isLink(row.kind)) await httpTask.size(row, job)
  }

  async function addOrFail(row: TaskRow, add: () => Promise<void>): Promise<void> {
    try {
      if (await folders.of(row).isWritable()) await add()
      else await outcome.fail(row, noFolder)
    } catch (error) {
      if (!(error instanceof EngineRefusal)) throw error
      const number = row.kind === 'magnet' ? invalidTorrent : 0
      await outcome.fail(row, failureOf({ error: number, error_text: error.message }))
    }
  }

  /** A disk error fails only its own task; a write that the database refused is tried again. */
  return async (row, job) => {
    try {
      await reconcile(row, job)
    } catch (error) {
      if (error instanceof EngineAway) throw error
      onFault(error)
      const failure = diskFailureOf(error)
      if (isDatabaseError(error)) await outcome.failOrRetry(row, { ...failure, isPassing: true }, job)
      else await outcome.fail(row, failure)
    }
  }
}
