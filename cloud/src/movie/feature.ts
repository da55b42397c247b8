/** The movie feature: the film library of a box, from its reports. */
import { deviceBound, deviceUnbound } from '@homeport/contract/device.ts'
import { filmFavorite, filmMarksMoved } from '@homeport/contract/movie/movie.ts'
import { listener } from '../kit/events.ts'
import type { Log } from '../kit/log.ts'
import type { Feature } from '../shared/feature.ts'
import { forgetTaken } from './history/film-change.store.ts'
import { createChangeTaker, type FilmChangeDeps } from './history/film-changes.ts'
import { createFilmMarkSender, type FilmMarkDeps } from './history/film-mark-sender.ts'
import { dropSearches, hotSearchMs, searchesBy } from './search/hot-search.store.ts'
import { movieConsumers, type MarkMovers } from './reports.ts'
import { movieRoutes, type MovieDeps } from './routes.ts'
import { movieReindexers } from './film/reindex.store.ts'
import { createSearchLog } from './search/search-log.ts'

type MovieFeatureDeps = Omit<MovieDeps, 'searchLog' | 'markSender'> &
  Pick<FilmMarkDeps, 'membersOf' | 'boxesOf'> &
  Omit<FilmChangeDeps, 'now' | 'setAside'> &
  MarkMovers & { now: () => number; log: Log }

export function movieFeature(ports: MovieFeatureDeps): Feature {
  const { moveFavorites, movePositions, membersOf, boxesOf, setFavoriteIn, savePositionIn, now, log, ...deps } = ports
  const takeChanges = createChangeTaker({ now, setFavoriteIn, setAside: deps.marks.setAside, savePositionIn })
  const markSender = createFilmMarkSender({ boxFor: deps.boxFor, membersOf, boxesOf, takeChanges, log })
  const searchLog = createSearchLog({ now, log })
  return {
    routes: movieRoutes({ ...deps, searchLog, markSender }),
    consumers: movieConsumers({ moveFavorites, movePositions }, now),
    listeners: [
      listener(deviceUnbound, 'once', ({ devsn, user_id }, { db }) => dropSearches(db, { devsn, user_id })),
      listener(deviceUnbound, 'once', ({ devsn, user_id }, { db }) => forgetTaken(db, { devsn, user_id })),
      listener(deviceBound, 'once', (of, realm) => markSender.sendAll(realm, of)),
      listener(filmMarksMoved, 'once', ({ devsn }, realm) => markSender.connected(realm, devsn)),
      listener(filmFavorite, 'once', ({ user_id, movie_id, is_favorite, at }, realm) =>
        markSender.favoriteChanged(realm, user_id, { kind: 'favorite', ids: [movie_id], isMarked: is_favorite, at }),
      ),
    ],
    onChanges: (realm, of) => markSender.take(realm, of),
    onPresence(realm, { devsn, online, isOurs }) {
      if (isOurs && online) markSender.connected(realm, devsn)
    },
    reindexers: movieReindexers,
    exporter: { name: 'film_searches', of: searchesBy },
    sweep: ({ db }, at) => dropSearches(db, { before: at - hotSearchMs }),
    async stop() {
      await Promise.all([searchLog.stop(), markSender.settled()])
    },
  }
}
