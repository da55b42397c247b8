/** One-time codes by which something else acts for a session; only their hash is stored, with the session that requested them. */
import type { Db, Trx } from '../../kit/db.ts'
import { liveUserOf } from './session.store.ts'

/** webview: the page that the mini-program opens signs in. wechat: the mini-program links its WeChat to the account. */
export type SessionCodePurpose = 'webview' | 'wechat'

declare module '../../kit/db.ts' {
  interface Tables {
    /** expires_at: ms */
    session_codes: { code_hash: string; token_hash: string; expires_at: number; purpose: SessionCodePurpose }
  }
}

type Code = { purpose: SessionCodePurpose; code_hash: string; now: number }

export async function addSessionCode(
  trx: Trx,
  row: { purpose: SessionCodePurpose; code_hash: string; token_hash: string; expires_at: number },
): Promise<void> {
  await trx.insertInto('session_codes').values(row).execute()
}

/** The codes of a session for this purpose end. */
export async function dropSessionCodes(trx: Trx, tokenHash: string, purpose: SessionCodePurpose): Promise<void> {
  await trx.deleteFrom('session_codes').where('token_hash', '=', tokenHash).where('purpose', '=', purpose).execute()
}

/** The session that requested the code, and its user; undefined if the code is wrong, used or expired, or the session has ended. The code is not used up. */
export async function readSessionCode(
  db: Db,
  { purpose, code_hash, now }: Code,
): Promise<{ token_hash: string; user_id: string } | undefined> {
  const row = await db
    .selectFrom('session_codes')
    .select('token_hash')
    .where('code_hash', '=', code_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!row) return undefined
  const user_id = await liveUserOf(db, row.token_hash, now)
  return user_id === undefined ? undefined : { token_hash: row.token_hash, user_id }
}

/** The user of the session that requested the code; undefined as in readSessionCode. Exactly one of parallel requests gets it. */
export async function spendSessionCode(trx: Trx, { purpose, code_hash, now }: Code): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('session_codes')
    .where('code_hash', '=', code_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst()
  return row && liveUserOf(trx, row.token_hash, now)
}

export async function sweepSessionCodes(db: Db, now: number): Promise<void> {
  await db.deleteFrom('session_codes').where('expires_at', '<=', now).execute()
}
