/** The film library of a box: films and series, their files, finding them, scanning (spec 3, 7; wire.md). */
import * as z from 'zod/mini'
import { act, call, event, report } from '../kit/operation.ts'
import { Devsn } from '../kit/connection.ts'
import {
  BoxFilm,
  Episode,
  Film,
  FilmCollection,
  FilmFile,
  FilmIds,
  FormerIds,
  FilmPerson,
  FilmTexts,
  SeasonTitles,
  filmGenres,
  filmKinds,
  unknownFilm,
  unknownIds,
} from '../shape/film/film.ts'
import { filmOrders, filmSorts } from '../shape/list-keys/film-sort.ts'
import { HighlightedText } from '../shape/highlighted-text.ts'
import { Limit, Page, listLimit, page } from '../shape/page.ts'
import { SearchQuery } from '../shape/field/search-query.ts'

// spec 9
export const filmPageLimit = 6
export const socketFilmLimit = 9
export const filmsAfterSyncMs = 1_000

export { Film, FilmFile, FilmPerson, filmGenres, filmKinds, unknownFilm, unknownIds, BoxFilm, FilmIds }

/** title: of the season, or ''. */
export const Season = z.object({ season: z.int(), title: z.string(), episodes: z.int(), watched: z.int() })
export type Season = z.infer<typeof Season>

/**
 * files: of a film; [] for a series. season_list: of a series, in order, specials (season 0) last. next: of a series, the episode to go on with: the one left in the middle,
 * else the first unwatched one after the last watched one, else the first unwatched one; null for a film and for a series watched to its end.
 */
export const FilmDetail = z.extend(Film, {
  files: z.array(FilmFile),
  people: z.array(FilmPerson),
  collection: z.nullable(FilmCollection),
  ids: FilmIds,
  season_list: z._default(z.array(Season), []),
  next: z._default(z.nullable(Episode), null),
})
export type FilmDetail = z.infer<typeof FilmDetail>

const FilmLimit = z.pipe(
  z._default(z.int().check(z.positive('limit')), filmPageLimit),
  z.transform((limit: number) => Math.min(limit, listLimit)),
)
const Values = z._default(z.array(z.string().check(z.maxLength(60, 'range'))).check(z.maxLength(50, 'range')), [])
const FilterYear = z._default(z.nullable(z.int().check(z.gte(1800, 'range'), z.lte(2200, 'range'))), null)

/** A list matches if any of its values does, and all fields must match; [] and null: any. person: FilmPerson.id; collection: FilmCollection.id. */
const filterFields = {
  kind: z._default(z.nullable(z.enum(filmKinds)), null),
  genres: Values,
  regions: Values,
  qualities: Values,
  year_from: FilterYear,
  year_to: FilterYear,
  rating_from: z._default(z.nullable(z.number().check(z.gte(0, 'range'), z.lte(10, 'range'))), null),
  watched: z._default(z.nullable(z.boolean()), null),
  favorite: z._default(z.boolean(), false),
  unidentified: z._default(z.boolean(), false),
  person: z._default(z.string(), ''),
  collection: z._default(z.string(), ''),
}
export const FilmFilter = z.object(filterFields)
export type FilmFilter = z.infer<typeof FilmFilter>
export const anyFilm: FilmFilter = z.parse(FilmFilter, {})

export const FilmQuery = z.extend(FilmFilter, {
  page: Page,
  limit: FilmLimit,
  sort: z._default(z.enum(filmSorts), 'overall'),
  order: z._default(z.enum(filmOrders), 'desc'),
})
export type FilmQuery = z.infer<typeof FilmQuery>
const FilmsOfBox = z.extend(FilmQuery, { devid: z.string() })
const FilmPage = page(Film)
/** stale_at: seconds, null while the box is online. */
const Films = z.extend(FilmPage, { stale_at: z.nullable(z.number()) })

/** Films of a box from the mirror; also while it is offline. Sorts: shape/list-keys/film-sort.ts. */
export const listFilms = call({
  host: 'device',
  path: '/movie/movie/list',
  needs: 'device',
  device: 'devid',
  input: FilmsOfBox,
  output: Films,
})

/** The same list under its older path (spec 7). */
export const deviceFilms = call({
  host: 'device',
  path: '/device/movie/lists',
  needs: 'device',
  device: 'devid',
  input: FilmsOfBox,
  output: Films,
})

/** 4004 if the box has no such film. */
export const filmDetail = call({
  host: 'device',
  path: '/movie/movie/detail',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string(), id: z.string() }),
  output: z.extend(FilmDetail, { stale_at: z.nullable(z.number()) }),
})

const Counts = z.array(z.object({ value: z.string(), count: z.number() }))

/** The ratings from which the library can be filtered; a film that nobody has rated is in none of them. */
export const ratingSteps = [6, 7, 8, 9] as const

export const FilmCounts = z.object({
  total: z.number(),
  kinds: Counts,
  genres: Counts,
  regions: Counts,
  qualities: Counts,
  years: z.array(z.object({ year: z.number(), count: z.number() })),
  /** By ratingSteps; [] of an older box. */
  ratings: z._default(z.array(z.object({ from: z.number(), count: z.number() })), []),
  watched: z.number(),
  unwatched: z.number(),
  favorite: z.number(),
  unidentified: z.number(),
})
export type FilmCounts = z.infer<typeof FilmCounts>

/**
 * The values that the library can be filtered by, most frequent first (years ascending). total: films that match the whole filter; each count: those that would match with
 * that value chosen alone in its field.
 */
export const filmGenresOf = call({
  host: 'device',
  path: '/movie/genre',
  needs: 'device',
  device: 'devid',
  input: z.extend(FilmFilter, { devid: z.string() }),
  output: FilmCounts,
})

