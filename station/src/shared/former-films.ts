/** Films and series that went into another one: rows under their ids count for that, as long as they are not there again. */
import type { Db } from '../kit/db.ts'

/** The ids of those that went into this one, as a query. */
export function formerFilms(db: Db, filmId: string) {
  return db
    .selectFrom('movie_merged')
    .select('former_id')
    .where('film_id', '=', filmId)
    .where('former_id', 'not in', db.selectFrom('movie_file').select('film_id'))
    .where('former_id', 'not in', db.selectFrom('movie_film').select('series_id').where('is_listed', '=', 1))
}
