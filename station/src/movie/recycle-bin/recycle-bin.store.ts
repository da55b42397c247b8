/** Entries of the recycle bin. */
import * as z from 'zod/mini'
import type { Db, Tables } from '../../kit/db.ts'
import type { Move } from './moves.ts'
import type { FilmFileRow } from '../film/film-row.ts'

declare module '../../kit/db.ts' {
  interface Tables {
    /** path: of the first file, relative to its library folder; moves: Move[] as JSON (movie/recycle-bin/moves.ts). */
    movie_bin: { bin_id: string; title: string; path: string; files: number; size: number; moves: string; deleted_at: number }
  }
}

const Moves = z.array(z.object({ root: z.string(), from: z.string(), to: z.string() }))

export type BinRow = Omit<Tables['movie_bin'], 'moves'> & { moves: Move[] }

export function recycleBinStore(db: Db) {
  return {
    /** The film with its files; of a series with the files of all its episodes. */
    async filesToDelete(filmId: string): Promise<{ title: string; files: FilmFileRow[] } | undefined> {
      const film = await db.selectFrom('movie_film').select('title').where('film_id', '=', filmId).executeTakeFirst()
      if (!film) return undefined
      const files = await db
        .selectFrom('movie_file')
        .selectAll()
        .where((eb) =>
          eb.or([
            eb('film_id', '=', filmId),
            eb('film_id', 'in', eb.selectFrom('movie_film').select('film_id').where('series_id', '=', filmId)),
          ]),
        )
        .orderBy('path')
        .execute()
      return { title: film.title, files }
    },
    async addEntry({ moves, ...row }: BinRow): Promise<void> {
      await db
        .insertInto('movie_bin')
        .values({ ...row, moves: JSON.stringify(moves) })
        .execute()
    },
    async entry(binId: string): Promise<BinRow | undefined> {
      const row = await db.selectFrom('movie_bin').selectAll().where('bin_id', '=', binId).executeTakeFirst()
      return row && toRow(row)
    },
    /** Latest first. */
    async entries(limit: number, offset: number): Promise<{ data: BinRow[]; total: number }> {
      const rows = await db
        .selectFrom('movie_bin')
        .selectAll()
        .orderBy('deleted_at', 'desc')
        .orderBy('bin_id')
        .limit(limit)
        .offset(offset)
        .execute()
      const count = await db
        .selectFrom('movie_bin')
        .select((of) => of.fn.countAll<number>().as('n'))
        .executeTakeFirst()
      return { data: rows.map(toRow), total: count?.n ?? 0 }
    },
    /** Deleted before this time (ms). */
    async deletedBefore(time: number): Promise<BinRow[]> {
      const rows = await db.selectFrom('movie_bin').selectAll().where('deleted_at', '<', time).execute()
      return rows.map(toRow)
    },
    async dropEntry(binId: string): Promise<void> {
      await db.deleteFrom('movie_bin').where('bin_id', '=', binId).execute()
    },
  }
}

function toRow({ moves, ...row }: Tables['movie_bin']): BinRow {
  return { ...row, moves: z.parse(Moves, JSON.parse(moves)) }
}
