/** Table of the subtitles that were fetched, per film file. */
import type { Db } from '../../kit/db.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    fetched_subtitle: FetchedSubtitleRow
  }
}

/** A subtitle that was fetched for a film file; name: of its file in the box's folder. */
export type FetchedSubtitleRow = {
  file_id: string
  hit_id: string
  language: string
  release: string
  format: string
  is_hearing_impaired: number
  name: string
  fetched_at: number
}

export type FetchedSubtitleStore = ReturnType<typeof fetchedSubtitleStore>

export function fetchedSubtitleStore(db: Db) {
  return {
    /** Oldest first. */
    ofFile: (file_id: string): Promise<FetchedSubtitleRow[]> =>
      db.selectFrom('fetched_subtitle').selectAll().where('file_id', '=', file_id).orderBy('fetched_at').execute(),
    async keep(row: FetchedSubtitleRow): Promise<void> {
      await db.replaceInto('fetched_subtitle').values(row).execute()
    },
    async remove({ file_id, hit_id }: Pick<FetchedSubtitleRow, 'file_id' | 'hit_id'>): Promise<void> {
      await db.deleteFrom('fetched_subtitle').where('file_id', '=', file_id).where('hit_id', '=', hit_id).execute()
    },
  }
}
