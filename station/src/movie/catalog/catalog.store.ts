/** Writes the catalogue: films that changed are read again, in batches. */
import { perSortNumber } from '@homeport/contract/shape/list-keys/film-sort.ts'
import { sql } from 'kysely'
import { writeUnsynced, type Db } from '../../kit/db.ts'
import { inTurns } from '../../kit/turns/in-turns.ts'
import { wholeFilms, type WholeFilm } from '../film/film.query.ts'
import { knownFacts } from '../film/known-facts.ts'
import { toBoxFilm } from '../film/to-wire.ts'
import { catalogKeysOf, isCatalogued, type CatalogRow } from './catalog-keys.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    movie_catalog: CatalogRow
    /** Genres and people of the films of movie_catalog; value: a genre or a FilmPerson.id. */
    movie_catalog_value: { film_id: string; field: 'genre' | 'person'; value: string; added_at: number }
  }
}

/** Each batch is a commit, which waits for the disk. */
const filmsAtOnce = 200

type Entry = { row: CatalogRow; words: string[]; values: { field: 'genre' | 'person'; value: string }[] }

export function catalogStore(db: Db) {
  return {
    /** Takes over some of the films that changed; false if none did. */
    async updateSome(): Promise<boolean> {
      const changed = await db.selectFrom('movie_film').selectAll().where('catalog_changed', '>', 0).limit(filmsAtOnce).execute()
      if (changed.length === 0) return false
      const entries = new Map<string, Entry>()
      for await (const film of inTurns(await wholeFilms(db, changed.filter(isCatalogued))))
        entries.set(film.film_id, await entryOf(film))
      await writeUnsynced(db, async (tx) => {
        const ids = changed.map(({ film_id }) => film_id)
        const existing = await tx.selectFrom('movie_catalog').select('film_id').where('film_id', 'in', ids).execute()
        const catalogued = new Set(existing.map(({ film_id }) => film_id))
        for (const { film_id, catalog_changed } of changed) {
          const { numUpdatedRows } = await tx
            .updateTable('movie_film')
            .set({ catalog_changed: 0 })
            .where('film_id', '=', film_id)
            .where('catalog_changed', '=', catalog_changed)
            .executeTakeFirstOrThrow()
          // It changed again or was deleted since it was read.
          if (numUpdatedRows === 0n) continue
          if (catalogued.has(film_id)) await dropEntry(tx, film_id)
          const entry = entries.get(film_id)
          if (entry) await addEntry(tx, film_id, entry)
        }
      })
      return true
    },
  }
}

async function dropEntry(tx: Db, filmId: string): Promise<void> {
  await tx.deleteFrom('movie_catalog').where('film_id', '=', filmId).execute()
  await tx.deleteFrom('movie_catalog_value').where('film_id', '=', filmId).execute()
}

async function addEntry(tx: Db, filmId: string, { row, words, values }: Entry): Promise<void> {
  await tx.insertInto('movie_catalog').values(row).execute()
  await sql`insert into movie_catalog_words (rowid, words) select rowid, ${words.join(' ')} from movie_catalog where film_id = ${filmId}`.execute(
    tx,
  )
  if (values.length === 0) return
  const { film_id, added_at } = row
  await tx
    .insertInto('movie_catalog_value')
    .values(values.map((value) => ({ ...value, film_id, added_at })))
    .onConflict((on) => on.doNothing())
    .execute()
}

async function entryOf(film: WholeFilm): Promise<Entry> {
  const facts = knownFacts(film, film.identity)
  const shown = toBoxFilm(film)
  const { id: film_id, kind, identified, genres, region, quality } = shown
  const { words, columns } = await catalogKeysOf(facts)
  return {
    row: {
      film_id,
      kind,
      ...perSortNumber((field) => shown[field]),
      added_at: shown.added_at,
      region,
      quality,
      collection_id: facts.collection_id,
      is_unidentified: identified === 'no' ? 1 : 0,
      ...columns,
    },
    words,
    values: [
      ...genres.map((value) => ({ field: 'genre' as const, value })),
      ...facts.people.map(({ id }) => ({ field: 'person' as const, value: id })),
    ],
  }
}
