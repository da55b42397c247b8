/** Asks the film database: searches, details, seasons, matches by an IMDB id, each in both languages. */
import {
  CollectionName,
  Details,
  ExternalMatches,
  SearchResults,
  SeasonDetails,
  SeriesSeasons,
  type SearchResult,
} from './answer-shapes.ts'
import type { DatabaseClient } from './client.ts'
import {
  toDatabaseFilm,
  toDetails,
  toEpisodes,
  withoutNumber,
  type DatabaseDetails,
  type DatabaseEpisode,
  type DatabaseFilm,
  type DatabaseKind,
} from './details-to-facts.ts'

export type { DatabaseDetails, DatabaseEpisode, DatabaseFilm, DatabaseKind }
export type FilmDatabase = ReturnType<typeof createDatabase>
export type SeasonFacts = { titles: { zh: string; en: string }; episodes: DatabaseEpisode[] }

const languages = { zh: 'zh-CN', en: 'en-US' } as const
/** The limit of a search: more results are not scored. */
const maxResults = 20
/** A running series gets episodes, and dates for them. */
const seasonMaxAgeMs = 86_400_000

export function createDatabase({ ask }: Pick<DatabaseClient, 'ask'>) {
  /** In the database's order. */
  async function search(
    kind: DatabaseKind,
    { title, year }: { title: string; year: number | null },
    signal: AbortSignal,
  ): Promise<DatabaseFilm[]> {
    const yearField = kind === 'movie' ? 'year' : 'first_air_date_year'
    const of = async (language: string) => {
      const query = { query: title, include_adult: 'false', language, ...(year !== null && { [yearField]: String(year) }) }
      return (await ask(`/search/${kind}`, { query, schema: SearchResults, signal }))?.results ?? []
    }
    const [zh, en] = await Promise.all([of(languages.zh), of(languages.en)])
    return merged(kind, { zh, en }).slice(0, maxResults)
  }

  async function byExternalId(source: 'imdb_id' | 'tvdb_id', id: string, signal: AbortSignal): Promise<DatabaseFilm[]> {
    const of = (language: string) =>
      ask(`/find/${id}`, { query: { external_source: source, language }, schema: ExternalMatches, signal })
    const [zh, en] = await Promise.all([of(languages.zh), of(languages.en)])
    if (!zh || !en) return []
    return [
      ...merged('movie', { zh: zh.movie_results, en: en.movie_results }),
      ...merged('tv', { zh: zh.tv_results, en: en.tv_results }),
    ]
  }

  const byImdb = (imdb: string, signal: AbortSignal) => byExternalId('imdb_id', imdb, signal)
  /** Series. */
  const byTvdb = async (tvdb: string, signal: AbortSignal) =>
    (await byExternalId('tvdb_id', tvdb, signal)).filter(({ tmdb }) => tmdb.startsWith('tv/'))

  /** tmdb: movie/603. undefined if it has no such entry. */
  async function details(tmdb: string, signal: AbortSignal): Promise<DatabaseDetails | undefined> {
    const append_to_response = 'credits,translations,external_ids,alternative_titles'
    const answer = await ask(`/${tmdb}`, { query: { language: languages.en, append_to_response }, schema: Details, signal })
    if (!answer) return undefined
    const chinese = answer.belongs_to_collection
      ? await ask(`/${tmdb}`, { query: { language: languages.zh }, schema: CollectionName, signal })
      : undefined
    return toDetails(tmdb.startsWith('tv/') ? 'tv' : 'movie', answer, chinese?.belongs_to_collection?.name ?? '')
  }

  async function season(tmdb: string, number: number, signal: AbortSignal): Promise<SeasonFacts | undefined> {
    const of = (language: string) =>
      ask(`/${tmdb}/season/${number}`, { query: { language }, schema: SeasonDetails, signal, maxAgeMs: seasonMaxAgeMs })
    const [zh, en] = await Promise.all([of(languages.zh), of(languages.en)])
    if (!zh || !en) return undefined
    return { titles: { zh: withoutNumber(zh.name), en: withoutNumber(en.name) }, episodes: toEpisodes({ zh, en }) }
  }

  /** air_date of its first episode: YYYY-MM-DD, '' if it is unknown. Without the specials. */
  async function seasons(tmdb: string, signal: AbortSignal): Promise<{ number: number; air_date: string }[]> {
    const query = { language: languages.en }
    const answer = await ask(`/${tmdb}`, { query, schema: SeriesSeasons, signal, maxAgeMs: seasonMaxAgeMs })
    return (answer?.seasons ?? []).flatMap(({ season_number: number, air_date }) => (number > 0 ? [{ number, air_date }] : []))
  }

  return { search, byImdb, byTvdb, details, season, seasons }
}

function merged(kind: DatabaseKind, { zh, en }: { zh: SearchResult[]; en: SearchResult[] }): DatabaseFilm[] {
  const chinese = new Map(zh.map((result) => [result.id, result]))
  const all = new Map([...en, ...zh].map((result) => [result.id, result]))
  const english = new Map(en.map((result) => [result.id, result]))
  return [...all.values()].map((result) =>
    toDatabaseFilm(kind, { zh: chinese.get(result.id) ?? result, en: english.get(result.id) ?? result }),
  )
}
