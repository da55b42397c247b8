/** The search in the catalogue: the index finds the films that may be meant, and their worth puts them in order. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { readFilmKeys } from '@homeport/contract/movie/film-keys.ts'
import { filmQueryOf, maxTitleLength, worthOf, type FilmQuery } from '@homeport/contract/movie/film-worth.ts'
import { toIndexToken } from '@homeport/contract/shape/search-words.ts'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { inTurns } from '../../kit/turns/in-turns.ts'
import { wholeInOrder } from './catalog-film.query.ts'
import type { CatalogPage } from './catalog.query.ts'

const maxHits = 60
/** Films of which the worth is computed. Of more hits those with a title that begins with the query are never left out. */
const maxCompared = 3_000

type Candidate = { film_id: string; keys_zh: string; keys_en: string }

export async function searchCatalog(db: Db, text: string, lang: Lang): Promise<CatalogPage> {
  const query = filmQueryOf(text)
  if (query.words.length === 0) return { films: [], total: 0 }
  const match = matchOf(query)
  const candidates = await candidatesOf(db, match)
  const isWhole = candidates.length < maxCompared
  if (!isWhole) for (const film of await beginningWith(db, query, lang)) candidates.push(film)
  const ids = await ranked(candidates, query, lang)
  return { films: await wholeInOrder(db, ids.slice(0, maxHits)), total: isWhole ? ids.length : await countOf(db, match) }
}

/** All words, or all of them as one. */
function matchOf({ words, compact }: FilmQuery): string {
  const token = (word: string) => `"${toIndexToken(word)}"*`
  return `(${words.map(token).join(' AND ')}) OR ${token(compact)}`
}

async function candidatesOf(db: Db, match: string): Promise<Candidate[]> {
  const { rows } = await sql<Candidate>`select film_id, keys_zh, keys_en from movie_catalog where rowid in (
    select rowid from movie_catalog_words where movie_catalog_words match ${match} limit ${maxCompared})`.execute(db)
  return rows
}

async function countOf(db: Db, match: string): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from movie_catalog_words where movie_catalog_words match ${match}`.execute(db)
  return rows[0]?.n ?? 0
}

/** The shortest titles first: they are worth most. */
function beginningWith(db: Db, { compact }: FilmQuery, lang: Lang): Promise<Candidate[]> {
  const title = `title_${lang}` as const
  return db
    .selectFrom('movie_catalog')
    .select(['film_id', 'keys_zh', 'keys_en'])
    .where(title, '>=', compact)
    .where(title, '<', `${compact}\u{10ffff}`)
    .orderBy(sql`length(${sql.ref(title)})`)
    .orderBy('film_id')
    .limit(2 * maxHits)
    .execute()
}

/** Without those that have no worth. */
async function ranked(candidates: readonly Candidate[], query: FilmQuery, lang: Lang): Promise<string[]> {
  const worths = new Map<string, { worth: number; length: number }>()
  for await (const { film_id, keys_zh, keys_en } of inTurns(candidates)) {
    const keys = readFilmKeys((lang === 'en' && keys_en) || keys_zh)
    const worth = keys ? worthOf(keys, query) : 0
    if (keys && worth > 0) worths.set(film_id, { worth, length: Math.min(keys.title.length, maxTitleLength) })
  }
  return [...worths]
    .toSorted(
      ([oneId, one], [otherId, other]) => other.worth - one.worth || one.length - other.length || (oneId < otherId ? -1 : 1),
    )
    .map(([film_id]) => film_id)
}
