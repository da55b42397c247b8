/** A reported film as it is stored, computed before the transaction: reading the pinyin of its titles takes longest. */
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { ReportedFilm } from '@homeport/contract/movie.ts'
import type * as z from 'zod/mini'
import { writeFacts } from './library/facts.ts'
import { searchKeysOf, writeKeys } from './library/search-keys.ts'
import type { DetailParts, FilmRow } from './store.ts'

/** pictures: blob ids. */
export type PreparedFilm = { columns: Omit<FilmRow, 'devsn' | 'version'>; pictures: string[] }

/** With the texts of the realm's language. */
export async function prepareFilm({ key, value }: { key: string; value: ReportedFilm }, lang: Lang): Promise<PreparedFilm> {
  const film = inLanguage({ ...value, id: key }, lang)
  const { poster, backdrop, people } = film
  return { columns: await columnsOf(film, lang), pictures: [poster, backdrop, ...people.map(({ photo }) => photo)] }
}

/** The film's title is then that of the realm; it is found by the other language's too. */
function inLanguage(film: ReportedFilm, lang: Lang): ReportedFilm {
  const texts = film.texts?.[lang]
  if (!texts) return film
  return { ...film, title: texts.title || film.title, overview: texts.overview || film.overview }
}

async function columnsOf(reported: ReportedFilm, lang: Lang): Promise<PreparedFilm['columns']> {
  const { files, people, aliases: _, collection_id, ids, texts, ...film } = reported
  const collection = collection_id === '' ? null : { id: collection_id, name: texts?.[lang].collection ?? '' }
  return {
    film_id: film.id,
    added_at: film.added_at,
    film: JSON.stringify(film),
    files: JSON.stringify(files),
    detail: JSON.stringify({ people, ids, collection } satisfies z.input<typeof DetailParts>),
    facts: writeFacts({ ...film, collection_id }),
    keys: writeKeys(await searchKeysOf(reported)),
  }
}
