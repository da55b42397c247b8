/** The answers of the film database's test server: search results, details with the appended parts, seasons, and matches by an id of IMDB or TheTVDB. */
import type { Entry, EntryPerson } from './entries.ts'

const pageSize = 20

/** As the database does: every word of the query begins a word of one of the titles; Chinese by any part. */
export function searchResults(all: readonly Entry[], kind: 'movie' | 'tv', query: URLSearchParams) {
  const words = wordsOf(query.get('query') ?? '')
  const language = query.get('language') ?? 'en-US'
  const year = query.get('primary_release_year') ?? query.get('year') ?? query.get('first_air_date_year') ?? ''
  const matches = all
    .filter((entry) => entry.kind === kind && words.length > 0)
    .filter((entry) => year === '' || entry.date.startsWith(year))
    .filter((entry) => titlesOf(entry).some((title) => words.every((word) => isIn(word, title))))
    .sort((one, other) => other.popularity - one.popularity)
  const page = Number(query.get('page') ?? 1)
  const results = matches.slice((page - 1) * pageSize, page * pageSize).map((entry) => resultOf(entry, language))
  return { page, results, total_pages: Math.ceil(matches.length / pageSize), total_results: matches.length }
}

export function externalMatches(all: readonly Entry[], id: string, query: URLSearchParams) {
  const source = query.get('external_source')
  const matches = all.filter(({ imdb, tvdb }) => (source === 'imdb_id' && imdb === id) || (source === 'tvdb_id' && tvdb === id))
  const of = (kind: Entry['kind']) =>
    matches.filter((entry) => entry.kind === kind).map((entry) => resultOf(entry, query.get('language') ?? 'en-US'))
  return { movie_results: of('movie'), tv_results: of('tv'), person_results: [], tv_episode_results: [], tv_season_results: [] }
}

export function detailsOf(entry: Entry, query: URLSearchParams) {
  const language = query.get('language') ?? 'en-US'
  const appended = (query.get('append_to_response') ?? '').split(',').filter((name) => name !== '')
  const more = appended.map((name): [string, unknown] => [name, appendedOf(entry, name, language)])
  const { genre_ids, ...result } = resultOf(entry, language)
  return {
    ...result,
    genres: genre_ids.map((id) => ({ id, name: `genre ${id}` })),
    imdb_id: entry.kind === 'movie' ? entry.imdb : undefined,
    production_countries: [{ iso_3166_1: entry.country, name: entry.country }],
    origin_country: [entry.country],
    ...(entry.kind === 'movie'
      ? { runtime: entry.runtime, belongs_to_collection: collectionOf(entry, language) }
      : {
          episode_run_time: [entry.runtime],
          last_air_date: entry.endDate || entry.date,
          status: entry.endDate === '' ? 'Returning Series' : 'Ended',
          created_by: entry.people.filter(({ job }) => job === 'director').map(personOf),
          seasons: entry.seasons.map(({ number, episodes, ...names }) => ({
            season_number: number,
            episode_count: episodes.length,
            air_date: episodes[0]?.air ?? '',
            name: isChinese(language) ? names.zh : names.en,
          })),
        }),
    ...Object.fromEntries(more),
  }
}

export function creditsOf({ people }: Entry) {
  const crew = (job: 'director' | 'writer') =>
    people
      .filter((person) => person.job === job)
      .map((person) => ({
        ...personOf(person),
        job: job === 'director' ? 'Director' : 'Screenplay',
        department: job === 'director' ? 'Directing' : 'Writing',
      }))
  const cast = people.filter(({ job }) => job === 'cast')
  return {
    cast: cast.map((person, order) => ({ ...personOf(person), character: person.role ?? '', order })),
    crew: [...crew('director'), ...crew('writer')],
  }
}

export function seasonOf(entry: Entry, { number, language }: { number: number; language: string }) {
  const season = entry.seasons.find((one) => one.number === number)
  if (!season) return undefined
  const chinese = isChinese(language)
  return {
    id: entry.id * 100 + number,
    season_number: number,
    name: chinese ? season.zh : season.en,
    episodes: season.episodes.map((episode) => ({
      episode_number: episode.number,
      name: chinese ? episode.zh : episode.en,
      overview: chinese ? '' : (episode.overview ?? ''),
      air_date: episode.air,
      still_path: entry.hasBackdrop ? `/still-${entry.id}-${number}-${episode.number}.jpg` : null,
    })),
  }
}

function appendedOf(entry: Entry, name: string, language: string): unknown {
  const season = /^season\/(\d+)$/.exec(name)
  if (season) return seasonOf(entry, { number: Number(season[1]), language })
  if (name === 'credits') return creditsOf(entry)
  if (name === 'external_ids') return { imdb_id: entry.imdb }
  if (name === 'images') return { posters: [], backdrops: [], logos: [] }
  if (name === 'translations') return { translations: translationsOf(entry) }
  if (name === 'alternative_titles') {
    const titles = entry.other.map(({ country, title }) => ({ iso_3166_1: country, title, type: '' }))
    return entry.kind === 'movie' ? { titles } : { results: titles }
  }
  return undefined
}

/** A title that is the original one is left empty there. */
function translationsOf(entry: Entry) {
  const titleKey = entry.kind === 'movie' ? 'title' : 'name'
  const one = (language: string, country: string, texts: { title: string; overview: string }) => ({
    iso_639_1: language,
    iso_3166_1: country,
    data: { [titleKey]: texts.title === entry.original ? '' : texts.title, overview: texts.overview },
  })
  return [
    one('en', 'US', { title: entry.en, overview: entry.overview.en }),
    ...(entry.zh === '' ? [] : [one('zh', 'CN', { title: entry.zh, overview: entry.overview.zh })]),
  ]
}

function resultOf(entry: Entry, language: string) {
  const title = (isChinese(language) ? entry.zh : entry.en) || entry.original
  const names =
    entry.kind === 'movie'
      ? { title, original_title: entry.original, release_date: entry.date }
      : { name: title, original_name: entry.original, first_air_date: entry.date, origin_country: [entry.country] }
  return {
    id: entry.id,
    ...names,
    original_language: entry.language,
    overview: isChinese(language) ? entry.overview.zh : entry.overview.en,
    popularity: entry.popularity,
    vote_average: entry.rating,
    vote_count: entry.votes,
    genre_ids: entry.genres,
    poster_path: entry.hasPoster ? `/poster-${entry.kind}-${entry.id}.jpg` : null,
    backdrop_path: entry.hasBackdrop ? `/backdrop-${entry.kind}-${entry.id}.jpg` : null,
  }
}

function collectionOf({ collection }: Entry, language: string) {
  return collection ? { id: collection.id, name: isChinese(language) ? collection.zh : collection.en } : null
}

function personOf({ id, name, hasPhoto }: EntryPerson) {
  return { id, name, original_name: name, profile_path: hasPhoto ? `/person-${id}.jpg` : null }
}

function titlesOf(entry: Entry): string[] {
  return [entry.original, entry.en, entry.zh, ...entry.other.map(({ title }) => title)].map(plain).filter((title) => title !== '')
}

function isIn(word: string, title: string): boolean {
  return /\p{Script=Han}/u.test(word) ? title.includes(word) : title.split(' ').some((one) => one.startsWith(word))
}

function wordsOf(text: string): string[] {
  return plain(text)
    .split(' ')
    .filter((word) => word !== '')
}

function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

const isChinese = (language: string) => language.startsWith('zh')
