/** The guide feature: guides and their bullet comments. */
import type { Limits } from '../kit/rate-limit.ts'
import type { Realm } from '../kit/realm.ts'
import type { Uploads } from '../media/uploads.ts'
import type { Feature } from '../shared/feature.ts'
import { guideListeners } from './events.ts'
import { guideExporter } from './export.ts'
import type { Moderation } from './moderation.ts'
import { guideRoutes } from './routes.ts'
import { mountVideoFiles } from './video-file.routes.ts'

type Deps = { moderation: Moderation; limits: Limits; realms: readonly Realm[]; uploads: Pick<Uploads, 'localPath'> }

export function guideFeature({ moderation, limits, realms, uploads }: Deps): Feature {
  return {
    routes: guideRoutes(moderation, limits),
    listeners: guideListeners,
    exporter: guideExporter,
    mount: async (app) => mountVideoFiles(app, { realms, uploads }),
  }
}
