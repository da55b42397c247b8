/** Stores and deletes redrawn pictures: the row in the realm's database, the bytes in the uploads. */
import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { redraw, type ImageOptions } from './image.ts'
import { addPicture, dropPicture, picturesOf, type PictureRow, type Purpose } from './picture.store.ts'
import type { Realm } from '../kit/realm.ts'
import type { Uploads } from './uploads.ts'
import type { TempUpload } from '../kit/http/temp-upload.ts'

export type Pictures = ReturnType<typeof createPictures>

export function createPictures(uploads: Uploads) {
  return {
    /** Refuses invalid pictures (field `file`). The result's picture_id is 128 random bits. */
    async add(
      { db, lang }: Pick<Realm, 'db' | 'lang'>,
      file: Pick<TempUpload, 'path'>,
      { options, ...of }: { user_id: string; purpose: Purpose; options: ImageOptions; now: number },
    ): Promise<PictureRow> {
      const { bytes, width, height, type } = await redraw(file.path, options)
      const picture_id = randomBytes(16).toString('hex')
      const row: PictureRow = { picture_id, user_id: of.user_id, purpose: of.purpose, width, height, type, created_at: of.now }
      const tempUpload = await uploads.spool(Readable.from([bytes]), bytes.length)
      // The row first: bytes without a row would never be deleted.
      await addPicture(db, row)
      await uploads.keep(tempUpload, pictureKey(lang, picture_id))
      return row
    },

    async remove({ db, lang }: Pick<Realm, 'db' | 'lang'>, pictureId: string): Promise<void> {
      await uploads.remove(pictureKey(lang, pictureId))
      await dropPicture(db, pictureId)
    },

    /** Deletes all of a user's pictures of one purpose except `but` ('' for none). */
    async removeAll(realm: Realm, userId: string, { purpose, but }: { purpose: Purpose; but: string }): Promise<void> {
      for (const id of await picturesOf(realm.db, userId, purpose)) if (id !== but) await this.remove(realm, id)
    },

    read: ({ lang }: Realm, pictureId: string) => uploads.read(pictureKey(lang, pictureId)),
  }
}

function pictureKey(lang: Lang, pictureId: string): string {
  return `${lang}/pictures/${pictureId.slice(0, 2)}/${pictureId}.webp`
}