export const filmSearchTabs = ['films', 'series', 'files', 'people'] as const

export const FilmHit = z.extend(Film, { marked_title: HighlightedText })
/** movie_id: the film or series of the file. */
export const FileHit = z.object({
  id: z.string(),
  movie_id: z.string(),
  path: z.string(),
  file_size: z.number(),
  marked_name: HighlightedText,
})
/** films: how many films and series of this box the person has a part in. */
export const PersonHit = z.object({ id: z.string(), photo: z.string(), films: z.number(), marked_name: HighlightedText })

/**
 * Films and series by title, original title, other titles, pinyin, initials and people; files by name; people by name. Forgives case, width, accents, punctuation,
 * traditional and simplified characters; with `is_exact` false also one typo in a word of four letters and more: `corrected` is then the query that was used, else ''.
 * `tab` is paged; of the others come the first three.
 */
export const searchFilms = call({
  host: 'device',
  path: '/movie/movie/search',
  needs: 'device',
  device: 'devid',
  input: z.object({
    devid: z.string(),
    q: SearchQuery,
    tab: z._default(z.enum(filmSearchTabs), 'films'),
    is_exact: z._default(z.boolean(), false),
    page: Page,
    limit: Limit,
  }),
  output: z.object({
    counts: z.object({ films: z.number(), series: z.number(), files: z.number(), people: z.number() }),
    films: z.array(FilmHit),
    series: z.array(FilmHit),
    files: z.array(FileHit),
    people: z.array(PersonHit),
    corrected: z.string(),
    page: z.number(),
    limit: z.number(),
    stale_at: z.nullable(z.number()),
  }),
})

/** The most frequent searches of this box's household in the last 30 days, with hits, at most ten: those of at least two people, and those that the user made three times. */
export const hotFilmSearches = call({
  host: 'device',
  path: '/movie/movie/hot',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string() }),
  output: z.object({ data: z.array(z.string()) }),
})

/** The same favourites as /spacecp/favorite with type movie. 4004 if the box has no such film. */
export const saveFavorite = call({
  host: 'device',
  path: '/movie/favorite/save',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string(), id: z.string(), is_favorite: z.boolean() }),
  output: z.object({ is_favorite: z.boolean() }),
})

/** Starts a scan of the box's folders; the response does not wait for its end (spec 4: the list is fetched 1 s later). */
export const syncMovie = call({
  host: 'device',
  path: '/user/device/syncMovie',
  needs: 'online',
  device: 'devsn',
  input: z.object({ devsn: Devsn }),
  output: z.null(),
})

export const movieList = act({
  name: 'movie_list',
  input: z.object({
    limit: z._default(z.int().check(z.positive('limit'), z.lte(listLimit, 'limit')), socketFilmLimit),
    offset: z._default(z.int().check(z.gte(0, 'offset')), 0),
  }),
  output: z.object({ data: z.array(BoxFilm), total: z.number() }),
})

/** The list of films, the values of its filter and one film, as the calls have them, from the box itself: for an app in the house while the cloud is away. Titles and texts in the language of the asker's realm. */
export const filmQuery = act({ name: 'movie_query', input: FilmQuery, output: FilmPage })
export const filmCounts = act({ name: 'movie_counts', input: FilmFilter, output: FilmCounts })
/** Without the episode to go on with. Code 4004 if the box has no such film. */
export const filmOfBox = act({ name: 'movie_detail', input: z.object({ id: z.string() }), output: FilmDetail })

/** Progress of a scan: films listed, and those probed by ffprobe. Pushed on changes, at most once a second. */
export const ScanState = z.object({ is_scanning: z.boolean(), films: z.number(), probed: z.number() })
export type ScanState = z.infer<typeof ScanState>
export const movieScan = act({ name: 'movie_scan', input: z.object({}), output: ScanState })
/** Starts a scan of the folders. */
export const movieSync = act({ name: 'movie_sync', input: z.object({}), output: ScanState })

/** These films are visible in an app: the box probes them, and makes their posters, before all others. */
export const movieLook = act({
  name: 'movie_look',
  input: z.object({ ids: z.array(z.string()).check(z.maxLength(listLimit, 'limit')) }),
  output: z.object({}),
})

/** Bytes of the files of what the asker has watched: films, and series with all their episodes. */
export const watchedSize = act({ name: 'watched_size', input: z.object({}), output: z.object({ size: z.number() }) })

/** Mirror rows of films and series (not of episodes); key = film id. texts: in both languages, a realm stores its own. aliases: other titles it is found by. former_ids: of what went into it, whose marks it takes. */
export const filmRow = report({
  name: 'movie.film',
  row: z.extend(BoxFilm, {
    files: z.array(FilmFile),
    people: z._default(z.array(FilmPerson), []),
    aliases: z._default(z.array(z.string()), []),
    collection_id: z._default(z.string(), ''),
    ids: z._default(FilmIds, unknownIds),
    texts: z.optional(z.object({ zh: FilmTexts, en: FilmTexts })),
    season_titles: z.optional(SeasonTitles),
    former_ids: FormerIds,
  }),
})
export type ReportedFilm = z.infer<typeof filmRow.row>

/** The marks that users made on some films of this box moved to the films that replaced them. */
export const filmMarksMoved = event({ name: 'movie.marks_moved', data: z.object({ devsn: z.string() }) })

/** A user added a film to their favourites, or removed it. at in ms. */
export const filmFavorite = event({
  name: 'movie.favorite',
  data: z.object({ user_id: z.string(), movie_id: z.string(), is_favorite: z.boolean(), at: z.number() }),
})
