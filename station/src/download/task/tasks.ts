/** The box's downloads: starting, stopping and watching them. Operations are serialized, so that acts and engine events do not interleave. */
import { maxRunningLimit } from '@homeport/contract/download/download-config.ts'
import type { StationEventBus } from '../../shared/event-bus.ts'
import type { SourceRule } from '../../kit/outside.ts'
import type { DownloadFolders } from '../folder/download-folders.ts'
import type { Engine, ProgramLibrary, TorrentEngine } from '../engine/engine.ts'
import type { TorrentFetcher } from '../torrent/torrent-fetcher.ts'
import type { TorrentMetadata } from '../torrent/torrent-metadata.ts'
import type { TaskStore } from '../table/store.ts'
import type { TaskFilms } from '../table/task-films.ts'
import { createCanPlay, type CanPlayDeps } from '../playing/can-play.ts'
import type { GrowingFiles } from '../playing/growing-files.ts'
import { createAdopt } from './start/adopt.ts'
import { createBegin } from './start/begin.ts'
import { createStalls } from '../stall/stalls.ts'
import { createTrackersOf } from '../stall/torrent-trackers.ts'
import { createTrackerAnswers } from '../stall/trackers.ts'
import { createChangeEngine } from './change/change-engine.ts'
import { createDetail } from './change/detail.ts'
import { createFollowFiles } from './move/follow-files.ts'
import { createEngineAbsence } from './view/engine-absence.ts'
import { createLookup } from './view/task-queries.ts'
import { createManyTasks } from './change/many-tasks.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { createMoveRequests } from './move/move-requests.ts'
import { createPendingTorrents } from './reconcile/pending-torrents.ts'
import { createProgress } from './view/progress.ts'
import { createReconcileTask } from './reconcile/reconcile-task.ts'
import { createReconcile } from './reconcile/reconcile.ts'
import { createRelocate } from './move/relocate.ts'
import { createRemoval } from './change/removal.ts'
import { createSeeding } from './limits/seeding.ts'
import { createSlots } from './limits/slots.ts'
import { createSpace } from './limits/disk-reservation.ts'
import { createStart } from './start/start.ts'
import { createStop } from './change/stop.ts'
import { createTorrentPaths } from './torrent/torrent-paths.ts'
import { watchNetwork } from './reconcile/watch-network.ts'

export type TasksDeps = {
  store: TaskStore
  films: TaskFilms
  engine: Engine
  magnets: TorrentMetadata
  torrents: TorrentFetcher
  rule: SourceRule
  folders: DownloadFolders
  events: StationEventBus
  now: () => number
  onFault: (fault: unknown) => void
  /** The addresses of this machine in its networks. */
  addresses?: () => string[]
  /** Limit of jobs in the engine. */
  maxRunning?: () => number
  /** Bytes a second, 0: no limit. */
  downLimit?: () => number
  /** By the clock nothing is downloaded until then, in ms. */
  pausedUntil?: () => number | null
  growing: GrowingFiles
  /** ffprobe finds a video at this address of an unfinished file. */
  isVideo?: CanPlayDeps['isVideo'] | undefined
}
export type Tasks = ReturnType<typeof createTasks>

export function createTasks({
  maxRunning = () => maxRunningLimit,
  downLimit = () => 0,
  pausedUntil = () => null,
  isVideo = async () => false,
  ...parts
}: TasksDeps) {
  const oneAtATime = createOneAtATime()
  const absence = createEngineAbsence(parts)
  const slots = createSlots({ limit: maxRunning, downLimit, now: parts.now })
  const trackersOf = createTrackersOf(parts.magnets)
  const answers = createTrackerAnswers(parts)
  const onVerdict = (task_id: string) => void progress.publishNow(task_id).catch(parts.onFault)
  const stalls = createStalls({ ...parts, downLimit, trackersOf, answers, onVerdict })
  const canPlay = createCanPlay({ ...parts, isVideo, onChange: onVerdict })
  const seeding = createSeeding(parts)
  const space = createSpace(parts)
  const progress = createProgress({ ...parts, seeding, canPlay, pausedUntil, slots, stalls, space, absence, oneAtATime })
  const admission = createOneAtATime()
  const shared = { ...parts, space, slots, stalls, progress, absence, oneAtATime, admission, trackersOf, answers }
  const onChange = (task_id: string) => reconcile.onEngineChange(task_id)
  const background = { onReady: onChange, onFault: parts.onFault }
  const pendingTorrents = createPendingTorrents({ ...background, torrents: parts.torrents })
  const torrentPaths = createTorrentPaths({ ...parts, ...background })
  const reconcileTask = createReconcileTask({ ...shared, pendingTorrents, torrentPaths })
  const removeNow = createRemoval({ ...shared, torrentPaths })
  const reconcile = createReconcile({ ...shared, reconcileTask, removeNow })

  const relocate = createRelocate({ ...shared, onMoved: onChange })
  let isFirstLook = true
  const network = watchNetwork({ ...parts, onBack: () => void reconcile.retryNow().catch(parts.onFault) })

  parts.engine.onChange((gid) => reconcile.onEngineChange(gid))
  parts.events.on('task_gone', ({ task_id }) => canPlay.forget(task_id))
  parts.events.on('tasks_gone', ({ ids }) => ids.forEach((task_id) => canPlay.forget(task_id)))
  const followFiles = createFollowFiles(shared)
  parts.events.on('file_moves', ({ moves }) => void followFiles(moves).catch(parts.onFault))
  parts.events.on('films', ({ ids }) => void progress.renewFilms(ids).catch(parts.onFault))

  const adopt = createAdopt(shared)
  const changeEngine = createChangeEngine(shared)
  const start = createStart({ ...shared, torrentPaths, onBrought: onChange, begin: createBegin({ ...shared, reconcileTask }) })

  return {
    ...start,
    ...createDetail({ ...shared, reconcile, restart: (task_id, request) => start.restart(task_id, request) }),
    ...createStop({ ...shared, removeNow }),
    ...createMoveRequests({ ...shared, relocate }),
    ...createManyTasks({ ...shared, reconcile }),
    ...createLookup({ ...shared, torrentPaths, onLost: onChange }),
    look(): Promise<void> {
      network.check()
      // Moves that were under way when the box was stopped go on.
      if (isFirstLook) relocate.work()
      else relocate.workAgain()
      isFirstLook = false
      return reconcile.look()
    },
    roomFor: space.roomFor,
    /** Torrents that a program of the owner's has already become tasks. */
    adopt: (library: ProgramLibrary): Promise<void> => adopt(library),
    /** Another engine takes the torrents: what the one before has not finished goes on with the next one, from its bytes. */
    changeEngine: (before: TorrentEngine, change: () => Promise<void>): Promise<void> =>
      oneAtATime(() => changeEngine(before, change)).then(() => reconcile.onEngineChange('')),
    /** Resolves once what was begun has ended. */
    idle: () => admission(() => oneAtATime(async () => {})),
    stopMoving: relocate.stop,
    /** While it loads. */
    canPlay: canPlay.has,
    keepNumbers: () => progress.store(),
  }
}
