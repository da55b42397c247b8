/** Reads the catalogue: films by filter and order in pages, and the most frequent genres. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { anyFilm, type FilmFilter } from '@homeport/contract/movie/movie.ts'
import { filmSortRules, type FilmOrder, type FilmSort } from '@homeport/contract/shape/list-keys/film-sort.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../kit/db.ts'
import type { Viewer } from '../../shared/viewer.ts'
import type { WholeFilm } from '../film/film.query.ts'
import { wholeInOrder } from './catalog-film.query.ts'
import { countFilms, isWatchedBy, matchingFilms, type CatalogFilter, type MatchingFilms } from './catalog-filter.query.ts'

/** lang: of the titles by which they are sorted. */
export type CatalogOrder = { sort: FilmSort; order: FilmOrder; lang: Lang }
export type CatalogRange = { offset: number; limit: number }
export type CatalogPage = { films: WholeFilm[]; total: number }

export function catalogQueries(db: Db) {
  /** The films in two parts, one after the other, as film-sort.ts says. */
  function partsOf(
    films: MatchingFilms,
    { sort, order, lang, viewer }: CatalogOrder & Pick<CatalogFilter, 'viewer'>,
  ): { first: MatchingFilms; second: MatchingFilms } {
    const { field } = filmSortRules[sort]
    const column = field === 'sort_title' ? (`sort_${lang}` as const) : field
    if (sort === 'overall') {
      const all = films.orderBy(column, order).orderBy('film_id', order)
      const [watched, unwatched] = [all.where(isWatchedBy(viewer)), all.where(sql<SqlBool>`not (${isWatchedBy(viewer)})`)]
      return order === 'desc' ? { first: unwatched, second: watched } : { first: watched, second: unwatched }
    }
    return {
      first: films.where(column, 'is not', null).orderBy(column, order).orderBy('film_id', order),
      second: films.where(column, 'is', null).orderBy('film_id'),
    }
  }

  /** The films of one genre, through the index that has them in this order. */
  async function newestOf(genre: string, { order, offset, limit }: CatalogOrder & CatalogRange): Promise<CatalogPage> {
    const films = db.selectFrom('movie_catalog_value').where('field', '=', 'genre').where('value', '=', genre)
    const total = await films.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst()
    const page = await films
      .select('film_id')
      .orderBy('added_at', order)
      .orderBy('film_id', order)
      .offset(offset)
      .limit(limit)
      .execute()
    return {
      films: await wholeInOrder(
        db,
        page.map(({ film_id }) => film_id),
      ),
      total: total?.n ?? 0,
    }
  }

  return {
    async catalogued(filter: CatalogFilter, by: CatalogOrder & CatalogRange): Promise<CatalogPage> {
      const { offset, limit, sort } = by
      const { viewer, genres, watched, ...others } = filter
      const [genre] = genres.length === 1 && watched === null && Object.values(others).every(isAny) ? genres : []
      if (genre !== undefined && sort === 'added') return newestOf(genre, by)
      const { first, second } = partsOf(matchingFilms(db, filter), { ...by, viewer })
      const total = await countFilms(matchingFilms(db, filter))
      const isInOne = sort === 'added' || sort === 'title'
      const firstTotal = isInOne ? total : await countFilms(first.clearOrderBy())
      const ids = offset < firstTotal ? await first.select('film_id').offset(offset).limit(limit).execute() : []
      if (ids.length < limit && firstTotal < total)
        for (const id of await second
          .select('film_id')
          .offset(Math.max(0, offset - firstTotal))
          .limit(limit - ids.length)
          .execute())
          ids.push(id)
      return {
        films: await wholeInOrder(
          db,
          ids.map(({ film_id }) => film_id),
        ),
        total,
      }
    },
    /** Bytes of the files of watched films and series. */
    async watchedSize(viewer: Viewer | undefined): Promise<number> {
      const watched = matchingFilms(db, { ...anyFilm, watched: true, viewer }).select('film_id')
      const row = await db
        .selectFrom('movie_file')
        .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
        .where((eb) => eb.or([eb('movie_film.film_id', 'in', watched), eb('movie_film.series_id', 'in', watched)]))
        .where('movie_film.is_listed', '=', 1)
        .select((eb) => eb.fn.sum<number | null>('movie_file.size').as('size'))
        .executeTakeFirst()
      return row?.size ?? 0
    },
    /** The most frequent first. */
    genres: (limit: number): Promise<{ genre: string; films: number }[]> =>
      db
        .selectFrom('movie_catalog_value')
        .select((eb) => ['value as genre', eb.fn.countAll<number>().as('films')])
        .where('field', '=', 'genre')
        .groupBy('value')
        .orderBy('films', 'desc')
        .orderBy('value')
        .limit(limit)
        .execute(),
  }
}

/** A field of a filter that is not in use. */
function isAny(value: FilmFilter[keyof FilmFilter]): boolean {
  return value === null || value === false || value === '' || (Array.isArray(value) && value.length === 0)
}
