/** The connection's tables in a realm: its secret, used nonces, when bound boxes were last seen, the position of each mirror. */
import { randomBytes } from 'node:crypto'
import type { Db, Trx } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    link_secret: { id: number; secret: string }
    link_nonce: { nonce: string; expires_at: number }
    link_presence: { devsn: string; epoch: number; version: string; seen_at: number }
    link_mirror: { devsn: string; epoch: string; rev: number }
  }
}

export type MirrorPosition = { epoch: string; rev: number }

/** Created once per realm, the same in every process. */
export async function secretOf(db: Db): Promise<Buffer> {
  const created = { id: 1, secret: randomBytes(32).toString('base64url') }
  await db
    .insertInto('link_secret')
    .values(created)
    .onConflict((on) => on.column('id').doNothing())
    .execute()
  const { secret } = await db.selectFrom('link_secret').select('secret').where('id', '=', 1).executeTakeFirstOrThrow()
  return Buffer.from(secret, 'base64url')
}

/** True only for the first use. */
export async function spendNonce(
  db: Db,
  nonce: string,
  { now, expiresAt }: { now: number; expiresAt: number },
): Promise<boolean> {
  await db.deleteFrom('link_nonce').where('expires_at', '<', now).execute()
  const spent = await db
    .insertInto('link_nonce')
    .values({ nonce, expires_at: expiresAt })
    .onConflict((on) => on.column('nonce').doNothing())
    .returning('nonce')
    .execute()
  return spent.length === 1
}

/** An older epoch never wins. */
export async function saveLastSeen(db: Db, seen: { devsn: string; epoch: number; version: string; at: number }): Promise<void> {
  const { devsn, epoch, version, at } = seen
  await db
    .insertInto('link_presence')
    .values({ devsn, epoch, version, seen_at: at })
    .onConflict((on) => on.column('devsn').doUpdateSet({ epoch, version, seen_at: at }).where('link_presence.epoch', '<=', epoch))
    .execute()
}

export async function lastSeenOf(
  db: Db,
  devsn: string,
): Promise<{ seen_at: number; version: string; epoch: number } | undefined> {
  return db.selectFrom('link_presence').select(['seen_at', 'version', 'epoch']).where('devsn', '=', devsn).executeTakeFirst()
}

export async function forgetBox(trx: Trx, devsn: string): Promise<void> {
  await trx.deleteFrom('link_presence').where('devsn', '=', devsn).execute()
  await trx.deleteFrom('link_mirror').where('devsn', '=', devsn).execute()
}

/** epoch '' = nothing yet. */
export async function mirrorPositionOf(db: Db | Trx, devsn: string): Promise<MirrorPosition> {
  return (
    (await db.selectFrom('link_mirror').select(['epoch', 'rev']).where('devsn', '=', devsn).executeTakeFirst()) ?? {
      epoch: '',
      rev: 0,
    }
  )
}

/** Locks the row, so that two processes never write one box's rows at once. */
export async function lockPosition(trx: Trx, devsn: string): Promise<MirrorPosition> {
  await trx
    .insertInto('link_mirror')
    .values({ devsn, epoch: '', rev: 0 })
    .onConflict((on) => on.column('devsn').doUpdateSet({ devsn }))
    .execute()
  return mirrorPositionOf(trx, devsn)
}

export async function movePosition(trx: Trx, devsn: string, position: MirrorPosition): Promise<void> {
  await trx.updateTable('link_mirror').set(position).where('devsn', '=', devsn).execute()
}
