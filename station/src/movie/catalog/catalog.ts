/** The films for the TV page: sorted, searched, with their episodes and what is like them. */
import { basename } from 'node:path'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import { inLanguage } from '@homeport/contract/movie/film-language.ts'
import type { FilmCounts, FilmDetail, FilmFilter, FilmQuery } from '@homeport/contract/movie/movie.ts'
import type { ReportedEpisode } from '@homeport/contract/movie/series.ts'
import type { Film, FilmPerson } from '@homeport/contract/shape/film/film.ts'
import type { Db } from '../../kit/db.ts'
import type { Viewer } from '../../shared/viewer.ts'
import type { WholeFilm } from '../film/film.query.ts'
import { knownFacts, type KnownFacts } from '../film/known-facts.ts'
import { qualityOf } from '../name/quality.ts'
import { mainFiles } from '../film/playing-order.ts'
import { episodeRowOf, rowOf, toTitledFilm, type TitledFilm } from '../film/to-wire.ts'
import { catalogFilmQueries } from './catalog-film.query.ts'
import { searchCatalog } from './catalog-search.query.ts'
import { countCatalog } from './catalog-counts.query.ts'
import { marksOf, watchedEpisodes, type CatalogFilter } from './catalog-filter.query.ts'
import { catalogQueries, type CatalogOrder, type CatalogRange } from './catalog.query.ts'
import { createCatalogQueue } from './catalog-queue.ts'
import { catalogStore } from './catalog.store.ts'

const maxRelated = 12
/** A season with more episodes is cut. */
const maxEpisodes = 1_500
const maxPeople = 24

/** An episode stands for its series. */
export type ListedFilm = { film: TitledFilm; episode: ReportedEpisode | null }
export type FilmVersion = { path: string; name: string }
/** The person who asks, and the language of the answer. */
export type Asker = { viewer: Viewer | undefined; lang: Lang }
export type FilmDetails = {
  film: TitledFilm
  people: FilmPerson[]
  /** titles: in both languages; '' where a season has none. */
  season_list: { season: number; titles: Record<Lang, string>; episodes: number }[]
  versions: FilmVersion[]
  related: TitledFilm[]
}
export type Catalog = ReturnType<typeof openCatalog>

