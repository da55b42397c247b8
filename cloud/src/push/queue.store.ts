/** Notices that wait to be sent to a phone. They are rows: a restart, a push service that is away or quiet hours lose none. */
import { PushPayload, type PushKind } from '@homeport/contract/push.ts'
import { clockSetMs } from '@homeport/contract/kit/clock-skew.ts'
import { maxOf } from '@homeport/contract/kit/extremes.ts'
import { sql, type RawBuilder } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Trx } from '../kit/db.ts'
import { parseJsonColumn } from '../kit/json-column.ts'
import { dueAt } from './quiet.ts'
import type { Subscription } from './store.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** notice: JSON. at: when it happened, due_at: when it may be sent or tried again, in ms. */
    push_queue: { token_hash: string; notice_key: string; notice: string; at: number; due_at: number; tries: number }
  }
}

const Notice = z.pick(PushPayload, { kind: true, name: true, text: true, id: true })
export type Notice = z.infer<typeof Notice>

/** All due notices of one phone. tries: of the one that was tried most. */
export type DueNotices = Subscription & { token_hash: string; notices: Notice[]; keys: string[]; tries: number }

type Recipient = { user_id: string; devsn: string }

/** One row per phone that chose this kind; false if there is none. */
export async function enqueue(
  trx: Trx,
  { user_id, devsn }: Recipient,
  { key, now, ...notice }: Notice & { key: string; now: number },
): Promise<boolean> {
  const phones = await trx
    .selectFrom('push_subscriptions')
    .select(['token_hash', 'kinds', 'quiet_from', 'quiet_to', 'time_zone'])
    .$if(devsn === '', (of) => of.where('user_id', '=', user_id))
    .$if(devsn !== '', (of) =>
      of.where('user_id', 'in', (inner) =>
        inner
          .selectFrom('bindings')
          .innerJoin('devices', 'devices.devid', 'bindings.devid')
          .where('devices.devsn', '=', devsn)
          .select('bindings.user_id'),
      ),
    )
    .execute()
  const rows = phones
    .filter(({ kinds }) => kindsOf(kinds).includes(notice.kind))
    .map((phone) => ({
      token_hash: phone.token_hash,
      notice_key: key,
      notice: JSON.stringify(notice),
      at: now,
      due_at: dueAt(phone, now),
      tries: 0,
    }))
  if (rows.length === 0) return false
  await trx
    .insertInto('push_queue')
    .values(rows)
    .onConflict((on) => on.columns(['token_hash', 'notice_key']).doNothing())
    .execute()
  return true
}

function kindsOf(kinds: string): readonly PushKind[] {
  return parseJsonColumn(z.array(Notice.shape.kind), kinds)
}

const phonesOfPage = 100

/** longestRetryMs: between two tries. */
type Claim = { now: number; leaseMs: number; longestRetryMs: number; take: (phone: Phone) => boolean }

/** Claims what is due, of the phones that are taken; a process that dies gives it back by leaseMs. Phones that were tried less come first. `taken` may be more than are claimed: others were faster. */
export async function claimDue(
  db: Db,
  { now, leaseMs, longestRetryMs, take }: Claim,
): Promise<{ taken: string[]; due: DueNotices[] }> {
  // A retry that waits longer than any was written by a clock that was ahead, and has been set back since.
  const isDue = sql<boolean>`(due_at <= ${now} or (tries > 0 and due_at > ${now + longestRetryMs + clockSetMs}))`
  await redate(db, now)
  const taken = await takePhones(db, isDue, take)
  if (taken.length === 0) return { taken, due: [] }
  const claimed = await db
    .updateTable('push_queue')
    .set((row) => ({ due_at: now + leaseMs, tries: row('tries', '+', 1) }))
    .where('token_hash', 'in', taken)
    .where(isDue)
    .returning(['token_hash', 'notice_key', 'notice', 'tries', 'at'])
    .execute()
  return { taken, due: await withSubscriptions(db, claimed) }
}

