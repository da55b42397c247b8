/** Picture rows: owner and purpose. */
import type { Db } from '../kit/db.ts'

/** Anyone with the id may see these; private pictures (a feedback's screenshots) are not stored here. */
export type Purpose = 'avatar' | 'banner' | 'guide' | 'post'

declare module '../kit/db.ts' {
  interface Tables {
    pictures: PictureRow
  }
}

export type PictureRow = {
  picture_id: string
  user_id: string
  purpose: Purpose
  width: number
  height: number
  type: 'image/webp'
  /** ms. */
  created_at: number
}

export async function addPicture(db: Db, picture: PictureRow): Promise<void> {
  await db.insertInto('pictures').values(picture).execute()
}

export async function pictureOf(db: Db, pictureId: string): Promise<PictureRow | undefined> {
  return db.selectFrom('pictures').selectAll().where('picture_id', '=', pictureId).executeTakeFirst()
}

/** Ids of a user's pictures of one purpose. */
export async function picturesOf(db: Db, userId: string, purpose: Purpose): Promise<string[]> {
  const rows = await db
    .selectFrom('pictures')
    .select('picture_id')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute()
  return rows.map(({ picture_id }) => picture_id)
}

/** Removes the owner. */
export async function disownPictures(db: Db, userId: string, purpose: Purpose): Promise<void> {
  await db.updateTable('pictures').set({ user_id: '' }).where('user_id', '=', userId).where('purpose', '=', purpose).execute()
}

export async function dropPicture(db: Db, pictureId: string): Promise<void> {
  await db.deleteFrom('pictures').where('picture_id', '=', pictureId).execute()
}
