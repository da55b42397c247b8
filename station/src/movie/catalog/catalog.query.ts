/** Reads the catalogue: films by filter and order in pages, and the most frequent genres. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { FilmMarkKind } from '@homeport/contract/movie/watch-history.ts'
import { filmSortRules, type FilmOrder, type FilmSort } from '@homeport/contract/shape/list-keys/film-sort.ts'
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../kit/db.ts'
import type { Viewer } from '../../kit/viewer.ts'
import type { WholeFilm } from '../film.query.ts'
import { wholeInOrder } from './catalog-film.query.ts'

/** viewer: whose marks count. '' and null: any. watched: by the viewer, without one by anybody on this box; a series once all its episodes are. favorite: the viewer's. */
export type CatalogFilter = {
  viewer: Viewer | undefined
  favorite: boolean
  film_kind: 'film' | 'series' | null
  genre: string
  person: string
  watched: boolean | null
}
/** lang: of the titles by which they are sorted. */
export type CatalogOrder = { sort: FilmSort; order: FilmOrder; lang: Lang }
export type CatalogRange = { offset: number; limit: number }
export type CatalogPage = { films: WholeFilm[]; total: number }

function isWatchedBy(viewer: Viewer | undefined) {
  const watched = viewer ? marked(viewer, 'watched') : sql`(select movie_id from film_watched)`
  return sql<SqlBool>`case kind when 'film'
    then movie_catalog.film_id in ${watched}
    else not exists (
      select 1 from movie_film as episode
      where episode.series_id = movie_catalog.film_id and episode.is_listed = 1
      and episode.film_id not in ${watched}
    ) end`
}

function marked({ realm, user_id }: Viewer, kind: FilmMarkKind) {
  return sql`(select movie_id from viewer_film where realm = ${realm} and user_id = ${user_id} and kind = ${kind})`
}

export function catalogQueries(db: Db) {
  function matching({ film_kind, genre, person, watched, viewer, favorite }: CatalogFilter) {
    const isWatched = isWatchedBy(viewer)
    const favorites = viewer ? marked(viewer, 'favorite') : sql`()`
    const valued = (field: 'genre' | 'person', value: string) =>
      db.selectFrom('movie_catalog_value').select('film_id').where('field', '=', field).where('value', '=', value)
    return db
      .selectFrom('movie_catalog')
      .$if(film_kind !== null, (query) => query.where('kind', '=', film_kind ?? 'film'))
      .$if(genre !== '', (query) => query.where('film_id', 'in', valued('genre', genre)))
      .$if(person !== '', (query) => query.where('film_id', 'in', valued('person', person)))
      .$if(favorite, (query) => query.where(sql<SqlBool>`movie_catalog.film_id in ${favorites}`))
      .$if(watched !== null, (query) => query.where(watched === true ? isWatched : sql<SqlBool>`not (${isWatched})`))
  }
  type Matching = ReturnType<typeof matching>

  async function countOf(films: Matching): Promise<number> {
    const row = await films.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst()
    return row?.n ?? 0
  }

  /** The films in two parts, one after the other, as film-sort.ts says. */
  function partsOf(
    films: Matching,
    { sort, order, lang, viewer }: CatalogOrder & Pick<CatalogFilter, 'viewer'>,
  ): { first: Matching; second: Matching } {
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
      const { genre, person, film_kind, watched, viewer, favorite } = filter
      const isGenreOnly = genre !== '' && person === '' && film_kind === null && watched === null && !favorite
      if (isGenreOnly && sort === 'added') return newestOf(genre, by)
      const { first, second } = partsOf(matching(filter), { ...by, viewer })
      const total = await countOf(matching(filter))
      const isInOne = sort === 'added' || sort === 'title'
      const firstTotal = isInOne ? total : await countOf(first.clearOrderBy())
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
      const all = { film_kind: null, genre: '', person: '', favorite: false }
      const watched = matching({ ...all, watched: true, viewer }).select('film_id')
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
