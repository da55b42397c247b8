/** Uploads that are not complete. */
import type { Db } from '../kit/db.ts'
import type { Tables } from '../kit/tables.ts'

export type UploadRow = Tables['file_upload']

export function uploadStore(db: Db) {
  return {
    byId: (uploadId: string): Promise<UploadRow | undefined> =>
      db.selectFrom('file_upload').selectAll().where('upload_id', '=', uploadId).executeTakeFirst(),
    before: (time: number): Promise<UploadRow[]> =>
      db.selectFrom('file_upload').selectAll().where('created_at', '<', time).execute(),
    async add(row: UploadRow): Promise<void> {
      await db.insertInto('file_upload').values(row).execute()
    },
    async drop(uploadId: string): Promise<void> {
      await db.deleteFrom('file_upload').where('upload_id', '=', uploadId).execute()
    },
  }
}
