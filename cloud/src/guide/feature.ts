/** The guide feature: guides and their bullet comments. */
import type { Limits } from '../kit/rate-limit.ts'
import type { Feature } from '../shared/feature.ts'
import { guideListeners } from './events.ts'
import { guideExporter } from './export.ts'
import type { Moderation } from './moderation.ts'
import { guideRoutes } from './routes.ts'

export function guideFeature({ moderation, limits }: { moderation: Moderation; limits: Limits }): Feature {
  return { routes: guideRoutes(moderation, limits), listeners: guideListeners, exporter: guideExporter }
}
