/** The feeds of a box. */
import { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import * as z from 'zod/mini'
import type { Db } from '../kit/db.ts'
import { giveFree } from './item.store.ts'

declare module '../kit/db.ts' {
  interface Tables {
    feed: FeedRow
  }
}

const longestWaitMs = 86_400_000

/** Its time has come, or was set by a clock that was ahead and has been set back since. */
export function isFeedDue(feed: Pick<FeedRow, 'next_at' | 'checked_at' | 'failing_since'>, now: number): boolean {
  return feed.next_at <= now || feed.next_at > now + longestWaitMs || feed.checked_at > now || feed.failing_since > now
}

/** address: whole, with its key. rule: FeedRule as JSON. etag, modified: of its last answer. fault: FeedFault. checked_at 0: it was never read. failures: in a row. */
type FeedRow = {
  feed_id: string
  name: string
  address: string
  is_on: number
  rule: string
  etag: string
  modified: string
  fault: string
  failures: number
  failing_since: number
  checked_at: number
  next_at: number
}

export type StoredFeed = Omit<FeedRow, 'rule' | 'is_on'> & { rule: FeedRule; is_on: boolean }
export type FeedStore = ReturnType<typeof feedStore>

export function feedStore(db: Db) {
  const stored = ({ rule, is_on, ...row }: FeedRow): StoredFeed => ({
    ...row,
    rule: z.parse(FeedRule, JSON.parse(rule)),
    is_on: is_on === 1,
  })

  return {
    async all(): Promise<StoredFeed[]> {
      return (await db.selectFrom('feed').selectAll().orderBy('name').orderBy('feed_id').execute()).map(stored)
    },
    async byId(feed_id: string): Promise<StoredFeed | undefined> {
      const row = await db.selectFrom('feed').selectAll().where('feed_id', '=', feed_id).executeTakeFirst()
      return row && stored(row)
    },
    async due(now: number): Promise<StoredFeed[]> {
      const on = await db.selectFrom('feed').selectAll().where('is_on', '=', 1).orderBy('next_at').execute()
      return on.filter((feed) => isFeedDue(feed, now)).map(stored)
    },
    async save({ rule, is_on, ...feed }: StoredFeed): Promise<void> {
      const row = { ...feed, rule: JSON.stringify(rule), is_on: is_on ? 1 : 0 }
      await db
        .insertInto('feed')
        .values(row)
        .onConflict((c) => c.column('feed_id').doUpdateSet(row))
        .execute()
    },
    /** A feed that was removed meanwhile stays removed. */
    async note(feed_id: string, change: Partial<Omit<FeedRow, 'feed_id' | 'rule' | 'is_on'>>): Promise<void> {
      await db.updateTable('feed').set(change).where('feed_id', '=', feed_id).execute()
    },
    async remove(feed_id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        // A film that was not begun yet is free for other feeds, and a wish for it waits again.
        const items = tx.selectFrom('feed_item').selectAll().where('feed_id', '=', feed_id).where('state', '=', 'waiting')
        for (const item of await items.execute()) await giveFree(tx, item)
        await tx.deleteFrom('feed_item').where('feed_id', '=', feed_id).execute()
        await tx.deleteFrom('feed').where('feed_id', '=', feed_id).execute()
      })
    },
    async removeAll(): Promise<void> {
      await db.transaction().execute(async (tx) => {
        for (const table of ['feed_item', 'feed', 'feed_taken', 'wish_taken', 'wish'] as const)
          await tx.deleteFrom(table).execute()
      })
    },
  }
}
