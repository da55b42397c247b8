/** Mirror consumers for what a box reports of its library. */
import { unreadableRow } from '@homeport/contract/movie/identify.ts'
import { filmMarksMoved, filmRow } from '@homeport/contract/movie/movie.ts'
import { episodeRow } from '@homeport/contract/movie/series.ts'
import { pushNotice } from '@homeport/contract/push.ts'
import type { Trx } from '../kit/db.ts'
import {
  mirrorConsumer,
  preparingConsumer,
  type MirrorChange,
  type MirrorConsumer,
  type SavedBox,
} from '../connection/mirror/mirror-consumer.ts'
import { forgetEpisodes, saveEpisodes } from './film/episode.store.ts'
import { filmNotices } from './film/film-notice.query.ts'
import { prepareFilm } from './film/prepared-film.ts'
import { forgetFilms, saveFilms } from './film/store.ts'
import { forgetUnreadable, saveUnreadable } from './film/unreadable.store.ts'

/** Marks that people made on one film of the box become marks of another one. Resolves with the number of these marks. */
export type MoveMarks = (trx: Trx, devsn: string, moves: readonly { from: string; to: string }[]) => Promise<number>
export type MarkMovers = { moveFavorites: MoveMarks; movePositions: MoveMarks }

export function movieConsumers({ moveFavorites, movePositions }: MarkMovers, now: () => number): MirrorConsumer[] {
  async function takeFormer(
    trx: Trx,
    { devsn, emit }: SavedBox,
    rows: readonly MirrorChange<{ former_ids?: readonly string[] | undefined }>[],
  ): Promise<void> {
    const moves = rows.flatMap(({ key: to, value }) => (value?.former_ids ?? []).map((from) => ({ from, to })))
    if (moves.length === 0) return
    const moved = (await moveFavorites(trx, devsn, moves)) + (await movePositions(trx, devsn, moves))
    if (moved > 0) await emit(filmMarksMoved, { devsn })
  }
  return [
    preparingConsumer(filmRow, {
      prepare: prepareFilm,
      keep: async (trx, box, rows) => {
        const notices = await filmNotices(trx, box, { rows, now: now() })
        await saveFilms(trx, box, rows)
        await takeFormer(trx, box, rows)
        for (const notice of notices) await box.emit(pushNotice, notice)
      },
      forget: forgetFilms,
    }),
    mirrorConsumer(episodeRow, {
      keep: async (trx, box, rows) => {
        const added = await saveEpisodes(trx, box, rows)
        // An episode may have been a film before: its favourites become favourites of its series.
        await moveFavorites(
          trx,
          box.devsn,
          added.map(({ id, series_id }) => ({ from: id, to: series_id })),
        )
        await takeFormer(trx, box, rows)
      },
      forget: forgetEpisodes,
    }),
    mirrorConsumer(unreadableRow, { keep: saveUnreadable, forget: forgetUnreadable }),
  ]
}
