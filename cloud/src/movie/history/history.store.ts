/** Each user's history of a box's films and episodes, read for the history and for the list to go on with. Marks and cleared entries are written by playback. */
import { BoxFilm } from '@homeport/contract/shape/film/film.ts'
import { begunMs } from '@homeport/contract/movie/watch-history.ts'
import * as z from 'zod/mini'
import type { Db, Trx } from '../../kit/db.ts'
import { parseJsonColumn } from '../../kit/json-column.ts'

type Of = { devsn: string; user_id: string }
/** series_id: null for a film. watched_at: ms. */
export type Watched = { id: string; series_id: string | null; position_ms: number; is_watched: boolean; watched_at: number }

/** Rows of films, and of episodes whose series the box has too. */
function watchedBy(db: Db, { devsn, user_id }: Of) {
  return db
    .selectFrom('film_position')
    .leftJoin('film_episodes', (on) =>
      on
        .onRef('film_episodes.devsn', '=', 'film_position.devsn')
        .onRef('film_episodes.episode_id', '=', 'film_position.movie_id'),
    )
    .innerJoin('films', (on) =>
      on
        .onRef('films.devsn', '=', 'film_position.devsn')
        .on((eb) => eb('films.film_id', '=', eb.fn.coalesce('film_episodes.series_id', 'film_position.movie_id'))),
    )
    .where('film_position.user_id', '=', user_id)
    .where('film_position.devsn', '=', devsn)
    .where('film_position.is_cleared', '=', 0)
}

/** Latest first. isOpen: without the films that are not left in the middle, and without what the user took out of what they go on with. */
export async function watchedPage(
  db: Db,
  { limit, offset, isOpen = false, ...of }: Of & { limit: number; offset: number; isOpen?: boolean },
): Promise<Watched[]> {
  const rows = await watchedBy(db, of)
    .$if(isOpen, (query) =>
      query
        .whereRef('film_position.watched_at', '>', 'film_position.aside_at')
        .where((eb) =>
          eb.or([
            eb('film_episodes.series_id', 'is not', null),
            eb.and([eb('film_position.is_watched', '=', 0), eb('film_position.position_ms', '>=', begunMs)]),
          ]),
        ),
    )
    .select([
      'film_position.movie_id',
      'film_episodes.series_id',
      'film_position.position_ms',
      'film_position.is_watched',
      'film_position.watched_at',
    ])
    .orderBy('film_position.watched_at', 'desc')
    .orderBy('film_position.movie_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map(({ movie_id, series_id, position_ms, is_watched, watched_at }) => ({
    id: movie_id,
    series_id,
    position_ms,
    is_watched: is_watched === 1,
    watched_at,
  }))
}

/** The films and episodes that a mark is about: the film or episode itself, of a series all its episodes, with a season only those. */
export async function markableIds(
  db: Db | Trx,
  { devsn, id, season }: { devsn: string; id: string; season: number | null },
): Promise<string[]> {
  const episodes = await db
    .selectFrom('film_episodes')
    .select('episode_id')
    .where('devsn', '=', devsn)
    .where((eb) => eb.or([eb('series_id', '=', id), eb('episode_id', '=', id)]))
    .$if(season !== null, (query) => query.where('season', '=', season))
    .execute()
  if (episodes.length > 0) return episodes.map(({ episode_id }) => episode_id)
  const film = await db.selectFrom('films').select('film').where('devsn', '=', devsn).where('film_id', '=', id).executeTakeFirst()
  return film && parseJsonColumn(FilmKind, film.film).kind === 'film' ? [id] : []
}
const FilmKind = z.pick(BoxFilm, { kind: true })
