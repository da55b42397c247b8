/** The film library of a box: films, their files, scanning, and users' watch history (spec 3, 7; wire.md). */
import * as z from 'zod/mini'
import { act, call, report } from './kit/promise.ts'
import { Devsn } from './kit/link.ts'
import { Limit, Page, listLimit, page } from './shape/page.ts'

// spec 9
export const filmPageLimit = 6
export const socketFilmLimit = 9
export const filmsAfterSyncMs = 1_000

/** video, audio: codec names from ffprobe, '' before it is probed. path: relative to its library folder, for display; id: the path argument of `play`. */
export const FilmFile = z.object({
  id: z.string(),
  path: z.string(),
  file_name: z.string(),
  file_size: z.number(),
  duration_ms: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  video: z.string(),
  audio: z.string(),
  subtitles: z.array(z.string()),
})
export type FilmFile = z.infer<typeof FilmFile>

/** A film in the box's report, without its files. added_at in seconds; rating 0 to 10; poster: a blob id or ''; quality '4K', '1080p', '720p', 'SD' or ''. */
export const BoxFilm = z.object({
  id: z.string(),
  title: z.string(),
  original_title: z.string(),
  year: z.nullable(z.number()),
  duration_ms: z.nullable(z.number()),
  rating: z.nullable(z.number()),
  added_at: z.number(),
  poster: z.string(),
  quality: z.string(),
  genres: z.array(z.string()),
  region: z.string(),
  overview: z.string(),
  file_size: z.number(),
})
export type BoxFilm = z.infer<typeof BoxFilm>

/** A film as seen by one user: position_ms is null if the user never started it. */
export const Film = z.extend(BoxFilm, {
  is_favorite: z.boolean(),
  is_watched: z.boolean(),
  position_ms: z.nullable(z.number()),
})
export type Film = z.infer<typeof Film>
export const FilmDetail = z.extend(Film, { files: z.array(FilmFile) })
export type FilmDetail = z.infer<typeof FilmDetail>

/** overall: unwatched first, newest first. */
export const filmSorts = ['overall', 'added', 'year', 'rating'] as const
export const filmOrders = ['desc', 'asc'] as const

const FilmLimit = z.pipe(
  z._default(z.int().check(z.positive('limit')), filmPageLimit),
  z.transform((limit: number) => Math.min(limit, listLimit)),
)
const FilmQuery = z.object({
  devid: z.string(),
  page: Page,
  limit: FilmLimit,
  sort: z._default(z.enum(filmSorts), 'overall'),
  order: z._default(z.enum(filmOrders), 'desc'),
})
/** stale_at: seconds, null while the box is online. */
const Films = z.extend(page(Film), { stale_at: z.nullable(z.number()) })

/** Films of a box from the mirror; also while it is offline. Films without the sort value come last. */
export const listFilms = call({
  host: 'device',
  path: '/movie/movie/list',
  needs: 'device',
  device: 'devid',
  input: FilmQuery,
  output: Films,
})

/** The same list under its older path (spec 7). */
export const deviceFilms = call({
  host: 'device',
  path: '/device/movie/lists',
  needs: 'device',
  device: 'devid',
  input: FilmQuery,
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

/** Starts a scan of the box's folders; the response does not wait for its end (spec 4: the list is fetched 1 s later). */
export const syncMovie = call({
  host: 'device',
  path: '/user/device/syncMovie',
  needs: 'online',
  device: 'devsn',
  input: z.object({ devsn: Devsn }),
  output: z.null(),
})

/** Films that the user started or finished on this box, latest first. watched_at in seconds. Deleted films are excluded. */
export const listHistory = call({
  host: 'device',
  path: '/movie/history/list',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string(), page: Page, limit: Limit }),
  output: page(z.extend(Film, { watched_at: z.number() })),
})

export const movieList = act({
  name: 'movie_list',
  input: z.object({
    limit: z._default(z.int().check(z.positive('limit'), z.lte(listLimit, 'limit')), socketFilmLimit),
    offset: z._default(z.int().check(z.gte(0, 'offset')), 0),
  }),
  output: z.object({ data: z.array(BoxFilm), total: z.number() }),
})

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

/** Mirror rows; key = film id. */
export const filmRow = report({ name: 'movie.film', row: z.extend(BoxFilm, { files: z.array(FilmFile) }) })
