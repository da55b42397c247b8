/** Ids of other databases in an NFO: in its elements, or as a bare address in its text. */
import { unknownFactIds, type FilmFacts } from '../film/facts.ts'
import { childrenOf, textOf } from './nfo-values.ts'
import type { XmlElement } from '../../kit/xml/parse-xml.ts'

type Ids = FilmFacts['ids']
export type TmdbKind = 'movie' | 'tv'

export function idsOfElement(element: XmlElement, kind: TmdbKind): Ids {
  const ids = { ...unknownFactIds }
  for (const id of childrenOf(element, 'uniqueid')) keep(ids, id.attributes['type'] ?? '', { value: id.text, kind })
  for (const name of ['tmdbid', 'imdbid', 'imdb_id', 'tmdb_id', 'doubanid', 'douban_id', 'tvdbid', 'tvdb_id'])
    keep(ids, name, { value: textOf(element, name), kind })
  for (const entry of childrenOf(element, 'ids').flatMap((all) => childrenOf(all, 'entry')))
    keep(ids, textOf(entry, 'key'), { value: textOf(entry, 'value'), kind })
  for (const id of childrenOf(element, 'id')) {
    for (const [name, value] of Object.entries(id.attributes)) keep(ids, name, { value, kind })
    keep(ids, '', { value: id.text, kind })
  }
  return ids
}

function keep(ids: Ids, name: string, { value, kind }: { value: string; kind: TmdbKind }): void {
  const text = value.trim()
  // Such an id is IMDb's whatever it is called.
  if (/^tt\d{7,9}$/i.test(text)) ids.imdb ||= text.toLowerCase()
  // Some programs leave out the letters and the zeros.
  if (/imdb/i.test(name) && /^\d{4,9}$/.test(text)) ids.imdb ||= `tt${text.padStart(7, '0')}`
  if (/tmdb|moviedb/i.test(name) && /^[1-9]\d{0,9}$/.test(text)) ids.tmdb ||= `${kind}/${text}`
  if (/tvdb/i.test(name) && kind === 'tv' && /^[1-9]\d{0,9}$/.test(text)) ids.tvdb ||= text
  if (/douban/i.test(name) && /^\d{5,10}$/.test(text)) ids.douban ||= text
}

/** themoviedb.org/movie/603-the-matrix, imdb.com/title/tt0133093, imdb.com/Title?0133093, movie.douban.com/subject/1291843, thetvdb.com/?tab=series&id=79349; an id of IMDb alone, as Jellyfin takes it. */
export function idsInText(text: string): Ids {
  const tmdb = /(?:themoviedb|tmdb)\.org\/(?:[a-z]{2}(?:-[a-z]{2})?\/)?(movie|tv)\/([1-9]\d{0,9})/i.exec(text)
  const imdb =
    /imdb\.(?:com|cn)\/(?:[a-z]{2}\/)?title(?:\/tt|\?)(\d{7,9})/i.exec(text) ??
    /(?<![\p{L}\p{N}_])tt(\d{7,9})(?![\p{L}\p{N}_])/iu.exec(text)
  const douban = /douban\.com\/(?:subject|movie\/subject)\/(\d{5,10})/i.exec(text)
  const tvdb = /thetvdb\.com\/(?:(?:index\.php)?\?(?:[^\s"'<>]{0,60}[&;])?id=|dereferrer\/series\/)([1-9]\d{0,9})/i.exec(text)
  return {
    tmdb: tmdb ? `${tmdb[1]?.toLowerCase()}/${tmdb[2]}` : '',
    imdb: imdb ? `tt${imdb[1]}` : '',
    douban: douban?.[1] ?? '',
    tvdb: tvdb?.[1] ?? '',
  }
}
