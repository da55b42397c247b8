/** Reads files of the library: by id, path, folder and inode. */
import { sep } from 'node:path'
import type { Db } from '../../kit/db.ts'
import { rowsOfBatches } from './chunk.ts'
import type { FilmFileRow, FilmRow } from './film-row.ts'

export type KnownFile = Pick<FilmFileRow, 'file_id' | 'film_id' | 'path' | 'size' | 'modified_at' | 'inode' | 'part'>

const knownColumns = ['file_id', 'film_id', 'path', 'size', 'modified_at', 'inode', 'part'] as const

/** With the numbers of its episode. */
export type NumberedFile = KnownFile & Pick<FilmRow, 'season' | 'episode'>

export type FileQueries = ReturnType<typeof fileQueries>

export function fileQueries(db: Db) {
  return {
    file: (fileId: string) => db.selectFrom('movie_file').selectAll().where('file_id', '=', fileId).executeTakeFirst(),
    fileAt: (path: string) => db.selectFrom('movie_file').selectAll().where('path', '=', path).executeTakeFirst(),
    /** The file at a path and those below it. */
    under: (path: string): Promise<NumberedFile[]> =>
      db
        .selectFrom('movie_file')
        .innerJoin('movie_film', 'movie_film.film_id', 'movie_file.film_id')
        .select(['file_id', 'movie_file.film_id', 'path', 'size', 'modified_at', 'inode', 'part', 'season', 'episode'])
        .where((eb) => eb.or([eb('path', '=', path), eb.and([eb('path', '>=', path + sep), eb('path', '<', path + after(sep))])]))
        .execute(),
    /** The inode of any file of a root. */
    inodeIn: async (root: string): Promise<string | undefined> =>
      (await db.selectFrom('movie_file').select('inode').where('root', '=', root).limit(1).executeTakeFirst())?.inode,
    /** Files whose root is not in this list. */
    outside: (roots: readonly string[]): Promise<KnownFile[]> =>
      db
        .selectFrom('movie_file')
        .select(knownColumns)
        .$if(roots.length > 0, (query) => query.where('root', 'not in', [...roots]))
        .execute(),
    byInodes: (inodes: readonly string[]): Promise<KnownFile[]> =>
      rowsOfBatches(inodes, (some) => db.selectFrom('movie_file').select(knownColumns).where('inode', 'in', some).execute()),
  }
}

/** The character after the separator: a path below a folder is less than the folder with it. */
function after(separator: string): string {
  return String.fromCharCode(separator.charCodeAt(0) + 1)
}
