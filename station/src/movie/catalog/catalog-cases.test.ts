/** The box sorts and finds the films of contract/fixtures/library.json as the cloud does (cloud/src/movie/library/library-cases.test.ts), and any others as film-worth.ts says. */
import { readFile } from 'node:fs/promises'
import { filmKeysOf } from '@homeport/contract/movie/film-keys.ts'
import { filmQueryOf, worthOf } from '@homeport/contract/movie/film-worth.ts'
import { anyFilm, FilmCounts, FilmFilter } from '@homeport/contract/movie/movie.ts'
import { filmOrders, filmSorts } from '@homeport/contract/shape/list-keys/film-sort.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { migrations } from '../../../migrations/all.ts'
import { openDb, type Db } from '../../kit/db.ts'
import { addEpisode, addFilm } from '../../testing/catalog.ts'
import { searchCatalog } from './catalog-search.query.ts'
import { countCatalog } from './catalog-counts.query.ts'
import { catalogQueries } from './catalog.query.ts'
import { catalogStore } from './catalog.store.ts'

const Case = z.object({
  id: z.string(),
  kind: z._default(z.enum(['film', 'series']), 'film'),
  title: z.string(),
  original_title: z._default(z.string(), ''),
  zh: z._default(z.string(), ''),
  en: z._default(z.string(), ''),
  aliases: z._default(z.array(z.string()), []),
  people: z._default(z.array(z.string()), []),
  year: z._default(z.nullable(z.number()), null),
  rating: z._default(z.nullable(z.number()), null),
  duration_ms: z._default(z.nullable(z.number()), null),
  added_at: z._default(z.number(), 0),
  file_size: z._default(z.number(), 0),
  genres: z._default(z.array(z.string()), []),
  region: z._default(z.string(), ''),
  collection_id: z._default(z.string(), ''),
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

const viewer = { realm: 'en', user_id: 'u' } as const
const castOf = (people: readonly string[]) =>
  people.map((name) => ({ id: name, name, job: 'cast' as const, role: '', photo: '' }))

async function openWith(all: readonly z.infer<typeof Case>[]): Promise<Db> {
  const db = await openDb(':memory:', migrations)
  const text = (title: string) => ({ title, overview: '', collection: '' })
  for (const {
    id,
    kind,
    title,
    original_title,
    zh,
    en,
    aliases,
    people,
    year,
    duration_ms,
    added_at,
    file_size,
    ...rest
  } of all) {
    const facts = { texts: { zh: text(zh), en: text(en) }, aliases, people: castOf(people), ...rest }
    const row = { film_id: id, kind, year, original_title, added_at: added_at * 1_000 }
    await addFilm(db, { title, facts, row })
    if (kind === 'series') await addEpisode(db, { series_id: id, season: 1, number: 1 })
    await db.updateTable('movie_film').set({ year, added_at: row.added_at }).where('film_id', '=', id).execute()
    const ownFiles = db.updateTable('movie_file').set({ duration_ms, size: file_size })
    await ownFiles.where((eb) => eb.or([eb('film_id', '=', id), eb('film_id', 'like', `${id} %`)])).execute()
  }
  for (const movie_id of watched)
    await db
      .insertInto('viewer_film')
      .values({ ...viewer, kind: 'watched', movie_id, marked_at: 1 })
      .execute()
  for (const movie_id of favorites)
    await db
      .insertInto('viewer_film')
      .values({ ...viewer, kind: 'favorite', movie_id, marked_at: 1 })
      .execute()
  await catalogStore(db).updateSome()
  return db
}

describe('the library that every program replays', () => {
  let db: Db
  beforeAll(async () => {
    db = await openWith(films)
  })
  afterAll(() => db.destroy())

  test.each(sorts)('sorted by $sort, $order, in $lang', async ({ lang, sort, order, ids }) => {
    const page = await catalogQueries(db).catalogued({ ...anyFilm, viewer }, { lang, sort, order, offset: 0, limit: 99 })
    expect(page.films.map(({ film_id }) => film_id)).toEqual(ids)
  })

  test.each(filters)('newest first, filtered by $filter', async ({ filter, ids }) => {
    const by = { sort: 'added', order: 'desc', lang: 'en', offset: 0, limit: 99 } as const
    const page = await catalogQueries(db).catalogued({ ...filter, viewer }, by)
    expect(page.films.map(({ film_id }) => film_id)).toEqual(ids)
    expect(page.total).toBe(ids.length)
  })

  test.each(counts)('the counts of $filter', async ({ filter, counts: expected }) => {
    // The files of the tests are 1080p; the library has no qualities.
    expect({ ...(await countCatalog(db, { ...filter, viewer })), qualities: [] }).toEqual(expected)
  })

  test.each(searches)('a search for $q', async (expected) => {
    for (const lang of ['zh', 'en'] as const) {
      const { films: hits, total } = await searchCatalog(db, expected.q, lang)
      const ofKind = (kind: string) => hits.filter((film) => film.kind === kind).map(({ film_id }) => film_id)
      expect([...ofKind('film'), ...ofKind('series')], lang).toEqual(expected[lang])
      expect(total).toBe(expected[lang].length)
    }
  })
})

const words = ['the', 'harbour', '海港', 'night', '之夜', 'c++', '.hack', '2', '&', 'hai', 'Ł']
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
  .chain((some) => fc.constantFrom(' ', '').map((space) => some.join(space)))
const film = fc.record({ title: text, people: fc.subarray(['Anna Harbour', '海']) })

test('the index loses no film that has a worth', async () => {
  const library = fc.array(film, { minLength: 1, maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(library, fc.array(text, { minLength: 1, maxLength: 6 }), async (some, queries) => {
      const db = await openWith(some.map((one, at) => z.parse(Case, { id: `f${at}`, ...one })))
      const none = { original_title: '', aliases: [], texts: undefined, files: [] }
      const keyed = await Promise.all(some.map(({ title, people }) => filmKeysOf({ title, ...none, people: castOf(people) })))
      for (const q of queries) {
        const expected = keyed.flatMap((keys, at) => (worthOf(keys, filmQueryOf(q)) > 0 ? [`f${at}`] : []))
        const hits = await searchCatalog(db, q, 'en')
        expect(hits.films.map(({ film_id }) => film_id).toSorted(), q).toEqual(expected)
      }
      await db.destroy()
    }),
    { numRuns: 15 },
  )
})
