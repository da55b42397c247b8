/** Films and series of the film database that are not on the box: found by what a person typed, their entries, and the episodes of a season. */
import { databaseSearch } from '@homeport/contract/movie/identify.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import type { FoundCandidate } from '../film/facts.ts'
import type { filmByTmdbQueries } from '../film/film-by-tmdb.query.ts'
import { DatabaseError } from '../tmdb/client.ts'
import { inTime, type InTime } from './answer-in-time.ts'
import type { CandidateSearchDeps } from './candidate-search.ts'
import { toCandidate } from './film-match.ts'
import { findCandidates, type ScoredFilm } from './find-candidates.ts'
import { idMatch } from './score.ts'
import { readTypedQuery, type TypedQuery } from './typed-query.ts'

export type WantedFilms = ReturnType<typeof createWantedFilms>

/** Pictures of results go to the cloud; those of the last searches stay there. */
const searchArt = 'database search'
const maxSearchArt = 60

export function createWantedFilms({ identities, remote, onChange, onFault, answerWithinMs }: CandidateSearchDeps) {
  const { database, pictures, identifier, queue } = remote
  const stopping = new AbortController()
  let shown: string[] = []

  async function request<T>(work: (signal: AbortSignal) => Promise<T>): Promise<InTime<T>> {
    const result = await inTime(work, { signal: stopping.signal, onFault, withinMs: answerWithinMs })
    if (result.state === 'ok') queue.reached()
    return result
  }

  async function matches(query: Exclude<TypedQuery, { kind: 'douban_bare' }>, signal: AbortSignal): Promise<ScoredFilm[]> {
    const kinds = ['film', 'series'] as const
    if (query.kind === 'id' && query.tmdb !== '') {
      const keys = query.tmdb.includes('/') ? [query.tmdb] : [`movie/${query.tmdb}`, `tv/${query.tmdb}`]
      const entries = await Promise.all(keys.map((key) => database.details(key, signal)))
      return entries.flatMap((entry) => (entry ? [{ film: entry.film, match: idMatch }] : []))
    }
    const { titles, year, imdb } =
      query.kind === 'id' ? { titles: [], year: null, imdb: query.imdb } : { titles: [query.title], year: query.year, imdb: '' }
    const name = { titles, year, folder: '', ids: { tmdb: '', imdb }, runtime_ms: null }
    const results = await Promise.all(kinds.map((kind) => findCandidates(database, { ...name, kind }, signal)))
    const best = results.flat().toSorted((one, other) => other.match.score - one.match.score)
    return best.filter(({ film }, at) => best.findIndex((one) => one.film.tmdb === film.tmdb) === at)
  }

  /** '' where the image host is away: it is wanted all the same. */
  async function posterOf(path: string, signal: AbortSignal): Promise<string> {
    try {
      return await pictures.picture('poster', path, signal)
    } catch (error) {
      if (error instanceof DatabaseError) return ''
      throw error
    }
  }

  return {
    search: (
      query: Exclude<TypedQuery, { kind: 'douban_bare' }>,
      localOf: (tmdb: string[]) => Promise<ReadonlyMap<string, unknown>>,
    ) =>
      request(async (signal): Promise<FoundCandidate[]> => {
        const all = await matches(query, signal)
        const local = await localOf(all.map(({ film }) => film.tmdb))
        const candidates = await identifier.withPosters(
          all.filter(({ film }) => !local.has(film.tmdb)),
          signal,
        )
        const posters = candidates.map(({ poster }) => poster).filter((poster) => poster !== '')
        shown = [...new Set([...posters, ...shown])].slice(0, maxSearchArt)
        await identities.setArt(searchArt, shown)
        onChange()
        return candidates
      }),
    entryOf: (tmdb: string) =>
      request(async (signal) => {
        const details = await database.details(tmdb, signal)
        if (!details) return undefined
        const { film, facts, pictures: paths } = details
        const poster = await posterOf(paths.poster, signal)
        await identities.setArt(`wish ${tmdb}`, [poster])
        onChange()
        const { kind, texts, original_title, other_titles, year } = film
        return { tmdb, imdb: facts.ids.imdb, kind, texts, original_title, other_titles, year, poster }
      }),
    /** Empty if the database has no such season. */
    seasonOf: (tmdb: string, season: number) =>
      request(async (signal) => (await database.season(tmdb, season, signal))?.episodes ?? []),
    seasonsOf: (tmdb: string) => request((signal) => database.seasons(tmdb, signal)),
    stop: () => stopping.abort(new Error('the box stops')),
  }
}

type SearchDeps = { films: ReturnType<typeof filmByTmdbQueries>; database: () => WantedFilms | undefined }

export function searchAct({ films, database }: SearchDeps): Handler {
  return answer(databaseSearch, async ({ query: text }, { realm }) => {
    const query = readTypedQuery(text)
    const open = database()
    if (!open) return { candidates: [], database: 'no_key' as const }
    if (query.kind === 'douban_bare') return { candidates: [], database: 'ok' as const }
    const result = await open.search(query, films.byTmdb)
    if (result.state !== 'ok') return { candidates: [], database: result.state }
    return { candidates: result.value.map((candidate) => toCandidate(candidate, realm)), database: 'ok' as const }
  })
}
