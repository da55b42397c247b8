/** Reads the catalogue: films by filter and order in pages, the most frequent genres, a search, and films like another one. */
import { sql, type SqlBool } from 'kysely'
import type { Db } from '../../kit/db.ts'
import type { CatalogRow } from '../../kit/tables.ts'
import { batchesOf } from '../batches.ts'
import { wholeFilms, type WholeFilm } from '../film.query.ts'
import { searchWordsOf, withoutSpaces } from './catalog-keys.ts'

export type CatalogSort = 'overall' | 'added' | 'year' | 'rating' | 'title' | 'duration'
/** '' and null: any. watched: to their end on this box; a series once all its episodes are. */
export type CatalogFilter = {
  film_kind: 'film' | 'series' | null
  genre: string
  person: string
  watched: boolean | null
}
export type CatalogOrder = { sort: CatalogSort; order: 'asc' | 'desc' }
export type CatalogRange = { offset: number; limit: number }
export type CatalogPage = { films: WholeFilm[]; total: number }

const hitsMost = 60
/** Hits of a search that are put in order. */
const rankedMost = 400
/** Films of one genre or person that are compared with another film. */
const comparedMost = 400

const isWatched = sql<SqlBool>`case kind when 'film'
  then exists (select 1 from film_watched where movie_id = movie_catalog.film_id)
  else not exists (
    select 1 from movie_film as episode
    where episode.series_id = movie_catalog.film_id and episode.is_listed = 1
    and not exists (select 1 from film_watched where movie_id = episode.film_id)
  ) end`
const columnOf = { added: 'added_at', year: 'year', rating: 'rating', title: 'sort_title', duration: 'duration_ms' } as const

