/** A search in a box's library: a page of one tab, and the first few of the others. */
import type { filmSearchTabs } from '@homeport/contract/movie.ts'
import type { Library } from './libraries.ts'
import type { Hits } from './search.ts'

const previewMost = 3

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

export function find(library: Library, { q, tab, is_exact, page, limit }: SearchQuery): SearchResults {
  const search = library.search()
  const typed = search.find(q)
  const corrected = is_exact || hasHits(typed) ? undefined : search.correct(q)
  const { films: slots, files, people } = corrected === undefined ? typed : search.find(corrected)
  const { films } = library
  const series = slots.filter((slot) => films.isSeries(slot))
  const single = slots.filter((slot) => !films.isSeries(slot))
  const part = <T>(of: Tab, all: readonly T[]) =>
    of === tab ? all.slice((page - 1) * limit, page * limit) : all.slice(0, previewMost)
  const idOf = (slot: number) => films.idOf(slot) ?? ''
  return {
    counts: { films: single.length, series: series.length, files: files.length, people: people.length },
    films: part('films', single).map(idOf),
    series: part('series', series).map(idOf),
    files: part('files', files).map(({ slot, file, episode_id }) => ({
      film_id: idOf(slot),
      file,
      ...(episode_id !== undefined && { episode_id }),
    })),
    people: part('people', people).map((person) => ({ ...person, films: person.slots.length })),
    corrected: corrected ?? '',
  }
}

function hasHits({ films, files, people }: Hits): boolean {
  return films.length + files.length + people.length > 0
}
