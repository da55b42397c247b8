/** A reported film as it is stored, computed before the transaction: reading the pinyin of its titles takes longest. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { filmKeysOf, writeFilmKeys } from '@homeport/contract/movie/film-keys.ts'
import { inLanguage } from '@homeport/contract/movie/film-language.ts'
import type { ReportedFilm } from '@homeport/contract/movie/movie.ts'
import * as z from 'zod/mini'
import { FilmCollection, FilmIds, FilmPerson, unknownIds } from '@homeport/contract/shape/film/film.ts'
import { writeFacts } from './facts.ts'

export type FilmColumns = {
  film_id: string
  /** s. */
  added_at: number
  /** BoxFilm as JSON, with the realm's texts. */
  film: string
  /** FilmFile[] as JSON. */
  files: string
  /** DetailParts as JSON. */
  detail: string
  /** The fields by which it is filtered and sorted (library/facts.ts). */
  facts: string
  /** The texts by which it is found (contract movie/film-keys.ts). */
  keys: string
}
/** pictures: blob ids. */
export type PreparedFilm = { columns: FilmColumns; pictures: string[]; former_ids?: readonly string[] | undefined }

export const DetailParts = z.object({
  people: z._default(z.array(FilmPerson), []),
  collection: z._default(z.nullable(FilmCollection), null),
  ids: z._default(FilmIds, unknownIds),
  /** In the realm's language, by number. */
  season_titles: z._default(z.record(z.string(), z.string()), {}),
})

/** With the texts of the realm's language. */
export async function prepareFilm({ key, value }: { key: string; value: ReportedFilm }, lang: Lang): Promise<PreparedFilm> {
  const film = inLanguage({ ...value, id: key }, lang)
  const { poster, backdrop, people, former_ids } = film
  return { columns: await columnsOf(film, lang), pictures: [poster, backdrop, ...people.map(({ photo }) => photo)], former_ids }
}

async function columnsOf(reported: ReportedFilm, lang: Lang): Promise<FilmColumns> {
  const { files, people, aliases: _, collection_id, ids, texts, season_titles = {}, former_ids: __, ...film } = reported
  const collection = collection_id === '' ? null : { id: collection_id, name: texts?.[lang].collection ?? '' }
  const titles = Object.fromEntries(Object.entries(season_titles).map(([season, title]) => [season, title[lang]]))
  return {
    film_id: film.id,
    added_at: film.added_at,
    film: JSON.stringify(film),
    files: JSON.stringify(files),
    detail: JSON.stringify({ people, ids, collection, season_titles: titles } satisfies z.input<typeof DetailParts>),
    facts: writeFacts({ ...film, collection_id }),
    keys: writeFilmKeys(await filmKeysOf(reported)),
  }
}
