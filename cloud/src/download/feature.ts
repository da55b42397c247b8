/** The download feature: the tasks of a box and their progress. */
import type { Log } from '../kit/log.ts'
import type { Feature } from '../shared/feature.ts'
import { createProgress } from './progress.ts'
import { downloadReindexer } from './reindex.store.ts'
import { downloadConsumers } from './reports.ts'
import { downloadRoutes } from './routes.ts'
import type { PresenceOf } from './stale-at.ts'

export type DownloadFeatureDeps = { presenceOf: PresenceOf; now: () => number; elapsed: () => number; log: Log }

export function downloadFeature({ presenceOf, now, elapsed, log }: DownloadFeatureDeps): Feature {
  const progress = createProgress({ now: elapsed, log })
  return {
    routes: downloadRoutes({ progress, presenceOf }),
    consumers: downloadConsumers(progress, now),
    reindexers: [downloadReindexer],
    onFrame: progress.handle,
    onPresence(realm, { devsn, online, isOurs }) {
      if (isOurs && !online) progress.leave(realm, devsn)
    },
    stop: progress.settled,
  }
}
