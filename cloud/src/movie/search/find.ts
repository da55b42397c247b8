/** A search in a box's library: a page of one tab, and the first few of the others. */
import type { filmSearchTabs } from '@homeport/contract/movie/movie.ts'
import { bestSlots } from './best.ts'
import type { Library } from '../library/libraries.ts'
import type { Hits, Search } from '../search-index/search.ts'

const maxPreview = 3

type Tab = (typeof filmSearchTabs)[number]
export type SearchQuery = { q: string; tab: Tab; is_exact: boolean; page: number; limit: number }
/** Ids of films in the order of their worth; the file's number in its film. */
export type SearchResults = {
  counts: Record<Tab, number>
  films: string[]
  series: string[]
  files: { film_id: string; file: number; episode_id?: string }[]
  people: { id: string; name: string; photo: string; films: number }[]
  /** The query that was used in place of the typed one; ''. */
  corrected: string
}

export function find({ films }: Pick<Library, 'films'>, search: Search, query: SearchQuery): SearchResults {
  const { q, tab, is_exact, page, limit } = query
  const typed = search.find(q)
  const corrected = is_exact || hasHits(typed) ? undefined : search.correct(q)
  const hits = corrected === undefined ? typed : search.find(corrected)
  const { files, people } = hits
  const series = hits.films.filter((slot) => films.isSeries(slot))
  const single = series.length > 0 ? hits.films.filter((slot) => !films.isSeries(slot)) : hits.films
  const part = (of: Tab): [from: number, to: number] => (of === tab ? [(page - 1) * limit, page * limit] : [0, maxPreview])
  const idOf = (slot: number) => films.idOf(slot) ?? ''
  const idsOf = (slots: readonly number[], of: Tab) => bestSlots(slots, { rankOf: hits.rankOf, idOf }, part(of)).map(idOf)
  return {
    counts: { films: single.length, series: series.length, files: files.count, people: people.count },
    films: idsOf(single, 'films'),
    series: idsOf(series, 'series'),
    files: files.at(part('files')).map(({ slot, file, episode_id }) => ({
      film_id: idOf(slot),
      file,
      ...(episode_id !== undefined && { episode_id }),
    })),
    people: people.at(part('people')).map(({ id, name, photo, slots }) => ({ id, name, photo, films: slots.length })),
    corrected: corrected ?? '',
  }
}

function hasHits({ films, files, people }: Hits): boolean {
  return films.length + files.count + people.count > 0
}
