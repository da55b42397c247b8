/**
 * Search index of people's names: first names that begin with the query, then names with all its words, in Chinese any two neighbouring characters. Database
 * triggers mark every new, renamed or erased user as stale (095); stale rows are indexed before each search.
 */
import { setImmediate } from 'node:timers/promises'
import type { PersonRow } from '@homeport/contract/shape/person.ts'
import { foldNames } from '@homeport/contract/shape/search-words.ts'
import { sql } from 'kysely'
import { blockedIds } from '../../shared/block.store.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { atMost, isPostgres } from '../../kit/db/prepared.ts'
import { invalid } from '../../kit/refusal.ts'
import { toPersonRow, relationsWith, type PersonWithRelations } from '../../shared/relation.store.ts'
import { toFtsQuery, tokenize, toTsquery } from '../../shared/search/tokenizer.ts'
import type { Asker } from '../post/viewer.ts'
import { updateWordCounts, lockWords, wordPrefix, searchTermsOf } from './thread-index.store.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    people_stale: { user_id: string }
    /** A person's number in the word tables. */
    people_nos: { no: number; user_id: string }
    /** Username and nickname, folded. */
    people_names: { key: string; no: number }
  }
}

type PersonIndexRow = PersonWithRelations & { no: number }
type PeopleQuery = { asker: Asker; key: string; most: number }

/** A cursor is `n` (by the beginning of the name) or `w` (by words) and the number of the last row. */
export async function findPeople(
  db: Db,
  asker: Asker,
  { q, cursor, limit }: { q: string; cursor: string; limit: number },
): Promise<{ data: PersonRow[]; next: string }> {
  const query = { asker, key: keyOf(q) }
  const { part, last } = readCursor(cursor)
  const named = part === 'n' ? await byName(db, { ...query, after: last, most: limit + 1 }) : []
  const remaining = limit + 1 - named.length
  const worded = remaining > 0 ? await byWords(db, { ...query, q, before: part === 'w' ? last : 0, most: remaining }) : []
  const matches = [...named.map((row) => ({ part: 'n', row })), ...worded.map((row) => ({ part: 'w', row }))]
  const shown = matches.slice(0, limit)
  const end = shown.at(-1)
  return {
    data: shown.map(({ row }) => toPersonRow(row)),
    next: matches.length > limit && end ? `${end.part}${end.row.no}` : '',
  }
}

/** Indexes at most this many stale users; returns how many there were. */
export async function indexNames(db: Db, most: number): Promise<number> {
  if (!(await db.selectFrom('people_stale').select('user_id').limit(1).executeTakeFirst())) return 0
  return db.transaction().execute(async (trx) => {
    await lockWords(trx)
    const some = trx.selectFrom('people_stale').select('user_id').orderBy('user_id').limit(most)
    const stale = await trx.deleteFrom('people_stale').where('user_id', 'in', some).returning('user_id').execute()
    if (stale.length > 0)
      await keepNamesOf(
        trx,
        stale.map(({ user_id }) => user_id),
      )
    return stale.length
  })
}

const atOnce = 50

/** Yields to other requests between the batches. */
export async function indexAllNames(db: Db): Promise<void> {
  while ((await indexNames(db, atOnce)) > 0) await setImmediate()
}

async function keepNamesOf(trx: Trx, userIds: readonly string[]): Promise<void> {
  const nos = await nosOf(trx, userIds)
  const all = [...nos.values()]
  const had = await standingWords(trx, all)
  await trx.deleteFrom('people_names').where('no', 'in', all).execute()
  await dropWords(trx, all)
  const people = await trx
    .selectFrom('users')
    .select(['user_id', 'username', 'nickname'])
    .where('user_id', 'in', userIds)
    .where('username', '<>', '')
    .execute()
  const has = new Map<number, string[]>()
  const keys: { key: string; no: number }[] = []
  for (const { user_id, username, nickname } of people) {
    const no = nos.get(user_id) ?? 0
    has.set(no, tokenize(`${username} ${nickname}`))
    for (const key of new Set([keyOf(username), keyOf(nickname)])) if (key !== '') keys.push({ key, no })
  }
  if (keys.length > 0) await trx.insertInto('people_names').values(keys).execute()
  for (const [no, words] of has) if (words.length > 0) await addWords(trx, no, words)
  await updateWordCounts(
    trx,
    wordPrefix.people,
    all.map((no) => ({ before: had.get(no) ?? [], after: has.get(no) ?? [] })),
  )
  const gone = all.filter((no) => !has.has(no))
  if (gone.length > 0) await trx.deleteFrom('people_nos').where('no', 'in', gone).execute()
}

function keyOf(name: string): string {
  return foldNames(name).replace(/\s+/g, ' ').trim()
}

/** Numbers by user id; a user without one gets a new one, with the word lock held. */
async function nosOf(trx: Trx, userIds: readonly string[]): Promise<Map<string, number>> {
  const existing = await trx.selectFrom('people_nos').select(['user_id', 'no']).where('user_id', 'in', userIds).execute()
  const nos = new Map(existing.map(({ user_id, no }) => [user_id, no]))
  const added = userIds.filter((user_id) => !nos.has(user_id))
  if (added.length === 0) return nos
  const { last } = await trx
    .insertInto('forum_ids')
    .values({ name: 'people', last: added.length })
    .onConflict((on) => on.column('name').doUpdateSet((row) => ({ last: row('forum_ids.last', '+', added.length) })))
    .returning('last')
    .executeTakeFirstOrThrow()
  const given = added.map((user_id, at) => ({ user_id, no: last - added.length + 1 + at }))
  await trx.insertInto('people_nos').values(given).execute()
  for (const { user_id, no } of given) nos.set(user_id, no)
  return nos
}

