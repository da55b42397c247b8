/** Files and folders that could be films and cannot be shown. */
import { sep } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../kit/db.ts'
import { batchesOf } from '../film/chunk.ts'
import { idOf } from '../film/film-id.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    movie_unreadable: UnreadableRow
  }
}

/** A file or folder that could be a film and cannot be shown as one. */
export type UnreadableRow = {
  id: string
  root: string
  /** Absolute. */
  path: string
  size: number
  files: number
  reason: 'no_video' | 'empty' | 'denied' | 'bad_name'
}

/** A shorter .ts file is TypeScript source. */
const videoBytes = 5 * 1024 * 1024
const maxRows = 2_000

export type UnreadableStore = ReturnType<typeof unreadableStore>

export function unreadableStore(db: Db) {
  return {
    /** Those that a scan saw at a path and below it take the place of those of the scan before. */
    keepUnreadable: (path: string, rows: readonly Omit<UnreadableRow, 'id'>[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('movie_unreadable').where(isAtOrBelow(path)).execute()
        for (const some of batchesOf(rows))
          await tx
            .insertInto('movie_unreadable')
            .values(some.map((row) => ({ ...row, id: idOf(`${row.reason}\n${row.path}`) })))
            .onConflict((on) => on.column('id').doNothing())
            .execute()
      }),
    unreadableUnder: (path: string) => db.selectFrom('movie_unreadable').selectAll().where(isAtOrBelow(path)).execute(),
    /** With the files in which ffprobe finds no video; menus of a disc that is shown are none. By path. */
    async unreadable(): Promise<UnreadableRow[]> {
      const seen = await db.selectFrom('movie_unreadable').selectAll().orderBy('path').limit(maxRows).execute()
      const probed = await db
        .selectFrom('movie_file')
        .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
        .select(['file_id as id', 'root', 'path', 'size'])
        .where('state', '=', 'other')
        .where((eb) => eb.or([eb('path', 'not like', '%.ts'), eb('size', '>=', videoBytes)]))
        .where((eb) =>
          eb.or([
            eb('is_listed', '=', 0),
            eb.and([eb('path', 'not like', '%/VIDEO_TS/%'), eb('path', 'not like', '%/STREAM/%')]),
          ]),
        )
        .orderBy('path')
        .limit(maxRows)
        .execute()
      return [...seen, ...probed.map((row) => ({ ...row, files: 1, reason: 'no_video' as const }))]
    },
  }
}

function isAtOrBelow(path: string) {
  const last = String.fromCharCode(sep.charCodeAt(0) + 1)
  return sql<boolean>`(path = ${path} or (path > ${path + sep} and path < ${path + last}))`
}
