/** Mirror consumers for what a box reports of its library. */
import { unreadableRow } from '@homeport/contract/identify.ts'
import { filmRow } from '@homeport/contract/movie.ts'
import { episodeRow } from '@homeport/contract/series.ts'
import { pushNotice } from '@homeport/contract/push.ts'
import type { Trx } from '../kit/db.ts'
import { mirrorConsumer, preparingConsumer, type MirrorConsumer } from '../link/mirror/mirror-consumer.ts'
import { forgetEpisodes, saveEpisodes } from './episode.store.ts'
import { filmNotices } from './film-notice.query.ts'
import { prepareFilm } from './prepared-film.ts'
import { forgetFilms, saveFilms } from './store.ts'
import { forgetUnreadable, saveUnreadable } from './unreadable.store.ts'

/** Favourites of what were films become those of their series. */
export type MoveFavorites = (trx: Trx, devsn: string, episodes: readonly { id: string; series_id: string }[]) => Promise<void>

export const movieConsumers = (moveFavorites: MoveFavorites, now: () => number): MirrorConsumer[] => [
  preparingConsumer(filmRow, {
    prepare: prepareFilm,
    keep: async (trx, box, rows) => {
      const notices = await filmNotices(trx, box, { rows, now: now() })
      await saveFilms(trx, box, rows)
      for (const notice of notices) await box.emit(pushNotice, notice)
    },
    forget: forgetFilms,
  }),
  mirrorConsumer(episodeRow, {
    keep: async (trx, box, rows) => moveFavorites(trx, box.devsn, await saveEpisodes(trx, box, rows)),
    forget: forgetEpisodes,
  }),
  mirrorConsumer(unreadableRow, { keep: saveUnreadable, forget: forgetUnreadable }),
]