export function openCatalog({ db, onFault }: { db: Db; onFault: (fault: unknown) => void }) {
  const queries = { ...catalogQueries(db), ...catalogFilmQueries(db) }
  const store = catalogStore(db)
  const listeners = new Set<() => void>()
  const queue = createCatalogQueue({
    updateSome: () => store.updateSome(),
    onFault,
    onChange: () => listeners.forEach((listener) => listener()),
  })
  const shown = ({ films, total }: { films: WholeFilm[]; total: number }) => ({ data: films.map(toTitledFilm), total })

  async function details(filmId: string): Promise<FilmDetails | undefined> {
    const [film] = await queries.whole([filmId])
    if (!film || film.is_listed === 0 || film.kind === 'episode') return undefined
    const facts = knownFacts(film, film.identity)
    const directors = facts.people.filter(({ job }) => job === 'director').map(({ id }) => id)
    const related = await queries.related(filmId, { genres: facts.genres, people: directors }, maxRelated)
    return {
      film: toTitledFilm(film),
      people: facts.people.slice(0, maxPeople),
      season_list: film.kind === 'series' ? await seasonsOf(film, facts) : [],
      versions: versionsOf(film),
      related: related.map(toTitledFilm),
    }
  }

  async function seasonsOf({ film_id }: WholeFilm, { season_titles }: KnownFacts) {
    return (await queries.seasons(film_id)).map(({ season, episodes }) => {
      const { zh, en } = season_titles[String(season)] ?? { zh: '', en: '' }
      return { season, episodes, titles: { zh, en } }
    })
  }

  /** As the cloud answers an app. */
  async function page({ page: at, limit, sort, order, ...filter }: FilmQuery, { viewer, lang }: Asker) {
    const range = { sort, order, lang, offset: (at - 1) * limit, limit }
    const { films, total } = await queries.catalogued({ ...filter, viewer }, range)
    const ids = films.map(({ film_id }) => film_id)
    const marks = await marksOf(db, viewer, ids)
    const data = films.map((film): Film => {
      const { texts: _, ...shownFilm } = inLanguage(toTitledFilm(film), lang)
      return { ...shownFilm, ...(marks.get(film.film_id) ?? noMarks) }
    })
    return { data, total, page: at, limit }
  }

  /** As the cloud answers an app; without the episode to go on with. */
  async function detail(filmId: string, { viewer, lang }: Asker): Promise<FilmDetail | undefined> {
    const [film] = await queries.whole([filmId])
    if (!film || film.is_listed === 0 || film.kind === 'episode') return undefined
    const reported = inLanguage(rowOf(film), lang)
    const { texts, collection_id, season_titles, aliases: _, former_ids: __, ...shownFilm } = reported
    const watched = await watchedEpisodes(db, viewer, filmId)
    const seasons = film.kind === 'series' ? await queries.seasons(filmId) : []
    return {
      ...shownFilm,
      ...((await marksOf(db, viewer, [filmId])).get(filmId) ?? noMarks),
      collection: collection_id === '' ? null : { id: collection_id, name: texts?.[lang].collection ?? '' },
      season_list: seasons.map(({ season, episodes }) => ({
        season,
        title: season_titles?.[String(season)]?.[lang] ?? '',
        episodes,
        watched: watched.get(season) ?? 0,
      })),
      next: null,
    }
  }

  return {
    page,
    detail,
    counts: (filter: FilmFilter, viewer: Viewer | undefined): Promise<FilmCounts> => countCatalog(db, { ...filter, viewer }),
    /** Films changed. */
    wake: queue.wake,
    stop: () => queue.stop(),
    onChange: (listener: () => void) => void listeners.add(listener),
    catalogued: async (filter: CatalogFilter, by: CatalogOrder & CatalogRange) => shown(await queries.catalogued(filter, by)),
    search: async (query: string, lang: Lang) => shown(await searchCatalog(db, query, lang)),
    genres: queries.genres,
    watchedSize: (viewer: Viewer | undefined) => queries.watchedSize(viewer),
    details,
    episodes: async (seriesId: string, season: number): Promise<ReportedEpisode[]> =>
      (await queries.seasonEpisodes(seriesId, season, maxEpisodes)).map(episodeRowOf),
    episodeAfter: (episodeId: string) => queries.episodeAfter(episodeId),
    /** In the given order; those that the box no longer has are left out. */
    async listed(movieIds: readonly string[]): Promise<ListedFilm[]> {
      const films = (await queries.whole(movieIds)).filter(({ is_listed }) => is_listed === 1)
      const series = await queries.whole([...new Set(films.map(({ series_id }) => series_id).filter((id) => id !== ''))])
      return films.flatMap((film) => {
        if (film.kind !== 'episode') return { film: toTitledFilm(film), episode: null }
        const whole = series.find(({ film_id }) => film_id === film.series_id)
        return whole ? { film: toTitledFilm(whole), episode: episodeRowOf(film) } : []
      })
    },
  }
}

const noMarks = { is_favorite: false, is_watched: false, position_ms: null }

/** Versions of an undivided film that is there several times; files with one name of their quality are told apart by their own names. */
function versionsOf({ files, kind }: WholeFilm): FilmVersion[] {
  const main = mainFiles(files)
  if (kind === 'series' || main.length < 2 || main.some(({ part }) => part > 0)) return []
  const named = main.map((file) => ({ path: file.file_id, name: qualityOf(file.width, file.height) || file.quality, file }))
  const isShared = (name: string) => name === '' || named.filter((one) => one.name === name).length > 1
  return named.map(({ path, name, file }) => ({ path, name: isShared(name) ? basename(file.path) : name }))
}
