/** Searches the film database for what a name says, one way after another, and scores the results: never the first hit. */
import type { DatabaseFilm, DatabaseKind, FilmDatabase } from '../tmdb/database.ts'
import { idMatch, matchOf, withoutRivals, type Match, type NameToMatch } from './score.ts'

export type ScoredFilm = { film: DatabaseFilm; match: Match }
/** titles: the title first, then the original one. folder: the title that its folder's name says, or ''. ids: as in the name or the NFO; tmdb: '603' or 'movie/603'. */
export type SearchName = NameToMatch & { folder: string; ids: { tmdb: string; imdb: string } }
type Search = Pick<FilmDatabase, 'search' | 'byImdb' | 'details'>

const maxCandidates = 3
/** Results whose titles look different may have the name as one of their other titles, which only the details show. */
const maxUnlike = 3

/** Best first, at most three. */
export async function findCandidates(database: Search, name: SearchName, signal: AbortSignal): Promise<ScoredFilm[]> {
  const byId = await findById(database, name, signal)
  if (byId.length > 0) return byId
  const own: DatabaseKind = name.kind === 'film' ? 'movie' : 'tv'
  const ofKind = await findByTitle(database, { name, kind: own }, signal)
  return ofKind.length > 0 ? ofKind : findByTitle(database, { name, kind: own === 'movie' ? 'tv' : 'movie' }, signal)
}

async function findById(database: Search, { ids, kind }: SearchName, signal: AbortSignal): Promise<ScoredFilm[]> {
  const own = kind === 'film' ? 'movie' : 'tv'
  const keys = /^\d+$/.test(ids.tmdb) ? [`${own}/${ids.tmdb}`] : ids.tmdb === '' ? [] : [ids.tmdb]
  for (const key of keys) {
    const details = await database.details(key, signal)
    if (details) return [{ film: details.film, match: idMatch }]
  }
  if (ids.imdb === '') return []
  const [first] = await database.byImdb(ids.imdb, signal)
  const details = first && (await database.details(first.tmdb, signal))
  return details ? [{ film: details.film, match: idMatch }] : []
}

type Way = { name: SearchName; kind: DatabaseKind }

async function findByTitle(database: Search, { name, kind }: Way, signal: AbortSignal): Promise<ScoredFilm[]> {
  const results = new Map<string, DatabaseFilm>()
  for (const query of queriesOf(name)) {
    for (const film of await database.search(kind, query, signal)) if (!results.has(film.tmdb)) results.set(film.tmdb, film)
    const matches = scored(name, [...results.values()])
    if (matches.some(({ match }) => match.level === 'sure')) break
    // With the year nothing fits: without it something may, under another title or year.
    if (query.year === null && matches.some(({ match }) => match.level === 'likely')) break
  }
  return withDetails(database, { name, films: [...results.values()] }, signal)
}

/** Title and year; without the year; the Chinese and the Latin part; the folder; the film behind its collection. */
function queriesOf({ titles, year, folder }: SearchName): { title: string; year: number | null }[] {
  const parts = titles.flatMap((title) => [
    partIn(title, /[\p{Script=Han}][\p{Script=Han}\d：:·，、\s]*/gu),
    partIn(title, /[\p{Script=Latin}\d][\p{Script=Latin}\d\s'’:.,&-]*/gu),
  ])
  const all = [
    ...new Set(
      [...titles, ...parts, folder, ...titles.map(behindCollection)].map((title) => title.trim()).filter((title) => title !== ''),
    ),
  ]
  const withYear = year === null ? [] : titles.filter((title) => title !== '').map((title) => ({ title, year }))
  return [...withYear, ...all.map((title) => ({ title, year: null }))]
}

/** James Bond 007 - Goldfinger, Indiana Jones 1 Raiders of the Lost Ark, Star Wars - A New Hope: no entry has the whole name. A person decides, since others are called so too. */
function behindCollection(title: string): string {
  const [, numbered, divided] =
    /^\p{L}.*?(?:\s(?:\d{1,3}|[IVX]{1,4})(?:\s-)?\s(\p{L}.{3,})|\s-\s(\p{L}.{3,}))$/u.exec(title) ?? []
  return numbered ?? divided ?? ''
}

/** The longest run of a script, where the title has others too. */
function partIn(title: string, script: RegExp): string {
  const runs = (title.match(script) ?? []).map((run) => run.trim()).filter((run) => [...run].length > 1 && !/^[\d\s]+$/.test(run))
  return runs.toSorted((one, other) => other.length - one.length)[0] ?? ''
}

/** The best three with their other titles, length and director, scored again. */
async function withDetails(
  database: Search,
  { name, films }: { name: SearchName; films: DatabaseFilm[] },
  signal: AbortSignal,
): Promise<ScoredFilm[]> {
  const matches = scored(name, films)
  const best = matches.slice(0, maxCandidates).map(({ film }) => film)
  const hasExact = matches.some(({ match }) => match.level !== 'maybe')
  const unlike = hasExact ? [] : films.filter((film) => !best.includes(film)).slice(0, maxUnlike)
  const detailed: DatabaseFilm[] = []
  for (const film of [...best, ...unlike]) detailed.push(withTitlesOf((await database.details(film.tmdb, signal))?.film, film))
  return withoutRivals(name, scored(name, detailed)).slice(0, maxCandidates)
}

/** The search shows each language's title as the database itself falls back to another. */
function withTitlesOf(details: DatabaseFilm | undefined, film: DatabaseFilm): DatabaseFilm {
  if (!details) return film
  const overview = (lang: 'zh' | 'en') => details.texts[lang].overview || film.texts[lang].overview
  return {
    ...details,
    texts: {
      zh: { title: film.texts.zh.title || details.texts.zh.title, overview: overview('zh') },
      en: { title: film.texts.en.title || details.texts.en.title, overview: overview('en') },
    },
  }
}

/** Also where the folder's name fits and the file's does not. */
function scored(name: SearchName, films: readonly DatabaseFilm[]): ScoredFilm[] {
  const titles = [...name.titles, name.folder].filter((title) => title !== '')
  return films
    .flatMap((film) => {
      const match = matchOf({ ...name, titles }, film)
      return match ? [{ film, match }] : []
    })
    .toSorted((one, other) => other.match.score - one.match.score)
}
