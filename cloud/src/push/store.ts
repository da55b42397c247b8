/** Subscriptions of phones to notifications: one per session, ended with it. */
import { PushState, type PushChoice } from '@homeport/contract/push.ts'
import type { Db, Trx } from '../kit/db.ts'
import { parseJsonColumn } from '../kit/json-column.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** kinds: JSON. quiet_from, quiet_to: minutes of the day in the phone's time zone, or null. created_at in ms. */
    push_subscriptions: {
      token_hash: string
      user_id: string
      endpoint: string
      p256dh: string
      auth: string
      kinds: string
      quiet_from: number | null
      quiet_to: number | null
      time_zone: string
      created_at: number
    }
  }
}

type Owner = { token_hash: string; user_id: string }
export type Subscription = { endpoint: string; p256dh: string; auth: string }

const noSubscription: PushState = { is_subscribed: false, kinds: [], quiet: null }

/** The same browser has one endpoint, whoever is signed in: the last one has it. */
export async function subscribe(
  trx: Trx,
  owner: Owner,
  { endpoint, p256dh, auth, now, ...choice }: Subscription & PushChoice & { now: number },
): Promise<void> {
  await trx
    .deleteFrom('push_subscriptions')
    .where((of) => of.or([of('endpoint', '=', endpoint), of('token_hash', '=', owner.token_hash)]))
    .execute()
  await trx
    .insertInto('push_subscriptions')
    .values({ ...owner, endpoint, p256dh, auth, ...columnsOf(choice), created_at: now })
    .execute()
}

/** False without a subscription. */
export async function saveChoice(db: Db, tokenHash: string, choice: PushChoice): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('push_subscriptions')
    .set(columnsOf(choice))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

function columnsOf({ kinds, quiet, time_zone }: PushChoice) {
  return {
    kinds: JSON.stringify([...new Set(kinds)]),
    quiet_from: quiet?.from ?? null,
    quiet_to: quiet?.to ?? null,
    time_zone,
  }
}

export async function stateOf(db: Db, tokenHash: string): Promise<PushState> {
  const row = await db
    .selectFrom('push_subscriptions')
    .where('token_hash', '=', tokenHash)
    .select(['kinds', 'quiet_from', 'quiet_to'])
    .executeTakeFirst()
  if (!row) return noSubscription
  const { quiet_from: from, quiet_to: to } = row
  return {
    is_subscribed: true,
    kinds: parseJsonColumn(PushState.shape.kinds, row.kinds),
    quiet: from === null || to === null ? null : { from, to },
  }
}

export async function dropSubscriptions(db: Db, tokenHashes: readonly string[]): Promise<void> {
  if (tokenHashes.length > 0) await db.deleteFrom('push_subscriptions').where('token_hash', 'in', tokenHashes).execute()
}

export async function dropSubscriptionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('user_id', '=', userId).execute()
}

/** Sessions that expired without a word: nobody could turn their notifications off any more. */
export async function dropOrphans(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where((of) =>
      of.not(
        of.exists(
          of
            .selectFrom('sessions')
            .select('sessions.token_hash')
            .whereRef('sessions.token_hash', '=', 'push_subscriptions.token_hash')
            .where('sessions.ended_at', 'is', null)
            .where('sessions.expires_at', '>', now),
        ),
      ),
    )
    .execute()
}

export async function exportOf(db: Db, userId: string): Promise<unknown> {
  return db
    .selectFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .select(['endpoint', 'kinds', 'quiet_from', 'quiet_to', 'time_zone', 'created_at'])
    .orderBy('created_at')
    .execute()
}
