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
  /** For how long something lasts, whatever is done to the clock; by itself `now`. */
  elapsed?: () => number
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

/** Each part is given by name what it uses, and nothing else. A part tells of a task by an event where what acts on it is made later. */
export function createTasks(deps: TasksDeps) {
  const { store, films, engine, magnets, torrents, rule, folders, events, addresses, growing, now, elapsed = now, onFault } = deps
  const { maxRunning = () => maxRunningLimit, downLimit = () => 0, pausedUntil = () => null, isVideo = async () => false } = deps
  const oneAtATime = createOneAtATime()
  const admission = createOneAtATime()
  const onNews = (task_id: string) => events.emit('task_news', { task_id })
  const onReady = (task_id: string) => events.emit('task_ready', { task_id })

  const absence = createEngineAbsence({ engine, now: elapsed })
  const slots = createSlots({ limit: maxRunning, downLimit, now: elapsed })
  const trackersOf = createTrackersOf(magnets)
  const answers = createTrackerAnswers({ rule, now, elapsed })
  const stalls = createStalls({ engine, trackersOf, answers, downLimit, now, elapsed, onVerdict: onNews, onFault })
  const canPlay = createCanPlay({ growing, isVideo, onChange: onNews, onFault })
  const seeding = createSeeding({ store, engine, now: elapsed })
  const space = createSpace({ store, folders, now: elapsed })
  const shown = { store, engine, films, events, slots, absence, folders, stalls, space, canPlay, seeding, pausedUntil }
  const progress = createProgress({ ...shown, now, oneAtATime })

  const pendingTorrents = createPendingTorrents({ torrents, onReady, onFault })
  const torrentPaths = createTorrentPaths({ store, magnets, folders, onReady, onFault })
  const files = { store, engine, magnets, folders, torrentPaths, onFault }
  const reconcileTask = createReconcileTask({ ...files, progress, space, pendingTorrents, rule, torrents, now })
  const removeNow = createRemoval(files)
  const inEngine = { store, engine, slots, progress, oneAtATime }
  const reconcile = createReconcile({
    ...inEngine,
    magnets,
    folders,
    stalls,
    space,
    absence,
    reconcileTask,
    removeNow,
    now,
    elapsed,
    onFault,
  })
  const relocate = createRelocate({ store, folders, progress, oneAtATime, onFault, onMoved: onReady })
  const network = watchNetwork({ events, addresses, onBack: () => void reconcile.retryNow().catch(onFault) })
  const followFiles = createFollowFiles({ store, folders, progress, oneAtATime })

  engine.onChange((gid) => reconcile.onEngineChange(gid))
  events.on('task_ready', ({ task_id }) => reconcile.onEngineChange(task_id))
  events.on('task_news', ({ task_id }) => void progress.publishNow(task_id).catch(onFault))
  events.on('task_gone', ({ task_id }) => canPlay.forget(task_id))
  events.on('tasks_gone', ({ ids }) => ids.forEach((task_id) => canPlay.forget(task_id)))
  events.on('file_moves', ({ moves }) => void followFiles(moves).catch(onFault))
  events.on('films', ({ ids }) => void progress.renewFilms(ids).catch(onFault))

  const adopt = createAdopt({ ...inEngine, admission, folders, magnets, torrents, now, elapsed, onFault })
  const changeEngine = createChangeEngine({ store, magnets, folders, slots, progress })
  const begin = createBegin({ ...inEngine, reconcileTask, onFault })
  const again = { store, magnets, folders, progress, torrentPaths, onBrought: onReady }
  const start = createStart({ ...again, engine, slots, admission, begin, now })

  return {
    ...start,
    ...createDetail({ ...inEngine, folders, magnets, trackersOf, answers, reconcile, rule, restart: start.restart }),
    ...createStop({ ...inEngine, films, events, admission, removeNow }),
    ...createMoveRequests({ store, engine, folders, progress, oneAtATime, relocate }),
    ...createManyTasks({ ...inEngine, films, events, admission, reconcile }),
    ...createLookup({ ...inEngine, folders, torrentPaths, onLost: onReady }),
    look(): Promise<void> {
      network.check()
      relocate.look()
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
