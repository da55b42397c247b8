/** Stored verification codes, one for each target and purpose. Only a salted hash of the code is stored (P2). */
import type { CodePurpose } from '@homeport/contract/account.ts'
import { maxCodeTries } from '@homeport/contract/account.ts'
import type { Db, Trx } from '../../kit/db.ts'

const dayMs = 24 * 60 * 60_000

declare module '../../kit/db.ts' {
  interface Tables {
    account_codes: CodeRow
    /** key: hash of a number or an address. A row with id '' is not a sending but the row that a transaction locks while it counts. */
    account_sends: { key: string; id: string; sent_at: number }
  }
}

type CodeRow = { target: string; purpose: CodePurpose; salt: string; hash: string; tries: number; expires_at: number }
export type CodeKey = Pick<CodeRow, 'target' | 'purpose'>

/** Replaces the previous code. */
export async function putCode(trx: Trx, row: Omit<CodeRow, 'tries'>): Promise<void> {
  const created = { salt: row.salt, hash: row.hash, expires_at: row.expires_at, tries: 0 }
  await trx
    .insertInto('account_codes')
    .values({ ...row, tries: 0 })
    .onConflict((on) => on.columns(['target', 'purpose']).doUpdateSet(created))
    .execute()
}

/** Uses one of the remaining tries; undefined if there is no code, it has expired, or no tries are left (P3). */
export async function takeTry(
  db: Db,
  { target, purpose }: CodeKey,
  now: number,
): Promise<Pick<CodeRow, 'salt' | 'hash'> | undefined> {
  return db
    .updateTable('account_codes')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('tries', '<', maxCodeTries)
    .where('expires_at', '>', now)
    .returning(['salt', 'hash'])
    .executeTakeFirst()
}

/** True for exactly one of the requests that bring the same code (P1). */
export async function spendCode(trx: Trx, { target, purpose }: CodeKey, hash: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('account_codes')
    .where('target', '=', target)
    .where('purpose', '=', purpose)
    .where('hash', '=', hash)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Times of the sendings under a key since then, newest first. Holds the key's lock until the transaction ends. */
export async function sendsOf(trx: Trx, key: string, since: number): Promise<number[]> {
  await trx
    .insertInto('account_sends')
    .values({ key, id: '', sent_at: 0 })
    .onConflict((on) => on.columns(['key', 'id']).doUpdateSet({ sent_at: 0 }))
    .execute()
  const rows = await trx
    .selectFrom('account_sends')
    .select('sent_at')
    .where('key', '=', key)
    .where('sent_at', '>', since)
    .orderBy('sent_at', 'desc')
    .execute()
  return rows.map(({ sent_at }) => sent_at)
}

export async function addSend(trx: Trx, row: { key: string; id: string; sent_at: number }): Promise<void> {
  await trx.insertInto('account_sends').values(row).execute()
}

export async function sweepCodes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('account_sends')
    .where('sent_at', '<', now - dayMs)
    .execute()
  await db.deleteFrom('account_codes').where('expires_at', '<', now).execute()
}