/** FTS5 needs an integer rowid, and node:sqlite passes every number as a float: hence the casts. */
function oneOf(nos: readonly number[]) {
  return sql.join(nos.map((no) => sql`cast(${no} as integer)`))
}

async function standingWords(trx: Trx, nos: readonly number[]): Promise<Map<number, string[]>> {
  if (isPostgres(trx)) {
    const { rows } = await sql<{ no: number; words: string[] }>`select no, tsvector_to_array(words) as words from people_words
      where no in (${oneOf(nos)})`.execute(trx)
    return new Map(rows.map(({ no, words }) => [no, words]))
  }
  const { rows } = await sql<{ no: number; words: string }>`select rowid as no, words from people_words
    where rowid in (${oneOf(nos)})`.execute(trx)
  return new Map(rows.map(({ no, words }) => [no, words.split(' ')]))
}

async function dropWords(trx: Trx, nos: readonly number[]): Promise<void> {
  const number = isPostgres(trx) ? sql`no` : sql`rowid`
  await sql`delete from people_words where ${number} in (${oneOf(nos)})`.execute(trx)
}

async function addWords(trx: Trx, no: number, words: readonly string[]): Promise<void> {
  if (isPostgres(trx))
    await sql`insert into people_words (no, words) values (${no}, array_to_tsvector(${words}::text[]))`.execute(trx)
  else await sql`insert into people_words (rowid, words) values (cast(${no} as integer), ${words.join(' ')})`.execute(trx)
}

const personFor = ({ user_id }: Asker) =>
  sql`users.user_id, users.username, users.nickname, users.avatar, ${sql.join([...relationsWith(user_id)])}`

/** Without erased users and people with whom a block exists. */
function isShown({ hasBlocks, user_id }: Asker) {
  const wall = hasBlocks ? sql`and users.user_id not in (${blockedIds(user_id)})` : sql``
  return sql`users.username <> '' ${wall}`
}

function beginsWith(key: string) {
  return sql`names.key >= ${key} and names.key < ${`${key}\u{10ffff}`}`
}

/** In name order: an exact match comes first. The first match among a person's two names counts. after 0: start with the first. */
async function byName(db: Db, { asker, key, after, most }: PeopleQuery & { after: number }): Promise<PersonIndexRow[]> {
  if (key === '') return []
  const from = after === 0 ? undefined : await firstKey(db, after, key)
  // The name was changed in the meantime, so the position is unknown.
  if (after !== 0 && from === undefined) return []
  const further = from === undefined ? sql`` : sql`and (names.key, names.no) > (${from}, ${after})`
  // SQLite keeps the order of a cross join: from the names to the people.
  const { rows } = await sql<PersonIndexRow>`select names.no, ${personFor(asker)} from people_names as names
    cross join people_nos cross join users
    where people_nos.no = names.no and users.user_id = people_nos.user_id and ${isShown(asker)} and ${beginsWith(key)} ${further}
      and not exists (select 1 from people_names as other where other.no = names.no and other.key >= ${key} and other.key < names.key)
    order by names.key, names.no ${atMost(most)}`.execute(db)
  return rows
}

async function firstKey(db: Db, no: number, key: string): Promise<string | undefined> {
  const { rows } = await sql<{ key: string }>`select names.key from people_names as names
    where names.no = ${no} and ${beginsWith(key)} order by names.key limit 1`.execute(db)
  return rows[0]?.key
}

/** PostgreSQL reads all hits before it sorts: of more than this many, only the first ones. */
const maxHits = 5_000

/** Hits that `byName` does not return, newest user first. before 0: start with the newest. */
async function byWords(
  db: Db,
  { asker, key, q, before, most }: PeopleQuery & { q: string; before: number },
): Promise<PersonIndexRow[]> {
  const { terms } = await searchTermsOf(db, q, wordPrefix.people)
  if (terms.length === 0) return []
  const no = isPostgres(db) ? sql`people_words.no` : sql`people_words.rowid`
  const match = isPostgres(db)
    ? sql`people_words.words @@ ${toTsquery(terms)}::tsquery`
    : sql`people_words match ${toFtsQuery(terms)}`
  const further = before === 0 ? sql`` : sql`and ${no} < cast(${before} as integer)`
  const isNamed = sql`${no} in (select names.no from people_names as names where ${beginsWith(key)})`
  const isBlockedBetween = sql`${no} in (select behind.no from people_nos as behind where behind.user_id in (${blockedIds(asker.user_id)}))`
  const hits = sql`select ${no} as no from people_words
    where ${match} ${further} and not ${isNamed} ${asker.hasBlocks ? sql`and not ${isBlockedBetween}` : sql``}`
  const latest = isPostgres(db)
    ? sql`select no from (${hits} ${atMost(maxHits)}) as hits order by no desc ${atMost(most)}`
    : sql`${hits} order by ${no} desc ${atMost(most)}`
  const { rows } = await sql<PersonIndexRow>`select latest.no, ${personFor(asker)} from (${latest}) as latest
    join people_nos on people_nos.no = latest.no join users on users.user_id = people_nos.user_id
    where ${isShown(asker)} order by latest.no desc`.execute(db)
  return rows
}

function readCursor(cursor: string): { part: 'n' | 'w'; last: number } {
  if (cursor === '') return { part: 'n', last: 0 }
  const [, part, no] = /^([nw])(\d{1,9})$/.exec(cursor) ?? []
  if (no === undefined) throw invalid('cursor')
  return { part: part === 'w' ? 'w' : 'n', last: Number(no) }
}
