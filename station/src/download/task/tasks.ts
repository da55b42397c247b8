/** The box's downloads: starting, stopping and watching them. Operations are serialized, so that acts and engine events do not interleave. */
import { maxRunningMost } from '@homeport/contract/download.ts'
import type { StationEventBus } from '../../kit/event-bus.ts'
import type { SourceRule } from '../../kit/outside.ts'
import type { DownloadDir } from '../download-dir.ts'
import type { Engine } from '../engine.ts'
import type { TorrentFiles } from '../source/torrent-file.ts'
import type { TorrentMetadata } from '../source/torrent-metadata.ts'
import type { TaskStore } from '../store.ts'
import type { TaskFilms } from '../task-films.ts'
import { createBegin } from './begin.ts'
import { createEngineAbsence } from './engine-absence.ts'
import { createLookup } from './lookup.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import { createPendingTorrents } from './pending-torrents.ts'
import { createProgress } from './progress.ts'
import { createReconcileTask } from './reconcile-task.ts'
import { createReconcile } from './reconcile.ts'
import { createRemoval } from './removal.ts'
import { createSlots } from './slots.ts'
import { createStart } from './start.ts'
import { createStop } from './stop.ts'
import { createTorrentPaths } from './torrent-paths.ts'
import { watchNetwork } from './watch-network.ts'

export type TasksParts = {
  store: TaskStore
  films: TaskFilms
  engine: Engine
  magnets: TorrentMetadata
  torrents: TorrentFiles
  rule: SourceRule
  place: DownloadDir
  events: StationEventBus
  now: () => number
  onFault: (fault: unknown) => void
  /** The addresses of this machine in its networks. */
  addresses?: () => string[]
  /** Limit of jobs in the engine. */
  maxRunning?: () => number
}
export type Tasks = ReturnType<typeof createTasks>

export function createTasks({ maxRunning = () => maxRunningMost, ...parts }: TasksParts) {
  const oneAtATime = createOneAtATime()
  const absence = createEngineAbsence(parts)
  const slots = createSlots({ limit: maxRunning, now: parts.now })
  const progress = createProgress({ ...parts, slots, absence, oneAtATime })
  const admission = createOneAtATime()
  const shared = { ...parts, slots, progress, absence, oneAtATime, admission }
  const onChange = (task_id: string) => reconcile.onEngineChange(task_id)
  const background = { onReady: onChange, onFault: parts.onFault }
  const pendingTorrents = createPendingTorrents({ ...background, torrents: parts.torrents })
  const torrentPaths = createTorrentPaths({ ...parts, ...background })
  const reconcileTask = createReconcileTask({ ...shared, pendingTorrents, torrentPaths })
  const removeNow = createRemoval({ ...shared, torrentPaths })
  const reconcile = createReconcile({ ...shared, reconcileTask, removeNow })

  const network = watchNetwork({ ...parts, onBack: () => void reconcile.retryNow().catch(parts.onFault) })

  parts.engine.onChange((gid) => reconcile.onEngineChange(gid))
  parts.events.on('films', ({ ids }) => void progress.renewFilms(ids).catch(parts.onFault))

  return {
    ...createStart({ ...shared, torrentPaths, onBrought: onChange, begin: createBegin({ ...shared, reconcileTask }) }),
    ...createStop({ ...shared, removeNow }),
    ...createLookup({ ...shared, torrentPaths, onLost: onChange }),
    look(): Promise<void> {
      network.check()
      return reconcile.look()
    },
    /** Resolves once what was begun has ended. */
    idle: () => admission(() => oneAtATime(async () => {})),
    keepNumbers: () => progress.store(),
  }
}
