/** The filter of the library, as it stands in the address. */
import { filmKinds, type FilmFilter } from '@homeport/contract/movie/movie.ts'
import { usePageQuery } from '../kit/nav/nav.ts'

/** Only the fields in use. */
export type Filter = Partial<FilmFilter>
export type ListField = 'genres' | 'regions' | 'qualities'

const lists: readonly ListField[] = ['genres', 'regions', 'qualities']
/** No genre and no region contains it. */
const separator = '~'

/** Reads the filter from a query; what is not understood is left out. */
export function filterFrom(query: URLSearchParams): Filter {
  const filter: Filter = {}
  for (const name of lists) {
    const values = (query.get(name) ?? '').split(separator).filter(Boolean)
    if (values.length > 0) filter[name] = values
  }
  const kind = filmKinds.find((one) => one === query.get('kind'))
  if (kind) filter.kind = kind
  for (const name of ['year_from', 'year_to'] as const) {
    const year = Number(query.get(name))
    if (Number.isInteger(year) && year >= 1800 && year <= 2200) filter[name] = year
  }
  const rating = Number(query.get('rating_from'))
  if (rating > 0 && rating <= 10) filter.rating_from = rating
  const watched = query.get('watched')
  if (watched === '1' || watched === '0') filter.watched = watched === '1'
  if (query.get('favorite') === '1') filter.favorite = true
  if (query.get('unidentified') === '1') filter.unidentified = true
  for (const name of ['person', 'collection'] as const) {
    const value = query.get(name) ?? ''
    if (value !== '') filter[name] = value
  }
  return filter
}

/** The query of an address, as `pathTo` takes it. */
export function queryOf(filter: Filter): Record<string, string | number> {
  const query: Record<string, string | number> = {}
  for (const name of lists) query[name] = (filter[name] ?? []).join(separator)
  query['kind'] = filter.kind ?? ''
  for (const name of ['year_from', 'year_to', 'rating_from'] as const) query[name] = filter[name] ?? ''
  query['watched'] = filter.watched === undefined || filter.watched === null ? '' : Number(filter.watched)
  query['favorite'] = filter.favorite ? 1 : ''
  query['unidentified'] = filter.unidentified ? 1 : ''
  query['person'] = filter.person ?? ''
  query['collection'] = filter.collection ?? ''
  return query
}

/** The filter in the address of the open page. */
export function useFilter(): Filter {
  return filterFrom(new URLSearchParams(usePageQuery()))
}

/** How many fields a person has chosen; a person's or collection's films are a list of their own, not a choice. */
export function countChosen(filter: Filter): number {
  const chosen = Object.keys(filter).filter((name) => !['person', 'collection', 'year_from', 'year_to'].includes(name))
  return chosen.length + (filter.year_from === undefined && filter.year_to === undefined ? 0 : 1)
}

/** The list with the value added or taken out; without the field where it is then empty. */
export function toggled(filter: Filter, name: ListField, value: string): Filter {
  const { [name]: before = [], ...others } = filter
  const next = before.includes(value) ? before.filter((one) => one !== value) : [...before, value]
  return next.length === 0 ? others : { ...others, [name]: next }
}

/** The filter with a field set, or without it. */
export function withField<K extends keyof Filter>(filter: Filter, name: K, value: Filter[K] | undefined): Filter {
  const { [name]: _, ...others } = filter
  return value === undefined ? others : { ...others, [name]: value }
}
