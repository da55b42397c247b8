/** Items that the feeds brought, and which of them are taken. */
import { sql, type ExpressionBuilder, type Transaction } from 'kysely'
import type { Db, Tables } from '../kit/db.ts'
import type { Taken } from './match-rule.ts'
import { freeTaken, noteTask } from './wish/wish.store.ts'

declare module '../kit/db.ts' {
  interface Tables {
    feed_item: FeedItemRow
    /** A film or an episode that was taken; worth: of the release, to compare with a later one. task_id: '' until its download is begun. taken_at in ms. */
    feed_taken: { identity: string; worth: number; feed_id: string; item_id: string; task_id: string; taken_at: number }
  }
}

/** An item that a feed brought. is_present: the feed has it still. state: '' it was not taken. replaces: the download whose place it takes once it is done. */
export type FeedItemRow = {
  feed_id: string
  item_id: string
  title: string
  link: string
  kind: 'torrent' | 'file' | 'unknown'
  size: number
  imdb_id: string
  tmdb_id: string
  published_at: number
  seen_at: number
  is_present: number
  state: '' | 'waiting' | 'taken' | 'failed'
  fault: string
  tries: number
  next_at: number
  taken_at: number
  identity: string
  task_id: string
  replaces: string
}

export type TakenItem = Taken & Pick<FeedItemRow, 'feed_id' | 'item_id'>
export type ItemStore = ReturnType<typeof itemStore>

const weekMs = 7 * 86_400_000

export function itemStore(db: Db) {
  return {
    /** Newest first. */
    present(feed_id: string): Promise<FeedItemRow[]> {
      const present = db.selectFrom('feed_item').selectAll().where('feed_id', '=', feed_id).where('is_present', '=', 1)
      return present.orderBy('published_at', 'desc').orderBy('seen_at', 'desc').orderBy('item_id').execute()
    },
    /** By its id. */
    async statesOf(feed_id: string): Promise<Map<string, Pick<FeedItemRow, 'state' | 'task_id'>>> {
      const rows = db.selectFrom('feed_item').select(['item_id', 'state', 'task_id']).where('feed_id', '=', feed_id)
      return new Map((await rows.execute()).map(({ item_id, ...item }) => [item_id, item]))
    },
    async takenOf(identities: readonly string[]): Promise<Map<string, TakenItem>> {
      if (identities.length === 0) return new Map()
      const rows = await db.selectFrom('feed_taken').selectAll().where('identity', 'in', identities).execute()
      return new Map(rows.map(({ identity, ...taken }) => [identity, taken]))
    },
    /** To be begun now. One that was taken later than now, or waits longer than any does, waits by a clock that has been set back. */
    waiting(now: number, longestWaitMs: number): Promise<FeedItemRow[]> {
      const waiting = db.selectFrom('feed_item').selectAll().where('state', '=', 'waiting')
      const due = waiting.where((eb) =>
        eb.or([eb('next_at', '<=', now), eb('next_at', '>', now + longestWaitMs), eb('taken_at', '>', now)]),
      )
      return due.orderBy('next_at').orderBy('taken_at').orderBy('published_at').execute()
    },
    async begun({ feed_id, item_id, identity }: FeedItemRow, task_id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        const row = tx.updateTable('feed_item').set({ state: 'taken', task_id, fault: '' })
        await row.where('feed_id', '=', feed_id).where('item_id', '=', item_id).execute()
        const taken = tx.updateTable('feed_taken').set({ task_id }).where('identity', '=', identity)
        await taken.where('item_id', '=', item_id).execute()
        await noteTask(tx, { feed_id, item_id }, task_id)
      })
    },
    /** One that is tried no more gives its film or episode free, for another release. */
    async failed(
      item: FeedItemRow,
      change: Pick<FeedItemRow, 'state' | 'fault' | 'tries' | 'next_at' | 'taken_at'>,
    ): Promise<void> {
      const { feed_id, item_id } = item
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('feed_item').set(change).where('feed_id', '=', feed_id).where('item_id', '=', item_id).execute()
        if (change.state === 'failed') await giveFree(tx, item)
      })
    },
    /** Those that take the place of another download. */
    replacing(): Promise<FeedItemRow[]> {
      return db.selectFrom('feed_item').selectAll().where('replaces', '!=', '').where('state', '=', 'taken').execute()
    },
    async hasReplaced({ feed_id, item_id }: FeedItemRow): Promise<void> {
      const row = db.updateTable('feed_item').set({ replaces: '' })
      await row.where('feed_id', '=', feed_id).where('item_id', '=', item_id).execute()
    },
    /** taken_week: in the last seven days. failed: those that it has still and that could not be taken. */
    async counts(now: number): Promise<Map<string, { taken_week: number; failed: number }>> {
      const rows = await db
        .selectFrom('feed_item')
        .select((of) => [
          'feed_id',
          of.fn.sum<number>(sql`state = 'taken' and taken_at >= ${now - weekMs}`).as('taken_week'),
          of.fn.sum<number>(sql`is_present and (state = 'failed' or (state = 'waiting' and tries > 0))`).as('failed'),
        ])
        .groupBy('feed_id')
        .execute()
      return new Map(rows.map(({ feed_id, ...counts }) => [feed_id, counts]))
    },
  }
}

/** An item that is not begun any more: of its film or episode nothing is taken, or again the download that it was to replace. Within a transaction of the caller. */
export async function giveFree(tx: Transaction<Tables>, { feed_id, item_id, identity, replaces }: FeedItemRow): Promise<void> {
  await freeTaken(tx, { feed_id, item_id })
  const isOwn = (at: ExpressionBuilder<Tables, 'feed_taken'>) => at.and({ identity, feed_id, item_id })
  if (replaces === '') await tx.deleteFrom('feed_taken').where(isOwn).execute()
  else await tx.updateTable('feed_taken').set({ task_id: replaces }).where(isOwn).execute()
}
