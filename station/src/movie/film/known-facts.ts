/** The facts of a film or series, from its name and beyond it: a person's word counts above an NFO, this above a search, and this above the name. */
import { unknownIds, type FilmPerson, type FilmTexts, type SeasonTitles } from '@homeport/contract/shape/film/film.ts'
import type { FilmFacts } from './facts.ts'
import type { FilmIdentityRow } from './identity.store.ts'
import type { FilmRow } from './film-row.ts'

/** The columns that a name fills. */
export type NamedFilm = Pick<FilmRow, 'title' | 'original_title' | 'year' | 'poster' | 'art' | 'backdrop'>
/** facts hold what the source says; of an unidentified film only the ids that its name gives. */
export type FilmSource = { source: FilmIdentityRow['source']; facts: FilmFacts }

export type KnownFacts = {
  identified: FilmIdentityRow['source']
  title: string
  original_title: string
  overview: string
  texts: { zh: FilmTexts; en: FilmTexts } | undefined
  aliases: string[]
  year: number | null
  year_end: number | null
  runtime_ms: number | null
  rating: number | null
  votes: number
  genres: string[]
  region: string
  people: FilmPerson[]
  collection_id: string
  ids: typeof unknownIds
  season_titles: SeasonTitles
  poster: string
  backdrop: string
}

export function knownFacts(film: NamedFilm, identity: FilmSource | undefined): KnownFacts {
  const facts = identity && identity.source !== 'no' ? identity.facts : undefined
  const named = { title: film.title, original_title: film.original_title, year: film.year }
  const nothing = { overview: '', year_end: null, runtime_ms: null, rating: null, votes: 0, region: '', collection_id: '' }
  if (!identity || !facts)
    return {
      ...nothing,
      ...named,
      identified: 'no',
      texts: undefined,
      aliases: [],
      genres: [],
      people: [],
      ids: identity ? wireIds(identity.facts) : unknownIds,
      season_titles: {},
      poster: film.poster,
      backdrop: film.backdrop,
    }
  const { year_end, runtime_ms, rating, votes, region, collection_id, genres, people, season_titles } = facts
  const { title, overview } = inLanguageOf(film.title, facts.texts)
  const shown = title || film.title
  const original_title = facts.original_title || film.original_title
  return {
    year_end,
    runtime_ms,
    rating,
    votes,
    region,
    collection_id,
    genres,
    people,
    ids: wireIds(facts),
    season_titles,
    overview,
    identified: identity.source,
    title: shown,
    original_title,
    texts: facts.texts,
    aliases: others([...facts.aliases, film.title, film.original_title], [shown, original_title]),
    year: facts.year ?? film.year,
    poster: posterOf(film, { source: identity.source, facts }),
    backdrop: film.backdrop || facts.backdrop,
  }
}

/** Those that the cloud knows. */
function wireIds({ ids: { tmdb, imdb, douban } }: FilmFacts): KnownFacts['ids'] {
  return { tmdb, imdb, douban }
}

/** A picture that lies beside the film counts above the one of a search; a frame of the film counts least. */
function posterOf(film: NamedFilm, { source, facts }: FilmSource): string {
  if (film.poster !== '' && film.art !== '' && source !== 'person') return film.poster
  return facts.poster || film.poster
}

/** In the language of the name where there is a text in it, else in the other one. */
function inLanguageOf(name: string, texts: FilmFacts['texts']): { title: string; overview: string } {
  const [own, other] = /\p{Script=Han}/u.test(name) ? [texts.zh, texts.en] : [texts.en, texts.zh]
  return { title: own.title || other.title, overview: own.overview || other.overview }
}

/** The other titles by which it is found, also the name's. */
function others(titles: readonly string[], shown: readonly string[]): string[] {
  return [...new Set(titles)].filter((title) => title !== '' && !shown.includes(title))
}
