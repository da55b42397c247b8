/** The cloud's own keys for web push (VAPID, RFC 8292), in the first realm's database: all processes and both languages share them, since a browser has one subscription per address. */
import type { Db } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    push_keys: { key_id: string; public_key: string; private_key: string }
  }
}

export type VapidKeys = { publicKey: string; privateKey: string }

const keyId = 'vapid'

/** If several processes start at once, the first one's keys stand. */
export async function loadKeys(db: Db, generate: () => Promise<VapidKeys>): Promise<VapidKeys> {
  const existing = await readKeys(db)
  if (existing) return existing
  const { publicKey, privateKey } = await generate()
  await db
    .insertInto('push_keys')
    .values({ key_id: keyId, public_key: publicKey, private_key: privateKey })
    .onConflict((on) => on.column('key_id').doNothing())
    .execute()
  return (await readKeys(db)) ?? { publicKey, privateKey }
}

async function readKeys(db: Db): Promise<VapidKeys | undefined> {
  return db
    .selectFrom('push_keys')
    .where('key_id', '=', keyId)
    .select(['public_key as publicKey', 'private_key as privateKey'])
    .executeTakeFirst()
}
