/** Pictures used by threads and drafts. An unused one is deleted after a day. */
import type { Picture } from '@homeport/contract/shape/picture.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** thread_id 0 and draft_id '': no longer used by either. */
    post_pictures: { picture_id: string; user_id: string; thread_id: number; draft_id: string }
  }
}

/** thread_id 0: a draft, or a thread that is not created yet. */
export type PictureOwner = { user_id: string; thread_id: number; draft_id: string }

/** In the order of the ids, without duplicates; undefined if one is not the user's or is used by another thread. */
export async function picturesFor(
  db: Db,
  { user_id, thread_id }: PictureOwner,
  ids: readonly string[],
): Promise<Picture[] | undefined> {
  const uniqueIds = [...new Set(ids)]
  if (uniqueIds.length === 0) return []
  const rows = await db
    .selectFrom('pictures')
    .leftJoin('post_pictures', 'post_pictures.picture_id', 'pictures.picture_id')
    .select(['pictures.picture_id', 'pictures.width', 'pictures.height', 'post_pictures.thread_id'])
    .where('pictures.picture_id', 'in', uniqueIds)
    .where('pictures.user_id', '=', user_id)
    .where('pictures.purpose', '=', 'post')
    .execute()
  const byId = new Map(rows.map((row) => [row.picture_id, row]))
  const matches = uniqueIds.flatMap((id) => byId.get(id) ?? [])
  if (matches.length < uniqueIds.length) return undefined
  if (matches.some((row) => (row.thread_id ?? 0) !== 0 && row.thread_id !== thread_id)) return undefined
  return matches.map(({ picture_id, width, height }) => ({ id: picture_id, width, height }))
}

/** Replaces the owner's pictures. A draft of an edit uses its thread's pictures too: each owner releases only its own reference. */
export async function attachPictures(trx: Trx, holder: PictureOwner, pictures: readonly Picture[]): Promise<void> {
  await detachPictures(trx, holder)
  const { thread_id, draft_id } = holder
  for (const { id } of pictures)
    await trx
      .insertInto('post_pictures')
      .values({ picture_id: id, ...holder })
      .onConflict((on) => on.column('picture_id').doUpdateSet(thread_id === 0 ? { draft_id } : { thread_id }))
      .execute()
}

export async function detachPictures(trx: Trx, { user_id, thread_id, draft_id }: PictureOwner): Promise<void> {
  const own = trx.updateTable('post_pictures').where('user_id', '=', user_id)
  if (thread_id !== 0) await own.set({ thread_id: 0 }).where('thread_id', '=', thread_id).execute()
  else if (draft_id !== '') await own.set({ draft_id: '' }).where('draft_id', '=', draft_id).execute()
}

export async function forgetPicture(db: Db, pictureId: string): Promise<void> {
  await db.deleteFrom('post_pictures').where('picture_id', '=', pictureId).execute()
}

/** Unused pictures of posts, made before `before`. */
export async function orphanedPictures(db: Db, before: number): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .leftJoin('post_pictures', 'post_pictures.picture_id', 'pictures.picture_id')
    .select('pictures.picture_id')
    .where('pictures.purpose', '=', 'post')
    .where('pictures.created_at', '<', before)
    .where(sql<boolean>`coalesce(post_pictures.thread_id, 0) = 0 and coalesce(post_pictures.draft_id, '') = ''`)
    .limit(500)
    .execute()
  return rows.map(({ picture_id }) => picture_id)
}

/** The number of a user's unused pictures. */
export async function countOrphaned(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom('pictures')
    .leftJoin('post_pictures', 'post_pictures.picture_id', 'pictures.picture_id')
    .where('pictures.user_id', '=', userId)
    .where('pictures.purpose', '=', 'post')
    .where(sql<boolean>`coalesce(post_pictures.thread_id, 0) = 0 and coalesce(post_pictures.draft_id, '') = ''`)
    .select((of) => of.fn.countAll<number>().as('n'))
    .executeTakeFirst()
  return row?.n ?? 0
}

export async function picturesIn(db: Db, threadId: number): Promise<string[]> {
  const rows = await db.selectFrom('post_pictures').select('picture_id').where('thread_id', '=', threadId).execute()
  return rows.map(({ picture_id }) => picture_id)
}

/** Pictures that an erased user left in threads stay there without an owner. */
export async function anonymizePictures(trx: Trx, userId: string): Promise<void> {
  await trx.deleteFrom('post_pictures').where('user_id', '=', userId).where('thread_id', '=', 0).execute()
  await trx.updateTable('post_pictures').set({ user_id: '' }).where('user_id', '=', userId).execute()
}
