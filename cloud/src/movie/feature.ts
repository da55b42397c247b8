/** The movie feature: the film library of a box, from its reports. */
import type { Feature } from '../shared/feature.ts'
import { movieConsumers } from './reports.ts'
import { movieRoutes, type MovieDeps } from './routes.ts'

export function movieFeature(ports: MovieDeps): Feature {
  return { routes: movieRoutes(ports), consumers: movieConsumers }
}
