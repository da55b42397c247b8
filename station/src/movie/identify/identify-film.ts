/** Identifies one film: searches for its name, keeps the best three, and fills in the facts where the best one is certain. */
import { basename, dirname } from 'node:path'
import { maxOf } from '@homeport/contract/kit/extremes.ts'
import type { FoundCandidate } from '../film/facts.ts'
import type { FilmIdentity, identityStore } from '../film/identity.store.ts'
import { readName } from '../name/read-name.ts'
import { readPath } from '../name/read-path.ts'
import type { DatabaseDetails, FilmDatabase } from '../tmdb/database.ts'
import type { DatabasePictures } from './database-pictures.ts'
import { filledFacts, picturesOf, unknownIdentity, withTitles } from './fill-facts.ts'
import type { filmNameQueries, NamedFilm } from './film-name.query.ts'
import { findCandidates, type ScoredFilm, type SearchName } from './find-candidates.ts'
import { isCertain } from './score.ts'

export type IdentifyDeps = {
  names: ReturnType<typeof filmNameQueries>
  identities: ReturnType<typeof identityStore>
  database: FilmDatabase
  pictures: DatabasePictures
  now: () => number
}
export type FilmIdentifier = ReturnType<typeof createFilmIdentifier>

const maxPhotos = 12
const maxStills = 60

export function createFilmIdentifier({ names, identities, database, pictures, now }: IdentifyDeps) {
  /** Throws DatabaseError where the database is away. */
  async function identify(film: NamedFilm, signal: AbortSignal): Promise<void> {
    const before = (await identities.identities([film.film_id])).get(film.film_id)
    const isKnown = before !== undefined && before.source !== 'no'
    if (isKnown) return fill(film, before, signal)
    if (before?.is_settled) return
    const results = await findCandidates(database, searchNameOf(film), signal)
    const candidates = await withPosters(results, signal)
    const searched = { searched_name: film.name_key, searched_at: now(), candidates, score: results[0]?.match.score ?? 0 }
    const identity = { ...unknownIdentity(film.film_id), ...searched }
    const [best] = results
    if (best && isCertain(results.map(({ match }) => match))) {
      const details = await database.details(best.film.tmdb, signal)
      if (details) {
        identity.source = 'auto'
        identity.facts = withTitles(await withPictures(details, signal), film.title)
      }
    }
    await identities.saveUnlessChanged(identity, { before, art: picturesOf(identity) })
    if (identity.source === 'auto') await fillEpisodes(film, identity, signal)
  }

  /** Adds what an NFO file or a person left empty. */
  async function fill(film: NamedFilm, before: FilmIdentity, signal: AbortSignal): Promise<void> {
    const { ids } = before.facts
    const [byImdb] = ids.tmdb === '' && ids.imdb !== '' ? await database.byImdb(ids.imdb, signal) : []
    const isByTvdb = ids.tmdb === '' && !byImdb && ids.tvdb !== '' && film.kind === 'series'
    const [byTvdb] = isByTvdb ? await database.byTvdb(ids.tvdb, signal) : []
    const tmdb = ids.tmdb || (byImdb ?? byTvdb)?.tmdb || ''
    const details = before.searched_at === 0 && tmdb !== '' ? await database.details(tmdb, signal) : undefined
    const facts = details ? filledFacts(before.facts, withTitles(await withPictures(details, signal), film.title)) : before.facts
    const identity = { ...before, facts, searched_at: now() }
    await identities.saveUnlessChanged(identity, { before, art: picturesOf(identity) })
    await fillEpisodes(film, identity, signal)
  }

  /** Titles of the seasons on the box, and texts and stills of the episodes. A season of which no episode is new is not asked for. */
  async function fillEpisodes(film: NamedFilm, identity: FilmIdentity, signal: AbortSignal): Promise<void> {
    const { tmdb } = identity.facts.ids
    if (film.kind !== 'series' || !tmdb.startsWith('tv/')) return
    const bySeason = Map.groupBy(await names.episodesOf(film.film_id), ({ season }) => season)
    const titles = { ...identity.facts.season_titles }
    const stored = await identities.episodeFacts(film.film_id)
    const episodes = []
    let stills = maxStills
    for (const [season, present] of bySeason) {
      if (present.every(({ episode }) => stored.has(`${season}/${episode}`))) continue
      const facts = await database.season(tmdb, season, signal)
      if (facts && (facts.titles.zh !== '' || facts.titles.en !== '')) titles[String(season)] ??= facts.titles
      const byNumber = new Map(facts?.episodes.map((episode) => [episode.number, episode]))
      for (const { episode } of present) {
        const one = byNumber.get(episode)
        const still =
          stored.get(`${season}/${episode}`)?.still ||
          (one && stills-- > 0 ? await pictures.picture('still', one.path, signal) : '')
        // Without an entry it is kept empty: it is not looked up every day.
        episodes.push({ season, episode, facts: { ...(one?.facts ?? noEpisodeFacts), still } })
      }
    }
    const before = (await identities.identities([film.film_id])).get(film.film_id)
    if (!before) return
    await identities.saveEpisodes(film.film_id, { episodes, art: episodes.map(({ facts }) => facts.still) })
    const after = { ...before, facts: { ...before.facts, season_titles: titles } }
    await identities.saveUnlessChanged(after, {
      before,
      art: [...picturesOf(after), ...episodes.map(({ facts }) => facts.still)],
    })
  }

  async function withPictures(details: DatabaseDetails, signal: AbortSignal) {
    const { facts, pictures: paths } = details
    const [poster, backdrop] = await Promise.all([
      pictures.picture('poster', paths.poster, signal),
      pictures.picture('backdrop', paths.backdrop, signal),
    ])
    const photos = new Map<string, string>()
    for (const { id } of facts.people) {
      const path = paths.photos.get(id)
      if (path === undefined || photos.has(id) || photos.size >= maxPhotos) continue
      photos.set(id, await pictures.picture('photo', path, signal))
    }
    const people = facts.people.map((person) => ({ ...person, photo: photos.get(person.id) ?? '' }))
    return { ...facts, poster, backdrop, people }
  }

  async function withPosters(results: readonly ScoredFilm[], signal: AbortSignal): Promise<FoundCandidate[]> {
    const posters = results.map(({ film }) => pictures.picture('candidate', film.poster_path, signal))
    const ids = await Promise.all(posters)
    return results.map((result, at) => ({ ...candidateOf(result), poster: ids[at] ?? '' }))
  }

  return {
    identify,
    candidates: (film: NamedFilm, signal: AbortSignal) => findCandidates(database, searchNameOf(film), signal),
    withPosters,
    /** The facts of the film once a person chose this entry; photos come later. undefined if there is no such entry. */
    async factsOf(tmdb: string, { film, signal }: { film: NamedFilm; signal: AbortSignal }) {
      const details = await database.details(tmdb, signal)
      if (!details) return undefined
      const facts = withTitles(details.facts, film.title)
      return { ...facts, people: [], poster: await pictures.picture('poster', details.pictures.poster, signal) }
    },
  }
}

