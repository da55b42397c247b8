/** Filtering a box's films, and counting for each value how many films there would be with it chosen. */
import type { FilmFilter } from '@homeport/contract/movie.ts'
import type { Dictionary, FilmColumns } from './film-columns.ts'

/** What belongs to one user: slots of the films that they watched and that are their favourites. */
export type UserFilms = { watched: ReadonlySet<number>; favorites: ReadonlySet<number> }
/** The films of a person, by slot; undefined: not filtered by person. */
export type Options = { user: UserFilms; person: ReadonlySet<number> | undefined }

/** The fields of a filter that can be counted by; `other` for those without counts. */
const fields = ['kind', 'genres', 'regions', 'qualities', 'years', 'watched', 'favorite', 'unidentified', 'other'] as const
type Field = (typeof fields)[number]
type Test = { field: Field; matches: (slot: number) => boolean }

/** Only the fields in use. */
function testsOf(films: FilmColumns, filter: FilmFilter, { user, person }: Options): Test[] {
  const { dictionaries } = films
  const { region, quality, collection, year, rating } = films.columns()
  const tests: Test[] = []
  const add = (isUsed: boolean, field: Field, matches: Test['matches']) => void (isUsed && tests.push({ field, matches }))
  const genres = numbersOf(dictionaries.genre, filter.genres)
  const regions = numbersOf(dictionaries.region, filter.regions)
  const qualities = numbersOf(dictionaries.quality, filter.qualities)
  const [from, to] = [filter.year_from ?? -Infinity, filter.year_to ?? Infinity]
  const inCollection = dictionaries.collection.numbers.get(filter.collection)
  const isSeries = filter.kind === 'series'
  add(filter.kind !== null, 'kind', (slot) => films.isSeries(slot) === isSeries)
  add(filter.genres.length > 0, 'genres', (slot) => films.genres(slot).some((genre) => genres.has(genre)))
  add(filter.regions.length > 0, 'regions', (slot) => regions.has(region[slot] ?? 0))
  add(filter.qualities.length > 0, 'qualities', (slot) => qualities.has(quality[slot] ?? 0))
  add(from > -Infinity || to < Infinity, 'years', (slot) => (year[slot] ?? NaN) >= from && (year[slot] ?? NaN) <= to)
  add(filter.watched !== null, 'watched', (slot) => user.watched.has(slot) === filter.watched)
  add(filter.favorite, 'favorite', (slot) => user.favorites.has(slot))
  add(filter.unidentified, 'unidentified', films.isUnidentified)
  add(filter.rating_from !== null, 'other', (slot) => (rating[slot] ?? NaN) >= (filter.rating_from ?? 0))
  add(filter.collection !== '', 'other', (slot) => inCollection !== undefined && collection[slot] === inCollection)
  add(person !== undefined, 'other', (slot) => person?.has(slot) === true)
  return tests
}

function numbersOf({ numbers }: Dictionary, values: readonly string[]): ReadonlySet<number> {
  return new Set(values.flatMap((value) => numbers.get(value) ?? []))
}

/** A function that says whether the film of a slot matches; undefined: all do. */
export function filterOf(films: FilmColumns, filter: FilmFilter, options: Options): ((slot: number) => boolean) | undefined {
  const tests = testsOf(films, filter, options)
  return tests.length === 0 ? undefined : (slot) => tests.every(({ matches }) => matches(slot))
}

export type FilmCounts = {
  total: number
  kinds: { value: string; count: number }[]
  genres: { value: string; count: number }[]
  regions: { value: string; count: number }[]
  qualities: { value: string; count: number }[]
  years: { year: number; count: number }[]
  watched: number
  unwatched: number
  favorite: number
  unidentified: number
}

/** One pass: a film that fails no test counts everywhere, one that fails only the test of one field counts in that field. */
export function countsOf(films: FilmColumns, filter: FilmFilter, options: Options): FilmCounts {
  const tests = testsOf(films, filter, options)
  const { region, quality, year } = films.columns()
  const { dictionaries } = films
  const genreCounts = new Uint32Array(dictionaries.genre.values.length)
  const regionCounts = new Uint32Array(dictionaries.region.values.length)
  const qualityCounts = new Uint32Array(dictionaries.quality.values.length)
  const yearCounts = new Map<number, number>()
  let [total, series, single, watched, unwatched, favorite, unidentified] = [0, 0, 0, 0, 0, 0, 0]
  for (let slot = 0; slot < films.size(); slot += 1) {
    if (films.idOf(slot) === undefined) continue
    const failed = onlyFailure(tests, slot)
    if (failed === 'several' || failed === 'other') continue
    const counts = (field: Field) => failed === undefined || failed === field
    if (failed === undefined) total += 1
    if (counts('kind') && films.isSeries(slot)) series += 1
    if (counts('kind') && !films.isSeries(slot)) single += 1
    if (counts('genres')) for (const genre of films.genres(slot)) increment(genreCounts, genre)
    if (counts('regions')) increment(regionCounts, region[slot] ?? 0)
    if (counts('qualities')) increment(qualityCounts, quality[slot] ?? 0)
    const inYear = year[slot] ?? NaN
    if (counts('years') && !Number.isNaN(inYear)) yearCounts.set(inYear, (yearCounts.get(inYear) ?? 0) + 1)
    if (counts('watched') && options.user.watched.has(slot)) watched += 1
    if (counts('watched') && !options.user.watched.has(slot)) unwatched += 1
    if (counts('favorite') && options.user.favorites.has(slot)) favorite += 1
    if (counts('unidentified') && films.isUnidentified(slot)) unidentified += 1
  }
  return {
    total,
    kinds: [
      { value: 'film', count: single },
      { value: 'series', count: series },
    ],
    genres: named(dictionaries.genre, genreCounts),
    regions: named(dictionaries.region, regionCounts),
    qualities: named(dictionaries.quality, qualityCounts),
    years: [...yearCounts].map(([of, count]) => ({ year: of, count })).toSorted((a, b) => a.year - b.year),
    watched,
    unwatched,
    favorite,
    unidentified,
  }
}

/** The field of the only test that fails; undefined: none fails. */
function onlyFailure(tests: readonly Test[], slot: number): Field | 'several' | undefined {
  let failed: Field | undefined
  for (const { field, matches } of tests) {
    if (matches(slot)) continue
    if (failed !== undefined) return 'several'
    failed = field
  }
  return failed
}

function increment(counts: Uint32Array, at: number): void {
  counts[at] = (counts[at] ?? 0) + 1
}

/** Without the empty value; most frequent first. */
function named({ values }: Dictionary, counts: Uint32Array): { value: string; count: number }[] {
  return values
    .map((value, at) => ({ value, count: counts[at] ?? 0 }))
    .filter(({ value, count }) => value !== '' && count > 0)
    .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}
