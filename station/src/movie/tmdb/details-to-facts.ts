/** Reads the film database's details of a film or series: its facts without pictures, and where its pictures are. */
import type { FilmPerson } from '@homeport/contract/movie/movie.ts'
import type { EpisodeFacts, FilmFacts } from '../film/facts.ts'
import type { Details, SearchResult, SeasonDetails } from './answer-shapes.ts'
import { genresOf } from './genres.ts'

export type DatabaseKind = 'movie' | 'tv'
/** A film or series as a search shows it. titles: in both languages, where it has none the original one. other_titles: translations and titles of other countries. */
export type DatabaseFilm = {
  tmdb: string
  kind: 'film' | 'series'
  texts: { zh: { title: string; overview: string }; en: { title: string; overview: string } }
  original_title: string
  other_titles: string[]
  year: number | null
  runtime_ms: number | null
  popularity: number
  director: string
  poster_path: string
}
/** photos: paths by the person's id. */
export type DatabaseDetails = {
  film: DatabaseFilm
  facts: FilmFacts
  pictures: { poster: string; backdrop: string; photos: Map<string, string> }
}

const maxCast = 15
/** Directors, and writers: the most that a film of episodes has. */
const maxMakers = 30
const maxAliases = 30
const writerJobs = ['Writer', 'Screenplay', 'Story', 'Author', 'Novel']

export function toDatabaseFilm(kind: DatabaseKind, { zh, en }: { zh: SearchResult; en: SearchResult }): DatabaseFilm {
  const titleIn = (result: SearchResult) => result.title || result.name
  return {
    tmdb: `${kind}/${en.id}`,
    kind: kind === 'movie' ? 'film' : 'series',
    texts: {
      zh: { title: titleIn(zh), overview: zh.overview },
      en: { title: titleIn(en), overview: en.overview },
    },
    original_title: en.original_title || en.original_name,
    other_titles: [],
    year: yearOf(en.release_date || en.first_air_date),
    runtime_ms: null,
    popularity: en.popularity,
    director: '',
    poster_path: en.poster_path ?? zh.poster_path ?? '',
  }
}

/** collection: its name in Chinese. */
export function toDetails(kind: DatabaseKind, details: Details, collection: string): DatabaseDetails {
  const texts = textsOf(details, collection)
  const original_title = details.original_title || details.original_name
  const people = peopleOf(details)
  const runtime = details.runtime || details.episode_run_time[0] || 0
  const other_titles = otherTitles(details)
  const year = yearOf(details.release_date || details.first_air_date)
  const facts: FilmFacts = {
    ids: { tmdb: `${kind}/${details.id}`, imdb: details.external_ids?.imdb_id ?? '', douban: '', tvdb: '' },
    texts,
    original_title,
    aliases: other_titles.filter((title) => title !== original_title).slice(0, maxAliases),
    year,
    year_end: kind === 'tv' && /ended|cancell?ed/i.test(details.status) ? yearOf(details.last_air_date) : null,
    runtime_ms: runtime > 0 ? runtime * 60_000 : null,
    rating: details.vote_count > 0 ? Math.round(details.vote_average * 10) / 10 : null,
    votes: Math.trunc(details.vote_count),
    genres: genresOf(details.genres.map(({ id }) => id)),
    region: regionOf(details),
    people: people.map(({ person }) => person),
    collection_id: details.belongs_to_collection ? `tmdb:${details.belongs_to_collection.id}` : '',
    poster: '',
    backdrop: '',
    season_titles: {},
  }
  const orOriginal = (text: { title: string; overview: string }, other: string) => ({
    title: text.title || other || original_title,
    overview: text.overview,
  })
  return {
    film: {
      tmdb: facts.ids.tmdb,
      kind: kind === 'movie' ? 'film' : 'series',
      texts: { zh: orOriginal(texts.zh, texts.en.title), en: orOriginal(texts.en, '') },
      original_title,
      other_titles,
      year,
      runtime_ms: facts.runtime_ms,
      popularity: details.popularity,
      director: people.find(({ person }) => person.job === 'director')?.person.name ?? '',
      poster_path: details.poster_path ?? '',
    },
    facts,
    pictures: {
      poster: details.poster_path ?? '',
      backdrop: details.backdrop_path ?? '',
      photos: new Map(people.flatMap(({ person, path }) => (path ? [[person.id, path] as const] : []))),
    },
  }
}

