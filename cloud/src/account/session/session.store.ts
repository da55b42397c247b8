/** Sessions: tokens stored by their hash, their lifetime and how they end. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { prepared, type Slots } from '../../kit/db/prepared.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Session } from '../../kit/auth.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    sessions: {
      token_hash: string
      user_id: string
      created_at: number
      seen_at: number
      expires_at: number
      ended_at: number | null
      client: string
      address: string
    }
  }
}

const day = 24 * 60 * 60 * 1000
/** Counted from the last use. */
export const sessionMs = 90 * day
/** Ended and expired sessions are kept this long, to answer 1003 or 1004 instead of 1002. */
const rememberMs = 30 * day
const seenStepMs = 5 * 60 * 1000

export async function addSession(
  trx: Trx,
  session: { token_hash: string; user_id: string; client: string; address: string; now: number },
): Promise<void> {
  const { now, ...row } = session
  await trx
    .insertInto('sessions')
    .values({ ...row, created_at: now, seen_at: now, expires_at: now + sessionMs, ended_at: null })
    .execute()
}

/** Refuses an unknown (1002), expired (1003) or ended (1004) token; the lifetime of a valid one starts again. */
export async function sessionOf(db: Db, tokenHash: string, now: number): Promise<Session> {
  const [row] = await sessionRow(db, { tokenHash })
  if (!row) throw new Refusal(Code.unknownToken)
  if (row.ended_at !== null) throw new Refusal(Code.endedElsewhere)
  if (row.expires_at <= now) throw new Refusal(Code.expiredToken)
  if (now - row.seen_at > seenStepMs)
    await db
      .updateTable('sessions')
      .set({ seen_at: now, expires_at: now + sessionMs })
      .where('token_hash', '=', tokenHash)
      .execute()
  return { user: { user_id: row.user_id, username: row.username, nickname: row.nickname }, tokenHash }
}

const sessionRow = prepared(
  'session',
  (db, slots: Slots<{ tokenHash: string }>) =>
    db
      .selectFrom('sessions')
      .innerJoin('users', 'users.user_id', 'sessions.user_id')
      .where('token_hash', '=', slots.tokenHash)
      .select(['users.user_id', 'users.username', 'users.nickname', 'seen_at', 'expires_at', 'ended_at']),
  { isKept: true },
)

/** The user of a session that is neither ended nor expired. */
export async function liveUserOf(db: Db, tokenHash: string, now: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return row?.user_id
}

/** The user signs out: the token is unknown from now on. */
export async function dropSession(trx: Trx, tokenHash: string): Promise<void> {
  await trx.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends all sessions of a user except the current one; returns the hashes of the ended ones. */
export async function endOthers(trx: Trx, userId: string, { but, now }: { but: string; now: number }): Promise<string[]> {
  const ended = await trx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('token_hash', '!=', but)
    .where('ended_at', 'is', null)
    .returning('token_hash')
    .execute()
  return ended.map(({ token_hash }) => token_hash)
}

/** Ends the user's live sessions that `is` selects. */
export async function endOwn(
  trx: Trx,
  userId: string,
  { is, now }: { is: (tokenHash: string) => boolean; now: number },
): Promise<string[]> {
  const rows = await liveOf(trx, userId, now).select('token_hash').execute()
  const hashes = rows.map(({ token_hash }) => token_hash).filter(is)
  if (hashes.length > 0) await trx.updateTable('sessions').set({ ended_at: now }).where('token_hash', 'in', hashes).execute()
  return hashes
}

/** Most recently used first. */
export async function sessionsOf(db: Db, userId: string, { now, limit, offset }: { now: number; limit: number; offset: number }) {
  const live = liveOf(db, userId, now)
  const rows = await live
    .select(['token_hash', 'created_at', 'seen_at', 'client', 'address'])
    .orderBy('seen_at', 'desc')
    .orderBy('token_hash')
    .limit(limit)
    .offset(offset)
    .execute()
  const count = await live.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirst()
  return { rows, total: count?.n ?? 0 }
}

function liveOf(db: Db, userId: string, now: number) {
  return db.selectFrom('sessions').where('user_id', '=', userId).where('ended_at', 'is', null).where('expires_at', '>', now)
}

/** Deletes all sessions of a user, ended ones too; returns their hashes. */
export async function dropSessions(trx: Trx, userId: string): Promise<string[]> {
  const rows = await trx.deleteFrom('sessions').where('user_id', '=', userId).returning('token_hash').execute()
  return rows.map(({ token_hash }) => token_hash)
}

export async function sweepSessions(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('expires_at', '<', now - rememberMs)
    .execute()
}
