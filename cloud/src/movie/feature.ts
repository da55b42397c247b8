/** The movie feature: the film library of a box, from its reports. */
import type { Feature } from '../shared/feature.ts'
import { movieConsumers, type MoveFavorites } from './reports.ts'
import { movieRoutes, type MovieDeps } from './routes.ts'

export function movieFeature({ moveFavorites, ...ports }: MovieDeps & { moveFavorites: MoveFavorites }): Feature {
  return { routes: movieRoutes(ports), consumers: movieConsumers(moveFavorites) }
}
