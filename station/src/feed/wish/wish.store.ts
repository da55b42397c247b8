/** Keeps what the household wants to see, and what was taken for it. */
import type { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Transaction } from 'kysely'
import * as z from 'zod/mini'
import type { Db, Tables } from '../../kit/db.ts'
import { WantedEntry } from './wanted-entry.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    wish: WishRow
    wish_taken: WishTakenRow
  }
}

/** season, episode: 0 of a film, and of a series as a whole; episode 0 of a season. entry: WantedEntry as JSON. removed_at: 0, or when it was removed: it can come back for a day. Times in ms. */
type WishRow = {
  wish_id: string
  tmdb: string
  season: number
  episode: number
  entry: string
  quality_from: FeedRule['quality_from']
  realm: Lang
  user_id: string
  added_at: number
  removed_at: number
}

/** An item that was taken for a wish. season, episode: of what it is, 0 of a film; episode 0 of a whole season. task_id: '' until its download is begun. */
export type WishTakenRow = {
  wish_id: string
  season: number
  episode: number
  feed_id: string
  item_id: string
  task_id: string
  taken_at: number
}

export type StoredWish = Omit<WishRow, 'entry'> & { entry: WantedEntry }
export type WishStore = ReturnType<typeof wishStore>
type Item = { feed_id: string; item_id: string }

const removedKeptMs = 86_400_000

export function wishStore(db: Db) {
  const stored = ({ entry, ...row }: WishRow): StoredWish => ({ ...row, entry: z.parse(WantedEntry, JSON.parse(entry)) })

  return {
    /** The newest first. */
    async all(): Promise<StoredWish[]> {
      const rows = db.selectFrom('wish').selectAll().where('removed_at', '=', 0)
      return (await rows.orderBy('added_at', 'desc').orderBy('wish_id').execute()).map(stored)
    },
    /** Also one that was removed lately. */
    async byId(wish_id: string): Promise<StoredWish | undefined> {
      const row = await db.selectFrom('wish').selectAll().where('wish_id', '=', wish_id).executeTakeFirst()
      return row && stored(row)
    },
    async save({ entry, ...wish }: StoredWish): Promise<void> {
      const row = { ...wish, entry: JSON.stringify(entry) }
      await db
        .insertInto('wish')
        .values(row)
        .onConflict((c) => c.column('wish_id').doUpdateSet(row))
        .execute()
    },
    async remove(wish_id: string, now: number): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx.updateTable('wish').set({ removed_at: now }).where('wish_id', '=', wish_id).execute()
        const old = tx.selectFrom('wish').select('wish_id').where('removed_at', '>', 0)
        const gone = (await old.where('removed_at', '<', now - removedKeptMs).execute()).map((row) => row.wish_id)
        if (gone.length === 0) return
        await tx.deleteFrom('wish_taken').where('wish_id', 'in', gone).execute()
        await tx.deleteFrom('wish').where('wish_id', 'in', gone).execute()
      })
    },
    taken: (): Promise<WishTakenRow[]> => db.selectFrom('wish_taken').selectAll().orderBy('taken_at').execute(),
    /** Where nothing was taken for them yet. */
    async note(rows: readonly WishTakenRow[]): Promise<void> {
      await db.transaction().execute((tx) => noteTaken(tx, rows))
    },
    async forgetTaken(wish_id: string): Promise<void> {
      await db.deleteFrom('wish_taken').where('wish_id', '=', wish_id).execute()
    },
  }
}

/** Writes down those that nothing was taken for yet, and tells how many. Within a transaction of the caller. */
export async function noteTaken(tx: Transaction<Tables>, rows: readonly WishTakenRow[]): Promise<number> {
  let noted = 0
  for (const row of rows) {
    const insert = tx.insertInto('wish_taken').values(row)
    const [result] = await insert.onConflict((c) => c.columns(['wish_id', 'season', 'episode']).doNothing()).execute()
    noted += Number(result?.numInsertedOrUpdatedRows ?? 0)
  }
  return noted
}

export async function noteTask(tx: Transaction<Tables>, { feed_id, item_id }: Item, task_id: string): Promise<void> {
  const rows = tx.updateTable('wish_taken').set({ task_id }).where('feed_id', '=', feed_id)
  await rows.where('item_id', '=', item_id).execute()
}

/** Another release may come in place of one that could not be had. */
export async function freeTaken(tx: Transaction<Tables>, { feed_id, item_id }: Item): Promise<void> {
  await tx.deleteFrom('wish_taken').where('feed_id', '=', feed_id).where('item_id', '=', item_id).execute()
}
