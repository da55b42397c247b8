/** The columns that films are sorted by. A new sort key is one word in the contract's `filmSorts`, two columns here and in a migration, and a word in the app. */
import type { BoxFilm } from '@homeport/contract/movie.ts'

const none = 1_000_000

/** *_up and *_down: the value for that direction; a film without one comes last in both. Ratings in hundredths. */
export function sortColumns({ year, rating }: Pick<BoxFilm, 'year' | 'rating'>) {
  const hundredths = rating === null ? null : Math.round(rating * 100)
  return {
    year_up: year ?? none,
    year_down: year ?? -none,
    rating_up: hundredths ?? none,
    rating_down: hundredths ?? -none,
  }
}

/** Of a film that has none of the values. */
export const blankSortColumns = sortColumns({ year: null, rating: null })

export type SortColumns = ReturnType<typeof sortColumns>

export const sortColumnNames = ['year_up', 'year_down', 'rating_up', 'rating_down'] as const satisfies (keyof SortColumns)[]
