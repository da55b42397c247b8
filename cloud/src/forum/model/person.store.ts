/** Forum member records: counters, role, ban. Lock order of all writers: member, then thread, then board, which avoids deadlocks (P40). */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Role } from '@homeport/contract/shape/person.ts'
import { sql } from 'kysely'
import { isBlockedBetween } from '../../shared/block.store.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { prepared, type Slots } from '../../kit/db/prepared.ts'
import { Refusal } from '../../kit/refusal.ts'
import { guest, type Asker } from '../post/viewer.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    forum_people: {
      user_id: string
      /** Number of the user's listed threads. */
      posts: number
      /** Number of the user's favourites. */
      favorites: number
      role: Role
      /** ms; 0 for none. */
      banned_until: number
      ban_reason: string
      /** 1: erased; nothing may be written for this user any more. */
      is_gone: number
    }
  }
}

export async function askerOf(db: Db, userId: string): Promise<Asker> {
  if (userId === '') return guest
  const [row] = await askerRow(db, { userId })
  const { role, until, has_blocks } = row ?? { role: null, until: null, has_blocks: 0 }
  const isModerator = (role ?? '') !== ''
  return { user_id: userId, role: role ?? '', isModerator, hasBlocks: has_blocks === 1 && !isModerator, bannedUntil: until ?? 0 }
}

const askerRow = prepared(
  'asker',
  (db, { userId }: Slots<{ userId: string }>) =>
    db.selectNoFrom([
      sql<Role | null>`(select role from forum_people where user_id = ${userId})`.as('role'),
      sql<number | null>`(select banned_until from forum_people where user_id = ${userId})`.as('until'),
      sql<number>`coalesce((select 1 from blocks where by_id = ${userId} limit 1),
      (select 1 from blocks where user_id = ${userId} limit 1), 0)`.as('has_blocks'),
    ]),
  { isKept: true },
)

/** Locks this member's row until the transaction ends. Refuses (4004) an erased one. */
export async function lockMember(trx: Trx, userId: string): Promise<void> {
  const { is_gone } = await lockMemberRow(trx, userId)
  if (is_gone === 1) throw new Refusal(Code.notFound)
}

export async function lockMemberRow(trx: Trx, userId: string): Promise<{ is_gone: number }> {
  const blank = { posts: 0, favorites: 0, role: '', banned_until: 0, ban_reason: '', is_gone: 0 } as const
  return trx
    .insertInto('forum_people')
    .values({ user_id: userId, ...blank })
    .onConflict((on) => on.column('user_id').doUpdateSet((row) => ({ is_gone: row.ref('forum_people.is_gone') })))
    .returning('is_gone')
    .executeTakeFirstOrThrow()
}

/** Call with the member locked. */
export async function addToCounters(
  trx: Trx,
  userId: string,
  { posts = 0, favorites = 0 }: { posts?: number; favorites?: number },
): Promise<void> {
  if (userId === '') return
  await trx
    .updateTable('forum_people')
    .set((row) => ({ posts: row('posts', '+', posts), favorites: row('favorites', '+', favorites) }))
    .where('user_id', '=', userId)
    .execute()
}

export async function roleOf(db: Db, userId: string): Promise<Role> {
  return (await db.selectFrom('forum_people').select('role').where('user_id', '=', userId).executeTakeFirst())?.role ?? ''
}

export async function setRole(trx: Trx, userId: string, role: Role): Promise<void> {
  await lockMember(trx, userId)
  // Moderators are never banned: no one else could lift the ban.
  const free = role === '' ? {} : { banned_until: 0, ban_reason: '' }
  await trx
    .updateTable('forum_people')
    .set({ role, ...free })
    .where('user_id', '=', userId)
    .execute()
}

/** until 0 lifts the ban. */
export async function setBan(trx: Trx, userId: string, { until, reason }: { until: number; reason: string }): Promise<void> {
  await lockMember(trx, userId)
  await trx.updateTable('forum_people').set({ banned_until: until, ban_reason: reason }).where('user_id', '=', userId).execute()
}

/** From now on nothing may be written for this user. */
export async function markMemberErased(trx: Trx, userId: string): Promise<void> {
  await lockMemberRow(trx, userId)
  const nothing = { role: '', banned_until: 0, ban_reason: '', is_gone: 1 } as const
  await trx.updateTable('forum_people').set(nothing).where('user_id', '=', userId).execute()
}

/** Registration time in ms; undefined if the user does not exist, is erased, or is blocked in either direction. */
export async function visiblePerson(db: Db, asker: Asker, userId: string): Promise<{ created_at: number } | undefined> {
  return db
    .selectFrom('users')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('username', '<>', '')
    .$if(asker.hasBlocks, (query) =>
      query.where((of) => of.not(isBlockedBetween(sql.val(asker.user_id), sql.ref('users.user_id')))),
    )
    .executeTakeFirst()
}

/** For the operator's tool; names are compared by name key, as at registration. */
export async function personByName(db: Db, name: string): Promise<{ user_id: string; username: string } | undefined> {
  const nameKey = name.normalize('NFKC').trim().toLowerCase()
  return db.selectFrom('users').select(['user_id', 'username']).where('name_key', '=', nameKey).executeTakeFirst()
}

export async function moderatorsOf(db: Db): Promise<{ username: string; role: Role }[]> {
  return db
    .selectFrom('forum_people')
    .innerJoin('users', 'users.user_id', 'forum_people.user_id')
    .select(['users.username', 'forum_people.role'])
    .where('forum_people.role', '<>', '')
    .orderBy('users.username')
    .execute()
}

export async function banReasonOf(db: Db, userId: string): Promise<string> {
  return (
    (await db.selectFrom('forum_people').select('ban_reason').where('user_id', '=', userId).executeTakeFirst())?.ban_reason ?? ''
  )
}

/** In ms. */
export async function joinedAt(db: Db, userId: string): Promise<number> {
  return (await db.selectFrom('users').select('created_at').where('user_id', '=', userId).executeTakeFirst())?.created_at ?? 0
}

/** For the data export. */
export async function memberRecordOf(
  db: Db,
  userId: string,
): Promise<{ role: Role; banned_until: number; ban_reason: string } | undefined> {
  return db
    .selectFrom('forum_people')
    .select(['role', 'banned_until', 'ban_reason'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}
