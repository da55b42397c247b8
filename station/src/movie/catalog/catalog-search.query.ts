/** The search in the catalogue. */
import { sql } from 'kysely'
import { toIndexToken } from '@homeport/contract/shape/search-words.ts'
import type { Db } from '../../kit/db.ts'
import type { CatalogRow } from '../../kit/tables.ts'
import { rowsOfBatches } from '../chunk.ts'
import { wholeInOrder } from './catalog-film.query.ts'
import { searchWordsOf, withoutSpaces } from './catalog-keys.ts'
import type { CatalogPage } from './catalog.query.ts'

const hitsMost = 60
/** Hits of a search that are put in order. */
const rankedMost = 400

/** Every word must be found; titles that begin with the query come first. */
export async function searchCatalog(db: Db, query: string): Promise<CatalogPage> {
  const words = searchWordsOf(query)
  if (words.length === 0) return { films: [], total: 0 }
  const match = words.map((word) => `"${toIndexToken(word)}"*`).join(' ')
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from movie_catalog_words where movie_catalog_words match ${match}`.execute(db)
  const ids = await bestOf(db, words, match)
  return { films: await wholeInOrder(db, ids), total: rows[0]?.n ?? 0 }
}

/** Some films of a search with very many hits: those whose title begins with it, and others. */
async function bestOf(db: Db, words: readonly string[], match: string): Promise<string[]> {
  const whole = words.join('')
  const range = (column: 'title_key' | 'sort_title' | 'initials') =>
    db
      .selectFrom('movie_catalog')
      .select('film_id')
      .where(column, '>=', whole)
      .where(column, '<', `${whole}\u{10ffff}`)
      .orderBy(column)
      .limit(rankedMost)
  const { rows } = await sql<{ film_id: string }>`select film_id from movie_catalog where rowid in (
    select rowid from movie_catalog_words where movie_catalog_words match ${match} limit ${rankedMost})`.execute(db)
  const some = [await range('title_key').execute(), await range('sort_title').execute(), await range('initials').execute(), rows]
  const ids = [...new Set(some.flatMap((part) => part.map(({ film_id }) => film_id)))]
  const ranked = await rowsOfBatches(ids, (part) =>
    db
      .selectFrom('movie_catalog')
      .select(['film_id', 'title_key', 'sort_title', 'initials', 'added_at'])
      .where('film_id', 'in', part)
      .execute(),
  )
  const rankOf = ({ title_key, sort_title, initials }: Pick<CatalogRow, 'title_key' | 'sort_title' | 'initials'>) =>
    title_key === whole
      ? 0
      : title_key.startsWith(whole)
        ? 1
        : withoutSpaces(sort_title).startsWith(whole) || initials.startsWith(whole)
          ? 2
          : title_key.includes(whole)
            ? 3
            : 4
  return ranked
    .map((film) => ({ ...film, rank: rankOf(film) }))
    .toSorted(
      (one, other) =>
        one.rank - other.rank ||
        one.title_key.length - other.title_key.length ||
        other.added_at - one.added_at ||
        (one.film_id < other.film_id ? -1 : 1),
    )
    .slice(0, hitsMost)
    .map(({ film_id }) => film_id)
}
