/**
 * The libraries of the boxes whose films were lately asked for, in memory. Before each use the version of the box's films is read from the database: what another
 * process wrote is seen at once, and only the films that changed since are read again.
 */
import { setImmediate } from 'node:timers/promises'
import { readFilmKeys, type FilmKeys } from '@homeport/contract/movie/film-keys.ts'
import type { Realm } from '../../kit/realm.ts'
import { storeKeys, type FilmRow } from '../film/store.ts'
import { readEpisodeKeys } from '../film/episode-keys.ts'
import { createEpisodes } from './episodes.ts'
import { readFacts } from '../film/facts.ts'
import { createFilmColumns } from './film-columns.ts'
import { createOrders } from './order.ts'
import { createLibrarySearch } from './library-search.ts'
import type { Search } from '../search-index/search.ts'

export type Library = {
  /** The version of the box's films in the database when they were read. */
  version: number
  films: ReturnType<typeof createFilmColumns>
  orders: ReturnType<typeof createOrders>
  episodes: ReturnType<typeof createEpisodes>
  search(): Promise<Search>
}
type Loaded = Library & { keys: Map<number, FilmKeys>; noteChanges(slots: Iterable<number>): void; bytes(): number }

/** Rows read into memory in one turn of the event loop, and ids compared. */
const [rowsAtOnce, idsAtOnce] = [250, 2_000]
/** The size of one film's keys, roughly. */
const keyBytes = 700
/** Over this the libraries that were not used for longest are dropped. */
export const maxBytes = 96_000_000

export type Libraries = ReturnType<typeof createLibraries>

export function createLibraries({ most = maxBytes }: { most?: number } = {}) {
  const loaded = new Map<string, Loaded>()
  /** One at a time for each box. */
  const refreshing = new Map<string, Promise<Loaded>>()

  async function libraryOf(realm: Realm, devsn: string): Promise<Library> {
    const key = `${realm.lang}/${devsn}`
    const before = refreshing.get(key)
    const work = (async () => {
      await before?.catch(() => undefined)
      return refresh(realm, devsn, loaded.get(key) ?? emptyLibrary())
    })()
    refreshing.set(key, work)
    try {
      const library = await work
      loaded.delete(key)
      loaded.set(key, library)
      dropOldest()
      return library
    } finally {
      if (refreshing.get(key) === work) refreshing.delete(key)
    }
  }

  function dropOldest(): void {
    let bytes = [...loaded.values()].reduce((sum, library) => sum + library.bytes(), 0)
    for (const [key, library] of loaded) {
      if (bytes <= most || loaded.size === 1) return
      loaded.delete(key)
      bytes -= library.bytes()
    }
  }

  return { libraryOf }
}

function emptyLibrary(): Loaded {
  const films = createFilmColumns()
  const orders = createOrders(films)
  const episodes = createEpisodes()
  const keys = new Map<number, FilmKeys>()
  const search = createLibrarySearch({ films, keys, episodes })
  return {
    version: 0,
    films,
    orders,
    episodes,
    keys,
    search: () => search.search(),
    noteChanges: (slots) => search.note(slots),
    bytes: () => films.bytes() + orders.bytes() + episodes.bytes() + keys.size * keyBytes + search.bytes(),
  }
}

async function refresh({ db }: Realm, devsn: string, library: Loaded): Promise<Loaded> {
  const current = await db
    .selectFrom('film_total')
    .select(['total', 'episodes', 'version'])
    .where('devsn', '=', devsn)
    .executeTakeFirst()
  const { total, episodes, version } = current ?? { total: 0, episodes: 0, version: 0 }
  if (version === library.version) return library
  const refreshed = { db, devsn, library }
  const changed = await readChangedFilms(refreshed, version)
  const series = await readChangedEpisodes(refreshed, version)
  // Fewer are in memory than in the table if a later version changed some: they come with that.
  if (library.films.count() > total) for (const slot of await dropMissingFilms(refreshed)) changed.add(slot)
  if (library.episodes.count() > episodes) for (const id of await dropMissingEpisodes(refreshed)) series.add(id)
  library.orders.update(changed)
  library.noteChanges(changed)
  library.noteChanges([...series].flatMap((id) => library.films.slotOf(id) ?? []))
  library.version = version
  return library
}

type Refreshed = { db: Realm['db']; devsn: string; library: Loaded }

/** Rows in the order of their ids, a bounded number in each turn. rowsAfter: the first rows with a later id. */
async function eachRow<R extends { id: string }>(
  most: number,
  rowsAfter: (id: string) => Promise<R[]>,
  handle: (row: R) => unknown,
): Promise<void> {
  let last = ''
  for (;;) {
    const rows = await rowsAfter(last)
    for (const row of rows) await handle(row)
    const end = rows.at(-1)
    if (rows.length < most || !end) return
    last = end.id
    await setImmediate()
  }
}

