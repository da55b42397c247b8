/** Candidates for an app that waits: those of the last search, of a search now, or of what a person typed; with their posters, in time. */
import type { FoundCandidate } from '../film/facts.ts'
import type { FilmIdentity } from '../film/identity.store.ts'
import { inTime, type InTime } from './answer-in-time.ts'
import { factsOfFilm } from './fill-facts.ts'
import type { NamedFilm } from './film-name.query.ts'
import { findCandidates, type ScoredFilm } from './find-candidates.ts'
import type { DatabaseState, IdentificationQueue } from './identification-queue.ts'
import { searchNameOf, type FilmIdentifier, type IdentifyDeps } from './identify-film.ts'
import { idMatch } from './score.ts'
import type { TypedQuery } from './typed-query.ts'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'

export type RemoteDeps = Pick<IdentifyDeps, 'database' | 'pictures'> & {
  identifier: FilmIdentifier
  queue: IdentificationQueue
}
export type CandidateSearchDeps = Pick<IdentifyDeps, 'identities'> & {
  remote: RemoteDeps
  /** There are new pictures. */
  onChange: () => void
  onFault: (fault: unknown) => void
  /** How long an app waits for the database. */
  answerWithinMs: number
}
export type Candidates = { candidates: readonly FoundCandidate[]; database: DatabaseState }
export type CandidateSearch = ReturnType<typeof createCandidateSearch>

const maxRemembered = 300
const noIds = { tmdb: '', imdb: '' }

export function createCandidateSearch({ identities, remote, onChange, onFault, answerWithinMs }: CandidateSearchDeps) {
  const { database, pictures, identifier, queue } = remote
  const stopping = new AbortController()
  /** Entries that were shown lately: one of them can be chosen while the database is away. */
  const shown = new Map<string, FoundCandidate>()

  /** If a person's request reaches the database, the background search goes on too. */
  async function request<T>(work: (signal: AbortSignal) => Promise<T>): Promise<InTime<T>> {
    const result = await inTime(work, { signal: stopping.signal, onFault, withinMs: answerWithinMs })
    if (result.state === 'ok') queue.reached()
    return result
  }

  /** Candidates that could not be had in time are `otherwise`. */
  async function answer(
    work: (signal: AbortSignal) => Promise<FoundCandidate[]>,
    otherwise: readonly FoundCandidate[],
  ): Promise<Candidates> {
    const result = await request(work)
    return remembered({ candidates: result.state === 'ok' ? result.value : otherwise, database: result.state })
  }

  function remembered(answered: Candidates): Candidates {
    for (const candidate of answered.candidates) shown.set(candidate.tmdb, candidate)
    dropOldest(shown, maxRemembered)
    return answered
  }

  /** Their posters go to the cloud with the film's other pictures. */
  async function withPosters(film: NamedFilm, results: readonly ScoredFilm[], signal: AbortSignal): Promise<FoundCandidate[]> {
    const candidates = await identifier.withPosters(results, signal)
    await identities.addArt(film.film_id, postersOf(candidates))
    onChange()
    return candidates
  }

  /** A number alone may be a film's or a series'. */
  async function byId(
    film: NamedFilm,
    { tmdb, imdb }: { tmdb: string; imdb: string },
    signal: AbortSignal,
  ): Promise<ScoredFilm[]> {
    const kinds = film.kind === 'series' ? ['tv', 'movie'] : ['movie', 'tv']
    const keys = /^\d+$/.test(tmdb) ? kinds.map((kind) => `${kind}/${tmdb}`) : tmdb === '' ? [] : [tmdb]
    if (keys.length === 0)
      return findCandidates(database, { ...searchNameOf(film), titles: [], folder: '', ids: { tmdb: '', imdb } }, signal)
    const entries = await Promise.all(keys.map((key) => database.details(key, signal)))
    return entries.flatMap((entry) => (entry ? [{ film: entry.film, match: idMatch }] : []))
  }

  return {
    /** The candidates of the last search; where there was none, those of a search now, which are kept. */
    async of(film: NamedFilm, identity: FilmIdentity): Promise<Candidates> {
      const { candidates } = identity
      const isDrawn = candidates.length > 0 && candidates.every(({ poster, poster_url }) => poster !== '' || poster_url === '')
      if (isDrawn) return remembered({ candidates, database: queue.state() })
      return answer(async (signal) => {
        const drawn = candidates.length > 0 ? await redrawn(candidates, signal) : await searched(film, signal)
        await identities.saveCandidates({ ...identity, candidates: drawn, score: drawn[0]?.score ?? 0 }, postersOf(drawn))
        onChange()
        return drawn
      }, candidates)
    },
    lookUp: (film: NamedFilm, query: Exclude<TypedQuery, { kind: 'douban_bare' }>): Promise<Candidates> =>
      answer(async (signal) => {
        if (query.kind === 'id') return withPosters(film, await byId(film, query, signal), signal)
        const name = { ...searchNameOf(film), titles: [query.title], year: query.year, folder: '', ids: noIds }
        return withPosters(film, await findCandidates(database, name, signal), signal)
      }, []),
    /** The facts of an entry; of one that was shown, what is known of it, where the database is away. */
    async entry(tmdb: string, { film, identity }: { film: NamedFilm; identity: FilmIdentity }) {
      const result = await request((signal) => identifier.factsOf(tmdb, { film, signal }))
      if (result.state === 'ok') return { state: result.state, facts: result.value }
      const candidate = identity.candidates.find((one) => one.tmdb === tmdb) ?? shown.get(tmdb)
      return { state: result.state, facts: candidate && factsOfFilm(candidate) }
    },
    stop: () => stopping.abort(new Error('the box stops')),
  }

  async function searched(film: NamedFilm, signal: AbortSignal): Promise<FoundCandidate[]> {
    return identifier.withPosters(await identifier.candidates(film, signal), signal)
  }

  async function redrawn(candidates: readonly FoundCandidate[], signal: AbortSignal): Promise<FoundCandidate[]> {
    const posters = await Promise.all(candidates.map(({ poster_url }) => pictures.picture('candidate', poster_url, signal)))
    return candidates.map((candidate, at) => ({ ...candidate, poster: posters[at] ?? '' }))
  }
}

function postersOf(candidates: readonly FoundCandidate[]): string[] {
  return candidates.map(({ poster }) => poster)
}
