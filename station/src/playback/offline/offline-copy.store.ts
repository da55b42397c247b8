/** The copies that people have asked for, each person's own; several of the same file and height share what is prepared. */
import type { CopyHeight } from '@homeport/contract/playback/offline-copy.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Db } from '../../kit/db.ts'
import type { Viewer } from '../../shared/viewer.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    offline_copy: CopyRow
  }
}

/** is_direct: it is the film's file itself. added_at: its turn. asked_at: when its phone last asked. Both in ms. */
export type CopyRow = {
  copy_id: string
  realm: Lang
  user_id: string
  movie_id: string
  file_id: string
  height: CopyHeight
  is_direct: 0 | 1
  added_at: number
  asked_at: number
}

export type CopyStore = ReturnType<typeof copyStore>

export function copyStore(db: Db) {
  const ownOf = ({ realm, user_id }: Viewer) =>
    db.selectFrom('offline_copy').selectAll().where('realm', '=', realm).where('user_id', '=', user_id)

  return {
    /** In their turn. */
    all: (): Promise<CopyRow[]> => db.selectFrom('offline_copy').selectAll().orderBy('added_at').orderBy('copy_id').execute(),
    find: (viewer: Viewer, copy_id: string): Promise<CopyRow | undefined> =>
      ownOf(viewer).where('copy_id', '=', copy_id).executeTakeFirst(),
    /** The one that is there of this person, file and height stays. */
    async add(row: CopyRow): Promise<CopyRow> {
      await db
        .insertInto('offline_copy')
        .values(row)
        .onConflict((on) =>
          on
            .columns(['realm', 'user_id', 'file_id', 'height'])
            .doUpdateSet({ asked_at: row.asked_at, is_direct: row.is_direct, movie_id: row.movie_id }),
        )
        .execute()
      return ownOf(row).where('file_id', '=', row.file_id).where('height', '=', row.height).executeTakeFirstOrThrow()
    },
    async touch(copy_id: string, asked_at: number): Promise<void> {
      await db.updateTable('offline_copy').set({ asked_at }).where('copy_id', '=', copy_id).execute()
    },
    async remove(copy_id: string): Promise<void> {
      await db.deleteFrom('offline_copy').where('copy_id', '=', copy_id).execute()
    },
    async removeBefore(asked_at: number): Promise<void> {
      await db.deleteFrom('offline_copy').where('asked_at', '<', asked_at).execute()
    },
  }
}
