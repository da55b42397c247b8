/** Films of the catalogue that match a filter, with the marks of the person who asks. */
import type { Film, FilmFilter } from '@homeport/contract/movie/movie.ts'
import type { FilmMarkKind } from '@homeport/contract/movie/watch-history.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../kit/db.ts'
import type { Viewer } from '../../shared/viewer.ts'

/** viewer: whose marks count. watched: by the viewer, without one by anybody on this box; a series once all its episodes are. favorite: the viewer's. */
export type CatalogFilter = FilmFilter & { viewer: Viewer | undefined }

export function isWatchedBy(viewer: Viewer | undefined) {
  const watched = watchedIds(viewer)
  return sql<SqlBool>`case kind when 'film'
    then movie_catalog.film_id in ${watched}
    else not exists (
      select 1 from movie_film as episode
      where episode.series_id = movie_catalog.film_id and episode.is_listed = 1
      and episode.film_id not in ${watched}
    ) end`
}

function watchedIds(viewer: Viewer | undefined) {
  return viewer ? marked(viewer, 'watched') : sql`(select movie_id from film_watched)`
}

export function isFavoriteOf(viewer: Viewer | undefined) {
  return sql<SqlBool>`movie_catalog.film_id in ${viewer ? marked(viewer, 'favorite') : sql`()`}`
}

function marked({ realm, user_id }: Viewer, kind: FilmMarkKind) {
  return sql`(select movie_id from viewer_film where realm = ${realm} and user_id = ${user_id} and kind = ${kind})`
}

export function matchingFilms(db: Db, { viewer, ...filter }: CatalogFilter) {
  const { kind, genres, regions, qualities, person, collection, year_from, year_to, rating_from } = filter
  const { watched, favorite, unidentified } = filter
  const isWatched = isWatchedBy(viewer)
  const valued = (field: 'genre' | 'person', values: readonly string[]) =>
    db.selectFrom('movie_catalog_value').select('film_id').where('field', '=', field).where('value', 'in', values)
  return db
    .selectFrom('movie_catalog')
    .$if(kind !== null, (query) => query.where('kind', '=', kind ?? 'film'))
    .$if(genres.length > 0, (query) => query.where('film_id', 'in', valued('genre', genres)))
    .$if(person !== '', (query) => query.where('film_id', 'in', valued('person', [person])))
    .$if(regions.length > 0, (query) => query.where('region', 'in', regions))
    .$if(qualities.length > 0, (query) => query.where('quality', 'in', qualities))
    .$if(collection !== '', (query) => query.where('collection_id', '=', collection))
    .$if(year_from !== null, (query) => query.where('year', '>=', year_from))
    .$if(year_to !== null, (query) => query.where('year', '<=', year_to))
    .$if(rating_from !== null, (query) => query.where('rating', '>=', rating_from))
    .$if(favorite, (query) => query.where(isFavoriteOf(viewer)))
    .$if(unidentified, (query) => query.where('is_unidentified', '=', 1))
    .$if(watched !== null, (query) => query.where(watched === true ? isWatched : sql<SqlBool>`not (${isWatched})`))
}
export type MatchingFilms = ReturnType<typeof matchingFilms>

/** The viewer's marks on these films. position_ms: null where the viewer left it nowhere. */
export async function marksOf(db: Db, viewer: Viewer | undefined, ids: readonly string[]): Promise<Map<string, FilmMarks>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('movie_catalog')
    .select(['film_id', isWatchedBy(viewer).as('is_watched'), isFavoriteOf(viewer).as('is_favorite')])
    .where('film_id', 'in', ids)
    .execute()
  const points = viewer
    ? await db
        .selectFrom('viewer_point')
        .select(['movie_id', 'point_ms'])
        .where('realm', '=', viewer.realm)
        .where('user_id', '=', viewer.user_id)
        .where('movie_id', 'in', ids)
        .where('point_ms', '>', 0)
        .execute()
    : []
  const pointOf = new Map(points.map(({ movie_id, point_ms }) => [movie_id, point_ms]))
  return new Map(
    rows.map(({ film_id, is_watched, is_favorite }) => [
      film_id,
      {
        is_watched: Number(is_watched) === 1,
        is_favorite: Number(is_favorite) === 1,
        position_ms: pointOf.get(film_id) ?? null,
      },
    ]),
  )
}
export type FilmMarks = Pick<Film, 'is_watched' | 'is_favorite' | 'position_ms'>

/** How many episodes of each season the viewer watched. */
export async function watchedEpisodes(db: Db, viewer: Viewer | undefined, seriesId: string): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('movie_film')
    .select((eb) => [sql<number>`coalesce(season, 1)`.as('season'), eb.fn.countAll<number>().as('n')])
    .where('series_id', '=', seriesId)
    .where('is_listed', '=', 1)
    .where(sql<SqlBool>`film_id in ${watchedIds(viewer)}`)
    .groupBy('season')
    .execute()
  return new Map(rows.map(({ season, n }) => [season, n]))
}

export async function countFilms(films: MatchingFilms): Promise<number> {
  const row = await films.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst()
  return row?.n ?? 0
}
