/** Blocks between people, for the queries of all features: a block hides both people from each other. */
import { sql, type Expression } from 'kysely'
import type { Db } from '../kit/db.ts'
import { isPostgres } from '../kit/db/prepared.ts'

/** A block exists between the two, in either direction. */
export function isBlockedBetween(one: Expression<string>, other: Expression<string>) {
  return sql<boolean>`(exists (select 1 from blocks as wall where wall.by_id = ${one} and wall.user_id = ${other})
    or exists (select 1 from blocks as wall where wall.by_id = ${other} and wall.user_id = ${one}))`
}

/**
 * No block between the two, for each row of a page. SQLite would build a table of the blocked at every query, so it looks up each pair; PostgreSQL takes such
 * a lookup for a condition that few rows meet, and would read a whole thread for one page.
 */
export function notBlocked(db: Db, me: Expression<string>, other: Expression<string>) {
  if (isPostgres(db)) return sql<boolean>`${other} not in (${blockedIds(me)})`
  return sql<boolean>`coalesce((select 1 from blocks as wall where wall.by_id = ${me} and wall.user_id = ${other}),
    (select 1 from blocks as wall where wall.by_id = ${other} and wall.user_id = ${me}), 0) = 0`
}

export async function isBlocked(db: Db, one: string, other: string): Promise<boolean> {
  const { rows } = await sql`select 1 where ${isBlockedBetween(sql.val(one), sql.val(other))}`.execute(db)
  return rows.length > 0
}

/** People whom the user blocked or who blocked the user. Query from these few rows to the many rows of others. */
export function blockedIds(userId: string | Expression<string>) {
  return sql<string>`select wall.user_id from blocks as wall where wall.by_id = ${userId}
    union select wall.by_id from blocks as wall where wall.user_id = ${userId}`
}
