/** Drafts on the cloud, valid or not; a picture is kept as long as a draft uses it. */
import type { Draft } from '@homeport/contract/forum.ts'
import type { Db, Trx } from '../../kit/db.ts'
import { attachPictures, detachPictures } from './image.store.ts'
import { fromDetailColumns, imagesIn, optionsIn, toDetailColumns, type DetailColumns } from './post-columns.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    drafts: DraftColumns
  }
}

type DraftColumns = DetailColumns & {
  user_id: string
  draft_id: string
  thread_id: string
  board_id: number
  title: string
  content: string
  /** As typed. */
  tags: string
  /** JSON. */
  images: string
  /** JSON. */
  options: string
  /** ms. */
  saved_at: number
}

/** Beyond this number the oldest draft is deleted. */
export const maxDrafts = 50

export async function saveDraftOf(
  trx: Trx,
  user_id: string,
  { id, thread_id, board_id, title, content, tags, images, options, now, ...details }: Omit<Draft, 'saved_at'> & { now: number },
): Promise<void> {
  const row = {
    thread_id,
    board_id,
    title,
    content,
    tags,
    images: JSON.stringify(images),
    options: JSON.stringify(options),
    ...toDetailColumns(details),
    saved_at: now,
  }
  await trx
    .insertInto('drafts')
    .values({ user_id, draft_id: id, ...row })
    .onConflict((on) => on.columns(['user_id', 'draft_id']).doUpdateSet(row))
    .execute()
  await attachPictures(trx, { user_id, thread_id: 0, draft_id: id }, images)
  const old = await trx
    .selectFrom('drafts')
    .select('draft_id')
    .where('user_id', '=', user_id)
    .orderBy('saved_at', 'desc')
    .orderBy('draft_id')
    .offset(maxDrafts)
    .limit(10)
    .execute()
  for (const { draft_id } of old) await dropDraftOf(trx, user_id, draft_id)
}

export async function draftOf(db: Db, userId: string, id: string): Promise<Draft | undefined> {
  const row = await db
    .selectFrom('drafts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('draft_id', '=', id)
    .executeTakeFirst()
  return row && view(row)
}

/** Latest first. */
export async function draftsOf(
  db: Db,
  userId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ data: Draft[]; total: number }> {
  const all = db.selectFrom('drafts').where('user_id', '=', userId)
  const rows = await all.selectAll().orderBy('saved_at', 'desc').orderBy('draft_id').limit(limit).offset(offset).execute()
  const count = await all.select((of) => of.fn.countAll<number>().as('n')).executeTakeFirst()
  return { data: rows.map(view), total: count?.n ?? 0 }
}

/** A missing draft counts as deleted. */
export async function dropDraftOf(trx: Trx, user_id: string, draft_id: string): Promise<void> {
  await trx.deleteFrom('drafts').where('user_id', '=', user_id).where('draft_id', '=', draft_id).execute()
  await detachPictures(trx, { user_id, thread_id: 0, draft_id })
}

export async function dropDrafts(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('drafts').where('user_id', '=', userId).execute()
}

function view({ draft_id, thread_id, board_id, title, content, tags, saved_at, ...row }: DraftColumns): Draft {
  return {
    id: draft_id,
    thread_id,
    board_id,
    title,
    content,
    tags,
    images: imagesIn(row),
    options: optionsIn(row),
    ...fromDetailColumns(row),
    saved_at: Math.floor(saved_at / 1000),
  }
}
