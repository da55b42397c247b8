/** The download feature: tasks and their engine, reported to the open apps and to the mirror. */
import type { TaskKind } from '@homeport/contract/download/download.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Feature } from '../kit/feature.ts'
import type { Mirror } from '../kit/connection/mirror.ts'
import { downloadActs } from './acts.ts'
import { createBegun, type Begun } from './control/begun.ts'
import { controlActs } from './control/control-acts.ts'
import { openDownloads, type OpenDeps } from './open.ts'
import { programActs } from './torrent-program/program-acts.ts'
import type { SourceRule } from '../kit/outside.ts'
import { downloadReports } from './reports.ts'
import type { TaskFiles } from './task-files.ts'

export type DownloadFeatureDeps = OpenDeps & {
  devsn: string
  mirror: Mirror
  /** Sends to the open apps of all bound users. */
  push: (frame: FrameIn) => void
}

export type DownloadFeature = Feature & {
  /** aria2's, '' without one. */
  engineVersion: () => string
  linkKinds: () => readonly TaskKind[]
  media: TaskFiles
  /** The addresses that downloads may reach. */
  rule: SourceRule
  /** Downloads that another feature of the box begins. */
  begun: Begun
}

export async function downloadFeature(deps: DownloadFeatureDeps): Promise<DownloadFeature> {
  const downloads = await openDownloads(deps)
  const reports = downloadReports({ ...deps, now: deps.elapsed ?? deps.now })
  const { tasks, config, engine, media, torrentProgram } = downloads
  deps.events.on('household', ({ realms }) => {
    if (realms.length === 0) void torrentProgram.forget().catch(deps.onFault)
  })
  return {
    acts: [
      ...downloadActs({ ...downloads, onConfig: reports.config }),
      ...controlActs(downloads),
      ...programActs(torrentProgram),
    ],
    async start() {
      await reports.reconcile(tasks.all())
      await reports.config(config.now())
      void downloads.start().catch(deps.onFault)
    },
    tick() {
      reports.tick()
      void downloads.tick().catch(deps.onFault)
      void tasks.look()
    },
    slowTick: () => void tasks.keepNumbers().catch(deps.onFault),
    prepareStop: () => reports.stop(),
    stop: () => downloads.stop(),
    engineVersion: downloads.aria2Version,
    linkKinds: () => [...engine.kinds],
    media,
    rule: downloads.rule,
    begun: createBegun(downloads),
  }
}
