/** For tests: films, series and episodes written straight into the station's database. */
import * as z from 'zod/mini'
import type { Db } from '../kit/db.ts'
import { markChanged } from '../movie/film/film-changes.store.ts'
import { FilmFacts } from '../movie/film/facts.ts'
import { writeIdentity } from '../movie/film/identity.store.ts'
import { newFilm, noEpisode } from '../movie/group/no-episode.ts'
import type { FilmRow } from '../movie/film/film-row.ts'

type NewFilm = { title: string; facts?: Partial<FilmFacts>; row?: Partial<FilmRow> }

/** Its id is its title. */
export async function addFilm(db: Db, { title, facts = {}, row = {} }: NewFilm): Promise<string> {
  const film_id = row.film_id ?? title
  const texts = { group_key: film_id, title, original_title: '', year: null, added_at: 1_000 }
  await db
    .insertInto('movie_film')
    .values({ ...newFilm, ...noEpisode, ...texts, is_listed: 1, ...row, film_id })
    .execute()
  if ((row.kind ?? 'film') !== 'series') await addFile(db, film_id)
  if (Object.keys(facts).length > 0)
    await db.transaction().execute((tx) =>
      writeIdentity(tx, {
        film_id,
        source: 'auto',
        is_settled: false,
        facts: { ...z.parse(FilmFacts, {}), ...facts },
        candidates: [],
        score: 1,
        searched_name: '',
        searched_at: 0,
      }),
    )
  return film_id
}

/** Its id is `<series> 1x2`. */
export async function addEpisode(
  db: Db,
  { series_id, season, number }: { series_id: string; season: number; number: number },
): Promise<string> {
  const title = `${series_id} ${season}x${number}`
  await addFilm(db, { title, row: { kind: 'episode', series_id, season, episode: number } })
  await db.transaction().execute((tx) => markChanged(tx, [title]))
  return title
}

async function addFile(db: Db, film_id: string): Promise<void> {
  const codecs = { video: 'h264', audio: 'aac', pix_fmt: 'yuv420p', container: 'mp4' }
  const file = { path: `/films/${film_id}.mp4`, root: '/films', size: 1, modified_at: 0, inode: film_id, part: 0, quality: '' }
  await db
    .insertInto('movie_file')
    .values({
      ...codecs,
      ...file,
      duration_ms: 60_000,
      width: 1920,
      height: 1080,
      file_id: `file-${film_id}`,
      film_id,
      subtitles: '[]',
      state: 'film',
    })
    .execute()
}
