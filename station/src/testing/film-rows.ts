/** For tests: films in the tables of the library, without files on the disk. */
import type { Db } from '../kit/db.ts'
import type { FilmFileRow, FilmRow } from '../movie/film/film-row.ts'

const noMore = {
  kind: 'film' as const,
  series_id: '',
  air_date: '',
  beside_changed: 0,
  catalog_changed: 0,
  nfo: '',
  art: '',
  backdrop: '',
  backdrop_art: '',
}

type NewFilm = { film_id: string; root: string; paths: readonly string[]; more?: Partial<FilmRow> }

/** A listed film with a picture. */
export async function addFilm(db: Db, { film_id, root, paths, more }: NewFilm): Promise<void> {
  const row = { film_id, group_key: film_id, title: `Film ${film_id}`, original_title: '', year: null, added_at: 0 }
  await db
    .insertInto('movie_film')
    .values({ ...row, ...noMore, poster: `p-${film_id}`, picture_state: 'made', is_listed: 1, changed: 0, ...more })
    .execute()
  for (const path of paths) await addFilmFile(db, { film_id, root, path })
}

type NewFile = { film_id: string; root: string; path: string; more?: Partial<FilmFileRow> }

export async function addFilmFile(db: Db, { film_id, root, path, more }: NewFile): Promise<void> {
  const facts = { duration_ms: null, width: null, height: null, video: '', audio: '', pix_fmt: '', container: '' }
  const file = { file_id: path, film_id, path, root, size: 1, modified_at: 0, inode: path, part: 0, quality: '' }
  await db
    .insertInto('movie_file')
    .values({ ...file, ...facts, subtitles: '[]', state: 'film', ...more })
    .execute()
}
