/** Links between WeChat accounts (openid) and user accounts. */
import type { Db, Trx } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    wechat_users: { openid: string; user_id: string; created_at: number }
  }
}

export async function userOfWechat(db: Db, openid: string): Promise<string | undefined> {
  const row = await db.selectFrom('wechat_users').select('user_id').where('openid', '=', openid).executeTakeFirst()
  return row?.user_id
}

/** False if that WeChat account or that user is linked already. */
export async function addWechat(trx: Trx, row: { openid: string; user_id: string; created_at: number }): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('wechat_users')
    .values(row)
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** False if none was linked. */
export async function dropWechat(trx: Trx, userId: string): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('wechat_users').where('user_id', '=', userId).executeTakeFirst()
  return numDeletedRows > 0n
}

/** ms; null if no WeChat account is linked. */
export async function wechatSince(db: Db, userId: string): Promise<number | null> {
  const row = await db.selectFrom('wechat_users').select('created_at').where('user_id', '=', userId).executeTakeFirst()
  return row?.created_at ?? null
}