/** Each is a slice of what a box reports, a few rows (connection/mirror). */
const versionsAtOnce = 20

/**
 * Changed rows: a whole library is read along its ids, one in memory along the index of versions, since while a box reports thousands of films every page asks for
 * what is new. behind: at most `rowsAtOnce` rows with later ids, in their order; undefined: all of the range.
 */
async function eachChange<R extends { id: string }>(
  { library, upTo }: { library: Loaded; upTo: number },
  rowsOf: (range: { after: number; upTo: number; behind: string | undefined }) => Promise<R[]>,
  handle: (row: R) => unknown,
): Promise<void> {
  if (library.version === 0) return eachRow(rowsAtOnce, (behind) => rowsOf({ after: 0, upTo, behind }), handle)
  for (let after = library.version; after < upTo; after += versionsAtOnce) {
    if (after > library.version) await setImmediate()
    const rows = await rowsOf({ after, upTo: Math.min(after + versionsAtOnce, upTo), behind: undefined })
    for (const row of rows) await handle(row)
  }
}

async function readChangedFilms({ db, devsn, library }: Refreshed, upTo: number): Promise<Set<number>> {
  const changed = new Set<number>()
  await eachChange(
    { library, upTo },
    (range) =>
      db
        .selectFrom('films')
        .select(['film_id as id', 'facts', 'keys'])
        .where('devsn', '=', devsn)
        .where('version', '>', range.after)
        .where('version', '<=', range.upTo)
        .$if(range.behind !== undefined, (of) =>
          of
            .where('film_id', '>', range.behind ?? '')
            .orderBy('film_id')
            .limit(rowsAtOnce),
        )
        .execute(),
    async (row) => {
      const slot = await put({ db, devsn, library }, row)
      if (slot !== undefined) changed.add(slot)
    },
  )
  return changed
}

/** The ids of their series, also of those that they left. */
async function readChangedEpisodes({ db, devsn, library }: Refreshed, upTo: number): Promise<Set<string>> {
  const changed = new Set<string>()
  await eachChange(
    { library, upTo },
    (range) =>
      db
        .selectFrom('film_episodes')
        .select(['episode_id as id', 'series_id', 'keys'])
        .where('devsn', '=', devsn)
        .where('version', '>', range.after)
        .where('version', '<=', range.upTo)
        .$if(range.behind !== undefined, (of) =>
          of
            .where('episode_id', '>', range.behind ?? '')
            .orderBy('episode_id')
            .limit(rowsAtOnce),
        )
        .execute(),
    ({ id, series_id, keys }) => {
      changed.add(series_id)
      changed.add(library.episodes.seriesOf(id) ?? series_id)
      library.episodes.put(id, { series_id, texts: readEpisodeKeys(keys) })
    },
  )
  return changed
}

/** undefined: written by another version. */
function readRow(row: Pick<FilmRow, 'facts' | 'keys'> | undefined) {
  const facts = row && readFacts(row.facts)
  const keys = row && readFilmKeys(row.keys)
  return facts && keys ? { facts, keys } : undefined
}

/** undefined: the film has just been removed. */
async function put(
  { db, devsn, library }: Refreshed,
  row: { id: string } & Pick<FilmRow, 'facts' | 'keys'>,
): Promise<number | undefined> {
  const { id: film_id } = row
  const read = readRow(row) ?? readRow(await storeKeys(db, { devsn, film_id }))
  if (!read) return undefined
  const { facts, keys } = read
  const slot = library.films.put(film_id, facts, keys)
  library.keys.set(slot, keys)
  return slot
}

/** Films that are no longer in the table; their slots. */
async function dropMissingFilms({ db, devsn, library }: Refreshed): Promise<number[]> {
  const missing = new Set(library.films.ids())
  await eachRow(
    idsAtOnce,
    (last) =>
      db
        .selectFrom('films')
        .select('film_id as id')
        .where('devsn', '=', devsn)
        .where('film_id', '>', last)
        .orderBy('film_id')
        .limit(idsAtOnce)
        .execute(),
    ({ id }) => missing.delete(id),
  )
  return [...missing].flatMap((id) => {
    const slot = library.films.drop(id)
    if (slot === undefined) return []
    library.keys.delete(slot)
    return [slot]
  })
}

/** The ids of their series. */
async function dropMissingEpisodes({ db, devsn, library }: Refreshed): Promise<string[]> {
  const missing = new Set(library.episodes.ids())
  await eachRow(
    idsAtOnce,
    (last) =>
      db
        .selectFrom('film_episodes')
        .select('episode_id as id')
        .where('devsn', '=', devsn)
        .where('episode_id', '>', last)
        .orderBy('episode_id')
        .limit(idsAtOnce)
        .execute(),
    ({ id }) => missing.delete(id),
  )
  const series = [...missing].flatMap((id) => library.episodes.seriesOf(id) ?? [])
  for (const id of missing) library.episodes.drop(id)
  return series
}
