/** Facts that are put together from two sources: what the first has stays, what it left empty comes from the second. */
import type { FilmTexts } from '@homeport/contract/shape/film/film.ts'
import { FilmFacts } from '../film/facts.ts'
import type { FilmIdentity } from '../film/identity.store.ts'
import type { DatabaseFilm } from '../tmdb/database.ts'

export function filledFacts(first: FilmFacts, second: FilmFacts): FilmFacts {
  const texts = (lang: 'zh' | 'en'): FilmTexts => ({
    title: first.texts[lang].title || second.texts[lang].title,
    overview: first.texts[lang].overview || second.texts[lang].overview,
    collection: first.texts[lang].collection || second.texts[lang].collection,
  })
  const isRated = first.rating !== null
  return {
    ids: {
      tmdb: first.ids.tmdb || second.ids.tmdb,
      imdb: first.ids.imdb || second.ids.imdb,
      douban: first.ids.douban || second.ids.douban,
      tvdb: first.ids.tvdb || second.ids.tvdb,
    },
    texts: { zh: texts('zh'), en: texts('en') },
    original_title: first.original_title || second.original_title,
    aliases: first.aliases.length > 0 ? first.aliases : second.aliases,
    year: first.year ?? second.year,
    year_end: first.year_end ?? second.year_end,
    runtime_ms: first.runtime_ms ?? second.runtime_ms,
    rating: isRated ? first.rating : second.rating,
    votes: isRated ? first.votes : second.votes,
    genres: first.genres.length > 0 ? first.genres : second.genres,
    region: first.region || second.region,
    people: first.people.length > 0 ? first.people : second.people,
    collection_id: first.collection_id || second.collection_id,
    poster: first.poster || second.poster,
    backdrop: first.backdrop || second.backdrop,
    season_titles: { ...second.season_titles, ...first.season_titles },
  }
}

export const noFacts: FilmFacts = FilmFacts.parse({})

/** The facts that a search shows of a film: enough until the details come. */
export function factsOfFilm(film: Pick<DatabaseFilm, 'tmdb' | 'texts' | 'original_title' | 'year'>): FilmFacts {
  const { tmdb, texts, original_title, year } = film
  return {
    ...noFacts,
    ids: { ...noFacts.ids, tmdb },
    texts: { zh: { ...texts.zh, collection: '' }, en: { ...texts.en, collection: '' } },
    original_title,
    year,
  }
}

/**
 * A language in which the database has no title shows the other one's, or the original one; but a Chinese name in a file stays
 * where the database knows no Chinese title.
 */
export function withTitles(facts: FilmFacts, nameTitle: string): FilmFacts {
  const { zh, en } = facts.texts
  const hasChineseName = /\p{Script=Han}/u.test(nameTitle)
  const chinese = zh.title || (hasChineseName ? '' : en.title || facts.original_title)
  return { ...facts, texts: { zh: { ...zh, title: chinese }, en: { ...en, title: en.title || facts.original_title } } }
}

export function unknownIdentity(filmId: string): FilmIdentity {
  return {
    film_id: filmId,
    source: 'no',
    is_settled: false,
    facts: noFacts,
    candidates: [],
    score: 0,
    searched_name: '',
    searched_at: 0,
  }
}

/** All pictures of the film that the cloud must have besides its poster of the library. */
export function picturesOf({ facts, candidates }: Pick<FilmIdentity, 'facts' | 'candidates'>): string[] {
  const all = [facts.poster, facts.backdrop, ...facts.people.map(({ photo }) => photo), ...candidates.map(({ poster }) => poster)]
  return [...new Set(all)].filter((picture) => picture !== '')
}
