/** One-time codes for the page that the mini-program opens; only their hash is stored, with the session that requested them. */
import type { Db, Trx } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** expires_at: ms */
    webview_codes: { code_hash: string; token_hash: string; expires_at: number }
  }
}

export async function addWebviewCode(
  trx: Trx,
  row: { code_hash: string; token_hash: string; expires_at: number },
): Promise<void> {
  await trx.insertInto('webview_codes').values(row).execute()
}

/** The token hash of the session that requested the code; undefined if the code is wrong, used or expired. Exactly one of parallel requests gets it. */
export async function spendWebviewCode(trx: Trx, codeHash: string, now: number): Promise<string | undefined> {
  const row = await trx
    .deleteFrom('webview_codes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning('token_hash')
    .executeTakeFirst()
  return row?.token_hash
}

export async function sweepWebviewCodes(db: Db, now: number): Promise<void> {
  await db.deleteFrom('webview_codes').where('expires_at', '<=', now).execute()
}
