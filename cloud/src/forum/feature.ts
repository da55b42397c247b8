/** The forum feature; also offers its moderation checks, films as favourites and the threads of the home feed to other features. */
import type { Limits } from '../kit/rate-limit.ts'
import type { Pictures } from '../media/pictures.ts'
import type { Feature } from '../shared/feature.ts'
import { moderation } from './access/moderation.ts'
import { forumListeners, sweepForum } from './events.ts'
import { forumExporter } from './export.ts'
import { createDefaultBoards } from './model/board.store.ts'
import { defaultBoards } from './model/default-boards.ts'
import { moveFilmFavorites, setFilmFavorite, setFilmFavoriteIn } from './model/film-favorite.ts'
import { forumReindexers } from './model/reindex.store.ts'
import { createHomeFeed } from './query/home-feed.query.ts'
import { forumRoutes } from './routes/routes.ts'

export type ForumDeps = { limits: Limits; pictures: Pictures; now: () => number }

export type ForumFeature = Feature & {
  moderation: typeof moderation
  homeFeed: ReturnType<typeof createHomeFeed>
  setFilmFavorite: typeof setFilmFavorite
  setFilmFavoriteIn: typeof setFilmFavoriteIn
  moveFilmFavorites: typeof moveFilmFavorites
}

export function forumFeature({ limits, pictures, now }: ForumDeps): ForumFeature {
  return {
    routes: forumRoutes({ limits, pictures }),
    seed: ({ db, lang }) => createDefaultBoards(db, defaultBoards[lang]),
    listeners: forumListeners(pictures),
    reindexers: forumReindexers,
    exporter: forumExporter,
    sweep: (realm, at) => sweepForum(realm, pictures, at),
    moderation,
    homeFeed: createHomeFeed(now),
    setFilmFavorite,
    setFilmFavoriteIn,
    moveFilmFavorites,
  }
}
