/** Mirror consumers for what a box reports of its library. */
import { unreadableRow } from '@homeport/contract/identify.ts'
import { filmRow } from '@homeport/contract/movie.ts'
import { episodeRow } from '@homeport/contract/series.ts'
import type { Trx } from '../kit/db.ts'
import { mirrorConsumer, preparingConsumer, type MirrorConsumer } from '../link/mirror/mirror-consumer.ts'
import { forgetEpisodes, saveEpisodes } from './episode.store.ts'
import { prepareFilm } from './prepared-film.ts'
import { forgetFilms, saveFilms } from './store.ts'
import { forgetUnreadable, saveUnreadable } from './unreadable.store.ts'

/** Favourites of what were films become those of their series. */
export type MoveFavorites = (trx: Trx, devsn: string, episodes: readonly { id: string; series_id: string }[]) => Promise<void>

export const movieConsumers = (moveFavorites: MoveFavorites): MirrorConsumer[] => [
  preparingConsumer(filmRow, { prepare: prepareFilm, keep: saveFilms, forget: forgetFilms }),
  mirrorConsumer(episodeRow, {
    keep: async (trx, box, rows) => moveFavorites(trx, box.devsn, await saveEpisodes(trx, box, rows)),
    forget: forgetEpisodes,
  }),
  mirrorConsumer(unreadableRow, { keep: saveUnreadable, forget: forgetUnreadable }),
]