const noEpisodeFacts = {
  texts: { zh: { title: '', overview: '' }, en: { title: '', overview: '' } },
  air_date: '',
  still: '',
}

export function candidateOf({ film, match }: ScoredFilm): FoundCandidate {
  const { tmdb, kind, texts, original_title, year, director, poster_path } = film
  return { tmdb, kind, texts, original_title, year, director, poster: '', poster_url: poster_path, ...match }
}

/** The names and facts to search by: the names of the row, the ids in the first file's path, its folder's name, the length of its parts. */
export function searchNameOf({ kind, title, original_title, year, files }: NamedFilm): SearchName {
  const [first] = files
  const path = first ? first.path.slice(first.root.length + 1) : ''
  const { ids } = readPath(path)
  const folder = kind === 'film' && dirname(path) !== '.' ? readName(basename(dirname(path))).title : ''
  const name: SearchName = {
    kind: kind === 'series' ? 'series' : 'film',
    titles: [title, original_title].filter((one) => one !== ''),
    year,
    folder,
    ids: { tmdb: ids.tmdb === undefined ? '' : String(ids.tmdb), imdb: ids.imdb ?? '' },
    runtime_ms: kind === 'film' ? runtimeOf(files) : null,
  }
  return name
}

/** The length of all parts together; null while one of them is not probed. */
function runtimeOf(files: NamedFilm['files']): number | null {
  const byPart = Map.groupBy(files, ({ part }) => part)
  const ofParts = [...byPart.values()].map((same) => same.map(({ duration_ms }) => duration_ms ?? 0))
  const lengths = ofParts.map((versions) => maxOf(versions, 0))
  return lengths.length === 0 || lengths.includes(0) ? null : lengths.reduce((sum, length) => sum + length, 0)
}
