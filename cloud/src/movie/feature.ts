/** The movie feature: the film library of a box, from its reports. */
import { deviceUnbound } from '@homeport/contract/device.ts'
import { listener } from '../kit/events.ts'
import type { Log } from '../kit/log.ts'
import type { Feature } from '../shared/feature.ts'
import { dropSearches, hotSearchMs, searchesBy } from './hot-search.store.ts'
import { movieConsumers, type MoveFavorites } from './reports.ts'
import { movieRoutes, type MovieDeps } from './routes.ts'
import { createSearchLog } from './search-log.ts'

type MoviePorts = Omit<MovieDeps, 'searchLog'> & { moveFavorites: MoveFavorites; now: () => number; log: Log }

export function movieFeature({ moveFavorites, now, log, ...deps }: MoviePorts): Feature {
  const searchLog = createSearchLog({ now, log })
  return {
    routes: movieRoutes({ ...deps, searchLog }),
    consumers: movieConsumers(moveFavorites, now),
    listeners: [listener(deviceUnbound, 'once', ({ devsn, user_id }, { db }) => dropSearches(db, { devsn, user_id }))],
    exporter: { name: 'film_searches', of: searchesBy },
    sweep: ({ db }, at) => dropSearches(db, { before: at - hotSearchMs }),
    stop: () => searchLog.stop(),
  }
}
