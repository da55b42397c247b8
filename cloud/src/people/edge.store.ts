/**
 * Follows and blocks. The counters are rows of their own and change in the same transaction (P40). Every writer first locks the counters of both people, in the
 * order of their ids, which avoids deadlocks.
 */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Db, Trx } from '../kit/db.ts'
import { Refusal } from '../kit/refusal.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** by_id follows user_id. since in ms. */
    follows: Edge
    /** by_id blocked user_id. */
    blocks: Edge
    /** is_gone 1: the account is erased; nothing may be written for it any more. */
    person_counts: { user_id: string; fans: number; follows: number; is_gone: number }
  }
}

type Edge = { by_id: string; user_id: string; since: number }
export type PersonPair = { by: string; user_id: string }

/** False if the follow exists already. Refuses if the user is erased or blocked the follower (4004), or the follower blocked the user (4003). */
export async function follow(trx: Trx, { by, user_id }: PersonPair, now: number): Promise<boolean> {
  await lockMembers(trx, [by, user_id])
  if (await has(trx, 'blocks', { by: user_id, user_id: by })) throw new Refusal(Code.notFound)
  if (await has(trx, 'blocks', { by, user_id })) throw new Refusal(Code.notAllowed)
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('follows')
    .values({ by_id: by, user_id, since: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await count(trx, { by, user_id }, 1)
  return true
}

export async function unfollow(trx: Trx, between: PersonPair): Promise<void> {
  await lockMembers(trx, [between.by, between.user_id])
  await part(trx, between)
}

/** Also ends follows in both directions. False if the block exists already. */
export async function block(trx: Trx, { by, user_id }: PersonPair, now: number): Promise<boolean> {
  await lockMembers(trx, [by, user_id])
  await part(trx, { by, user_id })
  await part(trx, { by: user_id, user_id: by })
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('blocks')
    .values({ by_id: by, user_id, since: now })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False if there was no block. */
export async function unblock(trx: Trx, { by, user_id }: PersonPair): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('blocks')
    .where('by_id', '=', by)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** From now on nothing may be written for this user. */
export async function markErased(trx: Trx, userId: string): Promise<void> {
  await lock(trx, userId)
  await trx.updateTable('person_counts').set({ is_gone: 1 }).where('user_id', '=', userId).execute()
  await trx
    .deleteFrom('blocks')
    .where((of) => of.or([of('by_id', '=', userId), of('user_id', '=', userId)]))
    .execute()
}

/** Deletes some follows of an erased user, in both directions; false once none is left. */
export async function partSome(trx: Trx, userId: string, most: number): Promise<boolean> {
  const edges = await trx
    .selectFrom('follows')
    .select(['by_id', 'user_id'])
    .where((of) => of.or([of('by_id', '=', userId), of('user_id', '=', userId)]))
    .limit(most)
    .execute()
  await lockAll(
    trx,
    edges.flatMap(({ by_id, user_id }) => [by_id, user_id]),
  )
  for (const { by_id, user_id } of edges) await part(trx, { by: by_id, user_id })
  return edges.length > 0
}

/** The people whom a user follows or has blocked; `since` in ms. */
export async function edgesOf(
  db: Db,
  table: 'follows' | 'blocks',
  userId: string,
): Promise<{ username: string; since: number }[]> {
  return db
    .selectFrom(table)
    .innerJoin('users', 'users.user_id', `${table}.user_id`)
    .where(`${table}.by_id`, '=', userId)
    .select(['users.username', `${table}.since`])
    .orderBy(`${table}.since`)
    .execute()
}

/** Locks the counters; refuses if one of the users is erased, because a write would recreate the counters. */
async function lockMembers(trx: Trx, userIds: readonly string[]): Promise<void> {
  if ((await lockAll(trx, userIds)).includes(1)) throw new Refusal(Code.notFound)
}

async function lockAll(trx: Trx, userIds: readonly string[]): Promise<number[]> {
  const flags: number[] = []
  for (const userId of [...new Set(userIds)].sort()) flags.push(await lock(trx, userId))
  return flags
}

/** Locks this person's counters until the transaction ends. Returns is_gone. */
async function lock(trx: Trx, userId: string): Promise<number> {
  const { is_gone } = await trx
    .insertInto('person_counts')
    .values({ user_id: userId, fans: 0, follows: 0, is_gone: 0 })
    .onConflict((on) => on.column('user_id').doUpdateSet((row) => ({ is_gone: row.ref('person_counts.is_gone') })))
    .returning('is_gone')
    .executeTakeFirstOrThrow()
  return is_gone
}

async function part(trx: Trx, { by, user_id }: PersonPair): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('follows')
    .where('by_id', '=', by)
    .where('user_id', '=', user_id)
    .executeTakeFirst()
  if (numDeletedRows === 1n) await count(trx, { by, user_id }, -1)
}

async function count(trx: Trx, { by, user_id }: PersonPair, step: 1 | -1): Promise<void> {
  await trx
    .updateTable('person_counts')
    .set((row) => ({ follows: row('follows', '+', step) }))
    .where('user_id', '=', by)
    .execute()
  await trx
    .updateTable('person_counts')
    .set((row) => ({ fans: row('fans', '+', step) }))
    .where('user_id', '=', user_id)
    .execute()
}

async function has(db: Db, table: 'follows' | 'blocks', { by, user_id }: PersonPair): Promise<boolean> {
  const row = await db.selectFrom(table).select('since').where('by_id', '=', by).where('user_id', '=', user_id).executeTakeFirst()
  return row !== undefined
}