/** The database leaves a title empty that is the original one, and names episodes without a title by their number. */
function textsOf(details: Details, collection: string): FilmFacts['texts'] {
  const all = details.translations?.translations ?? []
  const inLanguage = (language: string, country: string) => {
    const some = all.filter(({ iso_639_1 }) => iso_639_1 === language)
    const one = some.find(({ iso_3166_1 }) => iso_3166_1 === country) ?? some[0]
    const isOriginal = details.original_language === language
    const title = one?.data.title || one?.data.name || (isOriginal ? details.original_title || details.original_name : '')
    return { title, overview: one?.data.overview ?? '' }
  }
  const english = inLanguage('en', 'US')
  return {
    zh: { ...inLanguage('zh', 'CN'), collection },
    en: { ...english, overview: english.overview || details.overview, collection: details.belongs_to_collection?.name ?? '' },
  }
}

function otherTitles(details: Details): string[] {
  const titles = [
    ...(details.translations?.translations ?? [])
      .filter(({ iso_639_1 }) => iso_639_1 === 'zh' || iso_639_1 === 'en')
      .map(({ data }) => data.title || data.name),
    ...(details.alternative_titles?.titles ?? []).map(({ title }) => title),
    ...(details.alternative_titles?.results ?? []).map(({ title }) => title),
  ]
  return [...new Set(titles)].filter((title) => title !== '')
}

function regionOf({ origin_country, production_countries }: Details): string {
  const region = origin_country[0] ?? production_countries[0]?.iso_3166_1 ?? ''
  return /^[A-Z]{2}$/.test(region) ? region : ''
}

type PersonWithPath = { person: FilmPerson; path: string | null }

/** Directors, writers, the first of the cast. A person is named in Chinese characters where the database has that name as the original one. */
function peopleOf({ credits, created_by }: Details): PersonWithPath[] {
  const nameOf = ({ name, original_name }: { name: string; original_name: string }) =>
    /\p{Script=Han}/u.test(original_name) && !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(original_name)
      ? original_name
      : name
  const one = (
    person: { id: number; name: string; original_name: string; profile_path: string | null },
    job: FilmPerson['job'],
    role: string,
  ): PersonWithPath => ({
    person: { id: `tmdb:${person.id}`, name: nameOf(person), job, role, photo: '' },
    path: person.profile_path,
  })
  const crew = credits?.crew ?? []
  const directors = crew.filter(({ job }) => job === 'Director')
  const writers = crew.filter(({ job }) => writerJobs.includes(job))
  const cast = (credits?.cast ?? []).toSorted((first, second) => first.order - second.order).slice(0, maxCast)
  const people = [
    ...(directors.length > 0 ? directors : created_by).slice(0, maxMakers).map((person) => one(person, 'director', '')),
    ...writers.slice(0, maxMakers).map((person) => one(person, 'writer', '')),
    ...cast.map((person) => one(person, 'cast', person.character)),
  ]
  return [...new Map(people.map((one) => [`${one.person.job} ${one.person.id}`, one])).values()]
}

/** path: of its still, '' if it has none. */
export type DatabaseEpisode = { number: number; facts: EpisodeFacts; path: string }

export function toEpisodes({ zh, en }: { zh: SeasonDetails; en: SeasonDetails }): DatabaseEpisode[] {
  const chinese = new Map(zh.episodes.map((episode) => [episode.episode_number, episode]))
  return en.episodes.map((episode) => {
    const other = chinese.get(episode.episode_number)
    const texts = {
      zh: { title: withoutNumber(other?.name ?? ''), overview: other?.overview ?? '' },
      en: { title: withoutNumber(episode.name), overview: episode.overview },
    }
    const air_date = /^\d{4}-\d\d-\d\d$/.test(episode.air_date) ? episode.air_date : ''
    return { number: episode.episode_number, facts: { texts, air_date, still: '' }, path: episode.still_path ?? '' }
  })
}

/** 'Episode 3', '第 3 集', 'Season 2': no title, only the number. */
export function withoutNumber(title: string): string {
  return /^(?:(?:episode|season)\s*\d+|第\s*\d+\s*[集话話期季])$/iu.test(title.trim()) ? '' : title.trim()
}

function yearOf(date: string): number | null {
  const year = Number(/^(\d{4})-/.exec(date)?.[1] ?? 0)
  return year >= 1800 ? year : null
}
