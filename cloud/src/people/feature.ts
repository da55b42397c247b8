/** The people feature: profiles, following and blocking. */
import type { Feature } from '../shared/feature.ts'
import { peopleListeners } from './events.ts'
import { peopleExporter } from './export.ts'
import { peopleRoutes } from './routes.ts'

export const peopleFeature: Feature = { routes: peopleRoutes, listeners: peopleListeners, exporter: peopleExporter }
