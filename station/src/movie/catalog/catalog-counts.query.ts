/** The values that the library can be filtered by, each counted as if it were chosen alone in its field, with the other fields as they are. */
import { ratingSteps, type filmGenresOf } from '@homeport/contract/movie/movie.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import type { Db } from '../../kit/db.ts'
import { countFilms, matchingFilms, type CatalogFilter } from './catalog-filter.query.ts'

type Counts = Out<typeof filmGenresOf.output>
type Counted = { value: string; count: number }

export async function countCatalog(db: Db, filter: CatalogFilter): Promise<Counts> {
  const matching = (change: Partial<CatalogFilter> = {}) => matchingFilms(db, { ...filter, ...change })
  const kindCount = (kind: 'film' | 'series') => countFilms(matching({ kind }))

  /** Most frequent first. */
  const byColumn = (column: 'region' | 'quality', change: Partial<CatalogFilter>): Promise<Counted[]> =>
    matching(change)
      .where(column, '!=', '')
      .select((eb) => [`${column} as value` as const, eb.fn.countAll<number>().as('count')])
      .groupBy(column)
      .orderBy('count', 'desc')
      .orderBy(column)
      .execute()

  return {
    total: await countFilms(matching()),
    kinds: [
      { value: 'film', count: await kindCount('film') },
      { value: 'series', count: await kindCount('series') },
    ],
    genres: await db
      .selectFrom('movie_catalog_value')
      .where('field', '=', 'genre')
      .where('film_id', 'in', matching({ genres: [] }).select('film_id'))
      .select((eb) => ['value', eb.fn.countAll<number>().as('count')])
      .groupBy('value')
      .orderBy('count', 'desc')
      .orderBy('value')
      .execute(),
    regions: await byColumn('region', { regions: [] }),
    qualities: await byColumn('quality', { qualities: [] }),
    years: await matching({ year_from: null, year_to: null })
      .where('year', 'is not', null)
      .select((eb) => [eb.fn.coalesce('year', eb.lit(0)).as('year'), eb.fn.countAll<number>().as('count')])
      .groupBy('year')
      .orderBy('year')
      .execute(),
    ratings: await Promise.all(
      ratingSteps.map(async (from) => ({ from, count: await countFilms(matching({ rating_from: from })) })),
    ),
    watched: await countFilms(matching({ watched: true })),
    unwatched: await countFilms(matching({ watched: false })),
    favorite: await countFilms(matching({ favorite: true })),
    unidentified: await countFilms(matching({ unidentified: true })),
  }
}