export function catalogQueries(db: Db) {
  function matching({ film_kind, genre, person, watched }: CatalogFilter) {
    const valued = (field: 'genre' | 'person', value: string) =>
      db.selectFrom('movie_catalog_value').select('film_id').where('field', '=', field).where('value', '=', value)
    return db
      .selectFrom('movie_catalog')
      .$if(film_kind !== null, (query) => query.where('kind', '=', film_kind ?? 'film'))
      .$if(genre !== '', (query) => query.where('film_id', 'in', valued('genre', genre)))
      .$if(person !== '', (query) => query.where('film_id', 'in', valued('person', person)))
      .$if(watched !== null, (query) => query.where(watched === true ? isWatched : sql<SqlBool>`not (${isWatched})`))
  }
  type Matching = ReturnType<typeof matching>

  async function countOf(films: Matching): Promise<number> {
    const row = await films.select((eb) => eb.fn.countAll<number>().as('n')).executeTakeFirst()
    return row?.n ?? 0
  }

  /** The films in two parts, one after the other: films without the value come last in both directions. */
  function partsOf(films: Matching, { sort, order }: CatalogOrder): { first: Matching; second: Matching } {
    if (sort === 'overall') {
      const newest = films.orderBy('added_at', 'desc').orderBy('film_id', 'desc')
      return { first: newest.where(sql<SqlBool>`not (${isWatched})`), second: newest.where(isWatched) }
    }
    const column = columnOf[sort]
    return {
      first: films.where(column, 'is not', null).orderBy(column, order).orderBy('film_id', order),
      second: films.where(column, 'is', null).orderBy('added_at', 'desc').orderBy('film_id', 'desc'),
    }
  }

  async function wholeOf(ids: readonly string[]): Promise<WholeFilm[]> {
    if (ids.length === 0) return []
    const rows = await db.selectFrom('movie_film').selectAll().where('film_id', 'in', ids).execute()
    const places = new Map(ids.map((id, at) => [id, at]))
    const placeOf = (id: string) => places.get(id) ?? 0
    return wholeFilms(
      db,
      rows.toSorted((one, other) => placeOf(one.film_id) - placeOf(other.film_id)),
    )
  }

  /** Of a search with very many hits those whose title begins with it, and some others. */
  async function bestOf(words: readonly string[], match: string): Promise<string[]> {
    const whole = words.join('')
    const range = (column: 'title_key' | 'sort_title' | 'initials') =>
      db
        .selectFrom('movie_catalog')
        .select('film_id')
        .where(column, '>=', whole)
        .where(column, '<', `${whole}\u{10ffff}`)
        .orderBy(column)
        .limit(rankedMost)
    const { rows } = await sql<{ film_id: string }>`select film_id from movie_catalog where rowid in (
      select rowid from movie_catalog_words where movie_catalog_words match ${match} limit ${rankedMost})`.execute(db)
    const some = [
      await range('title_key').execute(),
      await range('sort_title').execute(),
      await range('initials').execute(),
      rows,
    ]
    const ids = [...new Set(some.flatMap((part) => part.map(({ film_id }) => film_id)))]
    const ranked: Pick<CatalogRow, 'film_id' | 'title_key' | 'sort_title' | 'initials' | 'added_at'>[] = []
    for (const part of batchesOf(ids))
      ranked.push(
        ...(await db
          .selectFrom('movie_catalog')
          .select(['film_id', 'title_key', 'sort_title', 'initials', 'added_at'])
          .where('film_id', 'in', part)
          .execute()),
      )
    const rankOf = ({ title_key, sort_title, initials }: Pick<CatalogRow, 'title_key' | 'sort_title' | 'initials'>) =>
      title_key === whole
        ? 0
        : title_key.startsWith(whole)
          ? 1
          : withoutSpaces(sort_title).startsWith(whole) || initials.startsWith(whole)
            ? 2
            : title_key.includes(whole)
              ? 3
              : 4
    return ranked
      .map((film) => ({ ...film, rank: rankOf(film) }))
      .toSorted(
        (one, other) =>
          one.rank - other.rank ||
          one.title_key.length - other.title_key.length ||
          other.added_at - one.added_at ||
          (one.film_id < other.film_id ? -1 : 1),
      )
      .slice(0, hitsMost)
      .map(({ film_id }) => film_id)
  }

  /** Of one genre, through the index that has them in this order. */
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
    return { films: await wholeOf(page.map(({ film_id }) => film_id)), total: total?.n ?? 0 }
  }

  return {
    async catalogued(filter: CatalogFilter, by: CatalogOrder & CatalogRange): Promise<CatalogPage> {
      const { offset, limit, sort } = by
      const { genre, person, film_kind, watched } = filter
      if (genre !== '' && person === '' && film_kind === null && watched === null && sort === 'added') return newestOf(genre, by)
      const { first, second } = partsOf(matching(filter), by)
      const total = await countOf(matching(filter))
      const isInOne = sort === 'added' || sort === 'title'
      const firstTotal = isInOne ? total : await countOf(first.clearOrderBy())
      const ids = offset < firstTotal ? await first.select('film_id').offset(offset).limit(limit).execute() : []
      if (ids.length < limit && firstTotal < total)
        ids.push(
          ...(await second
            .select('film_id')
            .offset(Math.max(0, offset - firstTotal))
            .limit(limit - ids.length)
            .execute()),
        )
      return { films: await wholeOf(ids.map(({ film_id }) => film_id)), total }
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
    /** Every word must be found; titles that begin with the query come first. */
    async searchCatalog(query: string): Promise<CatalogPage> {
      const words = searchWordsOf(query)
      if (words.length === 0) return { films: [], total: 0 }
      const match = words.map((word) => `"${word}"*`).join(' ')
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from movie_catalog_words where movie_catalog_words match ${match}`.execute(db)
      const ids = await bestOf(words, match)
      return { films: await wholeOf(ids), total: rows[0]?.n ?? 0 }
    },
    /** Films with people or genres of this one, those with most of them first. */
    async related(filmId: string, { genres, people }: { genres: readonly string[]; people: readonly string[] }, limit: number) {
      const shared = new Map<string, number>()
      const values = [
        ...genres.map((value) => ({ field: 'genre' as const, value, weight: 2 })),
        ...people.map((value) => ({ field: 'person' as const, value, weight: 3 })),
      ]
      for (const { field, value, weight } of values) {
        const films = await db
          .selectFrom('movie_catalog_value')
          .select('film_id')
          .where('field', '=', field)
          .where('value', '=', value)
          .where('film_id', '!=', filmId)
          .orderBy('added_at', 'desc')
          .limit(comparedMost)
          .execute()
        for (const { film_id } of films) shared.set(film_id, (shared.get(film_id) ?? 0) + weight)
      }
      // Map keeps the order of insertion: of films that share as much the newer one stays first.
      const best = [...shared].toSorted((one, other) => other[1] - one[1]).slice(0, limit)
      return wholeOf(best.map(([film_id]) => film_id))
    },
    whole: wholeOf,
    /** The episodes of a season, in order. */
    async seasonEpisodes(seriesId: string, season: number, limit: number): Promise<WholeFilm[]> {
      const rows = await episodesOf(db, seriesId).where('season', '=', season).limit(limit).execute()
      return wholeFilms(db, rows)
    },
    /** The seasons of a series with the number of their episodes, specials last. */
    seasons: (seriesId: string): Promise<{ season: number; episodes: number }[]> =>
      db
        .selectFrom('movie_film')
        .select((eb) => [sql<number>`coalesce(season, 1)`.as('season'), eb.fn.countAll<number>().as('episodes')])
        .where('series_id', '=', seriesId)
        .where('is_listed', '=', 1)
        .groupBy('season')
        .orderBy(sql`season = 0`)
        .orderBy('season')
        .execute(),
    /** The episode after this one; specials are left out. */
    async episodeAfter(episodeId: string): Promise<{ film_id: string; series_id: string } | undefined> {
      const at = await db.selectFrom('movie_film').selectAll().where('film_id', '=', episodeId).executeTakeFirst()
      if (!at || at.kind !== 'episode' || at.episode === null || at.season === null || at.season === 0) return undefined
      const { season, episode_end, episode } = at
      const last = episode_end ?? episode
      return db
        .selectFrom('movie_film')
        .select(['film_id', 'series_id'])
        .where('series_id', '=', at.series_id)
        .where('is_listed', '=', 1)
        .where((eb) => eb.or([eb('season', '>', season), eb.and([eb('season', '=', season), eb('episode', '>', last)])]))
        .orderBy('season')
        .orderBy('episode')
        .executeTakeFirst()
    },
  }
}

function episodesOf(db: Db, seriesId: string) {
  return db
    .selectFrom('movie_film')
    .selectAll()
    .where('series_id', '=', seriesId)
    .where('is_listed', '=', 1)
    .orderBy(sql`episode is null and air_date = ''`)
    .orderBy('episode')
    .orderBy('air_date')
    .orderBy('title')
}
