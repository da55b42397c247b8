/**
 * The libraries of the boxes whose films were lately asked for, in memory. Before each use the version of the box's films is read from the database: what another
 * process wrote is seen at once, and only the films that changed since are read again.
 */
import { setImmediate } from 'node:timers/promises'
import type { Realm } from '../../kit/realm.ts'
import { storeKeys, type FilmRow } from '../store.ts'
import { readFacts } from './facts.ts'
import { createFilmColumns } from './film-columns.ts'
import { createOrders } from './order.ts'
import { readKeys, type SearchKeys } from './search-keys.ts'
import { createSearch, type Search } from './search.ts'

export type Library = {
  films: ReturnType<typeof createFilmColumns>
  orders: ReturnType<typeof createOrders>
  /** Made at the first search after a change. */
  search(): Search
}
type Loaded = Library & { version: number; keys: Map<number, SearchKeys>; dropSearch(): void; bytes(): number }

const rowsAtOnce = 1_000
/** Of one film's keys, roughly. */
const keyBytes = 700
/** Over this the libraries that were not used for longest are dropped. */
export const bytesMost = 96_000_000

export type Libraries = ReturnType<typeof createLibraries>

export function createLibraries({ most = bytesMost }: { most?: number } = {}) {
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
  const keys = new Map<number, SearchKeys>()
  let search: Search | undefined
  return {
    version: 0,
    films,
    orders,
    keys,
    search() {
      search ??= createSearch([...keys].map(([slot, of]) => ({ slot, keys: of })))
      return search
    },
    dropSearch() {
      search = undefined
    },
    bytes: () => films.bytes() + orders.bytes() + keys.size * keyBytes + (search?.bytes ?? 0),
  }
}

async function refresh({ db }: Realm, devsn: string, library: Loaded): Promise<Loaded> {
  const current = await db.selectFrom('film_total').select(['total', 'version']).where('devsn', '=', devsn).executeTakeFirst()
  const { total, version } = current ?? { total: 0, version: 0 }
  if (version === library.version) return library
  const changed = await readChanged({ db, devsn, library, upTo: version })
  if (library.films.count() !== total) for (const slot of await dropMissing({ db, devsn, library })) changed.add(slot)
  library.orders.update(changed)
  library.dropSearch()
  library.version = version
  return library
}

type Refreshed = { db: Realm['db']; devsn: string; library: Loaded }

async function readChanged({ db, devsn, library, upTo }: Refreshed & { upTo: number }): Promise<Set<number>> {
  const changed = new Set<number>()
  let last = ''
  for (;;) {
    const rows = await db
      .selectFrom('films')
      .select(['film_id', 'facts', 'keys'])
      .where('devsn', '=', devsn)
      .where('version', '>', library.version)
      .where('version', '<=', upTo)
      .where('film_id', '>', last)
      .orderBy('film_id')
      .limit(rowsAtOnce)
      .execute()
    for (const row of rows) {
      const slot = await put({ db, devsn, library }, row)
      if (slot !== undefined) changed.add(slot)
    }
    const end = rows.at(-1)
    if (rows.length < rowsAtOnce || !end) return changed
    last = end.film_id
    await setImmediate()
  }
}

/** undefined: written by another version. */
function readRow(row: Pick<FilmRow, 'facts' | 'keys'> | undefined) {
  const facts = row && readFacts(row.facts)
  const keys = row && readKeys(row.keys)
  return facts && keys ? { facts, keys } : undefined
}

/** undefined: the film has just been removed. */
async function put(
  { db, devsn, library }: Refreshed,
  row: Pick<FilmRow, 'film_id' | 'facts' | 'keys'>,
): Promise<number | undefined> {
  const { film_id } = row
  const read = readRow(row) ?? readRow(await storeKeys(db, { devsn, film_id }))
  if (!read) return undefined
  const { facts, keys } = read
  const slot = library.films.put(film_id, facts, keys)
  library.keys.set(slot, keys)
  return slot
}

/** Films that are no longer in the table. */
async function dropMissing({ db, devsn, library }: Refreshed): Promise<number[]> {
  const rows = await db.selectFrom('films').select('film_id').where('devsn', '=', devsn).execute()
  const existing = new Set(rows.map(({ film_id }) => film_id))
  return [...library.films.ids()].flatMap((id) => {
    if (existing.has(id)) return []
    const slot = library.films.drop(id)
    if (slot === undefined) return []
    library.keys.delete(slot)
    return [slot]
  })
}
