/** The cloud sorts and finds the films of contract/fixtures/library.json as the box does (station/src/movie/catalog/catalog-cases.test.ts), and any others as film-worth.ts says. */
import { readFile } from 'node:fs/promises'
import { filmKeysOf, type FilmKeys } from '@homeport/contract/movie/film-keys.ts'
import { inLanguage } from '@homeport/contract/movie/film-language.ts'
import { filmQueryOf, worthOf } from '@homeport/contract/movie/film-worth.ts'
import { FilmCounts, FilmFilter, type ReportedFilm } from '@homeport/contract/movie/movie.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { filmOrders, filmSorts } from '@homeport/contract/shape/list-keys/film-sort.ts'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { reportedFilm } from '../../testing/reported-film.ts'
import { createEpisodes } from './episodes.ts'
import { createFilmColumns } from './film-columns.ts'
import { countsOf, filterOf } from './filter.ts'
import { find } from '../search/find.ts'
import { createLibrarySearch } from './library-search.ts'
import { createOrders } from './order.ts'
import { pageOf } from './page.ts'
import { slotSet } from './slot-set.ts'

const Case = z.looseObject({
  id: z.string(),
  zh: z.optional(z.string()),
  en: z.optional(z.string()),
  people: z._default(z.array(z.string()), []),
})
const { films, watched, favorites, sorts, filters, counts, searches } = z
  .object({
    films: z.array(Case),
    watched: z.array(z.string()),
    favorites: z.array(z.string()),
    filters: z.array(z.object({ filter: FilmFilter, ids: z.array(z.string()) })),
    counts: z.array(z.object({ filter: FilmFilter, counts: FilmCounts })),
    sorts: z.array(
      z.object({ lang: z.enum(['zh', 'en']), sort: z.enum(filmSorts), order: z.enum(filmOrders), ids: z.array(z.string()) }),
    ),
    searches: z.array(z.object({ q: z.string(), zh: z.array(z.string()), en: z.array(z.string()) })),
  })
  .parse(JSON.parse(await readFile(new URL('../../../../contract/fixtures/library.json', import.meta.url), 'utf8')))
const langs = ['zh', 'en'] as const

function reported({ zh, en, people, id, ...film }: z.infer<typeof Case>): ReportedFilm {
  const text = (title = '') => ({ title, overview: '', collection: '' })
  const cast = people.map((name) => ({ id: name, name, job: 'cast' as const, role: '', photo: '' }))
  return reportedFilm(id, { ...film, identified: 'auto', texts: { zh: text(zh), en: text(en) }, people: cast })
}

async function libraryOf(all: readonly ReportedFilm[]) {
  const columns = createFilmColumns()
  const keys = new Map<number, FilmKeys>()
  for (const film of all) {
    const own = await filmKeysOf(film)
    keys.set(columns.put(film.id, film, own), own)
  }
  const search = createLibrarySearch({ films: columns, keys, episodes: createEpisodes() })
  return { films: columns, orders: createOrders(columns), keys, search: await search.search() }
}
type Shown = Awaited<ReturnType<typeof libraryOf>>
const slotsIn = (library: Shown, ids: readonly string[]) => slotSet(ids.flatMap((id) => library.films.slotOf(id) ?? []))
const optionsIn = (library: Shown, person = '') => ({
  user: { watched: slotsIn(library, watched), favorites: slotsIn(library, favorites) },
  person: person === '' ? undefined : slotSet(library.search.filmsOf(person) ?? []),
})
const searched = (library: Shown, q: string) =>
  find(library, library.search, { q, tab: 'films', is_exact: true, page: 1, limit: 99 })

describe('the library that every program replays', () => {
  let shown: Record<Lang, Shown>
  beforeAll(async () => {
    const inLang = (lang: Lang) => libraryOf(films.map((film) => inLanguage(reported(film), lang)))
    shown = { zh: await inLang('zh'), en: await inLang('en') }
  })

  test.each(sorts)('sorted by $sort, $order, in $lang', ({ lang, sort, order, ids }) => {
    const library = shown[lang]
    const { user } = optionsIn(library)
    expect(pageOf(library, { sort, order, page: 1, limit: 99 }, { failures: undefined, user }).ids).toEqual(ids)
  })

  test.each(filters)('newest first, filtered by $filter', ({ filter, ids }) => {
    const library = shown.en
    const options = optionsIn(library, filter.person)
    const failures = filterOf(library.films, filter, options)
    const page = pageOf(library, { sort: 'added', order: 'desc', page: 1, limit: 99 }, { failures, user: options.user })
    expect(page).toEqual({ ids, total: ids.length })
  })

  test.each(counts)('the counts of $filter', ({ filter, counts: expected }) => {
    expect(countsOf(shown.en.films, filter, optionsIn(shown.en))).toEqual(expected)
  })

  test.each(searches)('a search for $q', (expected) => {
    for (const lang of langs) {
      const { films: single, series } = searched(shown[lang], expected.q)
      const isSeries = (id: string) => series.includes(id)
      expect(single, lang).toEqual(expected[lang].filter((id) => !isSeries(id)))
      expect(series.toSorted(), lang).toEqual(expected[lang].filter(isSeries).toSorted())
      expect([...single, ...series].length, lang).toBe(expected[lang].length)
    }
  })
})

const words = ['the', 'harbour', '海港', 'night', '之夜', 'c++', '.hack', '2', '&', 'hai', 'Ł']
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .chain((some) => fc.constantFrom(' ', '').map((space) => some.join(space)))
const film = fc.record({ title: text, original_title: text, people: fc.subarray(['Anna Harbour', '海']) })

test('the index gives every film the worth that film-worth.ts says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(film, { minLength: 1, maxLength: 8 }), text, async (some, q) => {
      const all = some.map(({ title, original_title, people }, at) => reported({ id: `f${at}`, people, title, original_title }))
      const library = await libraryOf(all)
      const query = filmQueryOf(q)
      const expected = [...library.keys]
        .map(([slot, keys]) => ({ id: library.films.idOf(slot) ?? '', worth: worthOf(keys, query), length: keys.title.length }))
        .filter(({ worth }) => worth > 0)
        .toSorted((one, other) => other.worth - one.worth || one.length - other.length || (one.id < other.id ? -1 : 1))
      expect(searched(library, q).films).toEqual(expected.map(({ id }) => id))
    }),
    {
      numRuns: 300,
      examples: [
        [
          [
            { title: 'c++ 之夜', original_title: '', people: [] },
            { title: '海港 之夜', original_title: '', people: [] },
          ],
          '之夜',
        ],
      ],
    },
  )
})
