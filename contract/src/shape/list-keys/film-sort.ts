/** How films are sorted: one list for the app, the TV, the cloud and the box. */

/**
 * overall: unwatched first, newest first. title: Chinese titles by pinyin, among the others, numbers as numbers. Films without the value come last in both directions; films
 * with equal values are in the order of their ids.
 */
export const filmSorts = ['overall', 'added', 'year', 'rating', 'title', 'duration', 'size'] as const
export type FilmSort = (typeof filmSorts)[number]
export const filmOrders = ['desc', 'asc'] as const
export type FilmOrder = (typeof filmOrders)[number]

/** field: of BoxFilm, or sort_title, the key of the title (movie/film-keys.ts). usual: the order where nobody has chosen one. */
export const filmSortRules = {
  overall: { field: 'added_at', usual: 'desc' },
  added: { field: 'added_at', usual: 'desc' },
  year: { field: 'year', usual: 'desc' },
  rating: { field: 'rating', usual: 'desc' },
  title: { field: 'sort_title', usual: 'asc' },
  duration: { field: 'duration_ms', usual: 'asc' },
  size: { field: 'file_size', usual: 'desc' },
} as const satisfies Record<FilmSort, { field: string; usual: FilmOrder }>

export type SortField = (typeof filmSortRules)[FilmSort]['field']
/** The fields that are numbers; null: the film has no such value. */
export type SortNumbers = Record<Exclude<SortField, 'sort_title'>, number | null>

/** A value for each field that is a number. */
export function perSortNumber<T>(valueOf: (field: keyof SortNumbers) => T): Record<keyof SortNumbers, T> {
  return {
    added_at: valueOf('added_at'),
    year: valueOf('year'),
    rating: valueOf('rating'),
    duration_ms: valueOf('duration_ms'),
    file_size: valueOf('file_size'),
  }
}