type Phone = { token_hash: string; endpoint: string; user_id: string }

/** Looks page by page for phones that may be sent to. */
async function takePhones(db: Db, isDue: RawBuilder<boolean>, take: (phone: Phone) => boolean): Promise<string[]> {
  for (let offset = 0; ; offset += phonesOfPage) {
    const phones = await db
      .selectFrom('push_queue')
      .innerJoin('push_subscriptions as of', 'of.token_hash', 'push_queue.token_hash')
      .select(['of.token_hash', 'of.endpoint', 'of.user_id'])
      .where(isDue)
      .groupBy(['of.token_hash', 'of.endpoint', 'of.user_id'])
      .orderBy((row) => row.fn.min('tries'))
      .orderBy((row) => row.fn.min('due_at'))
      .orderBy('of.token_hash')
      .limit(phonesOfPage)
      .offset(offset)
      .execute()
    const taken = phones.filter(take).map(({ token_hash }) => token_hash)
    if (taken.length > 0 || phones.length < phonesOfPage) return taken
  }
}

/** Notices of a time to come, which a clock wrote that has been set back since, happened just now, in its order; quiet hours are told by the clock as it is. */
async function redate(db: Db, now: number): Promise<void> {
  const latestAt = now + clockSetMs
  const phones = await db
    .selectFrom('push_queue')
    .innerJoin('push_subscriptions as of', 'of.token_hash', 'push_queue.token_hash')
    .select((row) => ['of.token_hash', 'of.quiet_from', 'of.quiet_to', 'of.time_zone', row.fn.max('at').as('last_at')])
    .where('tries', '=', 0)
    .where('at', '>', latestAt)
    // Never earlier than it happened: its index finds it.
    .where('due_at', '>', latestAt)
    .groupBy(['of.token_hash', 'of.quiet_from', 'of.quiet_to', 'of.time_zone'])
    .execute()
  for (const { token_hash, last_at, ...phone } of phones)
    await db
      .updateTable('push_queue')
      .set((row) => ({ at: row('at', '-', last_at - now), due_at: dueAt(phone, now) }))
      .where('token_hash', '=', token_hash)
      .where('tries', '=', 0)
      .where('at', '>', latestAt)
      .execute()
}

type ClaimedRow = { token_hash: string; notice_key: string; notice: string; tries: number; at: number }

async function withSubscriptions(db: Db, claimed: readonly ClaimedRow[]): Promise<DueNotices[]> {
  if (claimed.length === 0) return []
  const tokens = [...new Set(claimed.map(({ token_hash }) => token_hash))]
  const subscriptions = await db
    .selectFrom('push_subscriptions')
    .where('token_hash', 'in', tokens)
    .select(['token_hash', 'endpoint', 'p256dh', 'auth'])
    .execute()
  return subscriptions.map((subscription) => {
    const rows = claimed.filter(({ token_hash }) => token_hash === subscription.token_hash).sort((a, b) => a.at - b.at)
    const tries = rows.map((row) => row.tries)
    return {
      ...subscription,
      notices: rows.map(({ notice }) => parseJsonColumn(Notice, notice)),
      keys: rows.map(({ notice_key }) => notice_key),
      tries: maxOf(tries, 0),
    }
  })
}

type Claimed = { token_hash: string; keys: readonly string[] }

export async function dropNotices(db: Db, { token_hash, keys }: Claimed): Promise<void> {
  await db.deleteFrom('push_queue').where('token_hash', '=', token_hash).where('notice_key', 'in', keys).execute()
}

export async function retryNotices(db: Db, { token_hash, keys }: Claimed, dueAtMs: number): Promise<void> {
  await db
    .updateTable('push_queue')
    .set({ due_at: dueAtMs })
    .where('token_hash', '=', token_hash)
    .where('notice_key', 'in', keys)
    .execute()
}
