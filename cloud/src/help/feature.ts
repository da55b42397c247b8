/** The help feature: feedback to the operator, and the version. */
import type { Limits } from '../kit/rate-limit.ts'
import type { Uploads } from '../media/uploads.ts'
import type { Feature } from '../shared/feature.ts'
import { helpListeners, sweepFeedback } from './events.ts'
import { helpExporter } from './export.ts'
import { helpRoutes } from './routes.ts'

export function helpFeature({ limits, uploads }: { limits: Limits; uploads: Uploads }): Feature {
  return {
    routes: helpRoutes({ limits, uploads }),
    listeners: helpListeners(uploads),
    exporter: helpExporter,
    sweep: (realm, now) => sweepFeedback(realm, uploads, now),
  }
}
