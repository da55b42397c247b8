/** Writes down what a feed brought, and which of it is taken, in one transaction: a kill leaves neither an item that is seen and lost, nor one that is taken twice. */
import { sql, type Transaction } from 'kysely'
import type { Db, Tables } from '../kit/db.ts'
import type { ReadItem } from './read-feed.ts'
import { noteTaken, type WishTakenRow } from './wish/wish.store.ts'

/** An item that is to be taken. replaces: the download whose place it takes, or ''. */
export type Chosen = { item_id: string; identity: string; worth: number; replaces: string }
type Brought = { feed_id: string; items: readonly ReadItem[]; chosen: readonly Chosen[]; now: number }
type Tx = Transaction<Tables>

/** Rows of items that a feed has no longer are dropped after it. */
const keptMs = 30 * 86_400_000
const maxItems = 2_000
const maxTakenRows = 10_000
/** SQLite takes so many values in one statement. */
const rowsAtOnce = 100
const fresh = { state: '', fault: '', tries: 0, next_at: 0, taken_at: 0, identity: '', task_id: '', replaces: '' } as const

export async function bringItems(db: Db, brought: Brought): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const feed = tx.selectFrom('feed').select('feed_id').where('feed_id', '=', brought.feed_id)
    // It was removed meanwhile.
    if (!(await feed.executeTakeFirst())) return
    await noteItems(tx, brought)
    await noteChosen(tx, brought)
    await dropOld(tx, brought)
  })
}

/** An item that is taken for wishes. row: where a search brought it, which the feed itself has not. */
export type ServedItem = Chosen & { feed_id: string; row: ReadItem | undefined; taken: readonly WishTakenRow[] }

/** Unless something else was taken for them meanwhile, or the feed was removed. How many are taken. */
export async function takeForWishes(db: Db, items: readonly ServedItem[], now: number): Promise<number> {
  let count = 0
  for (const { feed_id, row, taken, ...chosen } of items)
    await db.transaction().execute(async (tx) => {
      const feed = tx.selectFrom('feed').select('feed_id').where('feed_id', '=', feed_id)
      if (!(await feed.executeTakeFirst()) || (await noteTaken(tx, taken)) === 0) return
      if (row)
        await tx
          .insertInto('feed_item')
          .values({ ...row, ...fresh, feed_id, seen_at: now, is_present: 0 })
          .onConflict((c) => c.columns(['feed_id', 'item_id']).doNothing())
          .execute()
      await noteChosen(tx, { feed_id, items: [], chosen: [chosen], now })
      count += 1
    })
  return count
}

async function noteItems(tx: Tx, { feed_id, items, now }: Brought): Promise<void> {
  await tx.updateTable('feed_item').set({ is_present: 0 }).where('feed_id', '=', feed_id).execute()
  for (let at = 0; at < items.length; at += rowsAtOnce)
    await tx
      .insertInto('feed_item')
      .values(items.slice(at, at + rowsAtOnce).map((item) => ({ ...item, ...fresh, feed_id, seen_at: now, is_present: 1 })))
      .onConflict((c) =>
        c.columns(['feed_id', 'item_id']).doUpdateSet({ is_present: 1, link: sql`excluded.link`, title: sql`excluded.title` }),
      )
      .execute()
}

async function noteChosen(tx: Tx, { feed_id, chosen, now }: Brought): Promise<void> {
  for (const { item_id, identity, worth, replaces } of chosen) {
    await tx
      .updateTable('feed_item')
      .set({ ...fresh, state: 'waiting', identity, replaces, taken_at: now })
      .where('feed_id', '=', feed_id)
      .where('item_id', '=', item_id)
      .execute()
    if (identity === '') continue
    const taken = { worth, feed_id, item_id, task_id: '', taken_at: now }
    await tx
      .insertInto('feed_taken')
      .values({ identity, ...taken })
      .onConflict((c) => c.column('identity').doUpdateSet(taken))
      .execute()
  }
}

async function dropOld(tx: Tx, { feed_id, now }: Brought): Promise<void> {
  await tx
    .deleteFrom('feed_item')
    .where('feed_id', '=', feed_id)
    .where('is_present', '=', 0)
    .where('state', '!=', 'waiting')
    .where((row) => {
      const latest = row.selectFrom('feed_item').select('item_id').where('feed_id', '=', feed_id)
      return row.or([
        row('seen_at', '<', now - keptMs),
        row('item_id', 'not in', latest.orderBy('seen_at', 'desc').limit(maxItems)),
      ])
    })
    .execute()
  await tx
    .deleteFrom('feed_taken')
    .where('identity', 'not in', (row) =>
      row.selectFrom('feed_taken').select('identity').orderBy('taken_at', 'desc').limit(maxTakenRows),
    )
    .execute()
}
