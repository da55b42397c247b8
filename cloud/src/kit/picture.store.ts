/** Which pictures there are, whose they are and what for. */
import type { Db } from './db.ts'

/** Those that anyone may see who has the id; a feedback's screenshots are for the operator alone. */
export const openPurposes = ['avatar', 'post'] as const
export type Purpose = (typeof openPurposes)[number] | 'feedback'

declare module './db.ts' {
  interface Tables {
    pictures: PictureRow
  }
}

/** user_id '' where nobody was signed in. created_at in ms. */
export type PictureRow = {
  picture_id: string
  user_id: string
  purpose: Purpose
  width: number
  height: number
  type: 'image/webp'
  created_at: number
}

export async function addPicture(db: Db, picture: PictureRow): Promise<void> {
  await db.insertInto('pictures').values(picture).execute()
}

export async function openPicture(db: Db, pictureId: string): Promise<PictureRow | undefined> {
  return db
    .selectFrom('pictures')
    .selectAll()
    .where('picture_id', '=', pictureId)
    .where('purpose', 'in', openPurposes)
    .executeTakeFirst()
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

export async function dropPicture(db: Db, pictureId: string): Promise<void> {
  await db.deleteFrom('pictures').where('picture_id', '=', pictureId).execute()
}
