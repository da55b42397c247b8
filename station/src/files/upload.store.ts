/** Uploads that are not complete. */
import type { Db, Tables } from '../kit/db.ts'

declare module '../kit/db.ts' {
  interface Tables {
    /** owner: realm and user. path: where it will be; part: where it lies until then; both absolute. created_at in ms. */
    file_upload: {
      upload_id: string
      owner: string
      path: string
      part: string
      name: string
      size: number
      created_at: number
    }
  }
}

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
