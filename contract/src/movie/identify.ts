/** Finding out which film a file is, and mending it (spec 6, 7). The box identifies; every call and act here needs it online. */
import * as z from 'zod/mini'
import { act, call, report } from '../kit/operation.ts'
import { filmKinds, identifications, TmdbKey } from '../shape/film/film.ts'
import { Limit, Page, page } from '../shape/page.ts'
import { seen } from '../shape/field/text.ts'

/** sure: title and year agree. likely: the title agrees, the year does not or is not known. maybe: the title agrees in part. */
export const matchLevels = ['sure', 'likely', 'maybe'] as const
/** From this score on a candidate is sure. */
export const sureScore = 0.9
/** Why a candidate has its level; the app has a sentence for each. */
export const matchReasons = [
  'id',
  'title_and_year',
  'title_near_year',
  'title_no_year',
  'title_other_year',
  'other_title_and_year',
  'title_in_part',
] as const

/** A film or series of the database. title: in the realm's language. director: '' if unknown. poster: a blob id or '' (fetched when it is shown first). score: 0 to 1. */
export const FilmCandidate = z.object({
  tmdb: TmdbKey,
  kind: z.enum(filmKinds),
  title: z.string(),
  original_title: z.string(),
  year: z.nullable(z.number()),
  director: z.string(),
  poster: z.string(),
  overview: z.string(),
  score: z.number(),
  level: z.enum(matchLevels),
  reason: z.enum(matchReasons),
})
export type FilmCandidate = z.infer<typeof FilmCandidate>

/** away: the database did not answer. bad_key: it refused the key. no_key: nobody set one. */
export const databaseStates = ['ok', 'away', 'bad_key', 'no_key'] as const
const DatabaseState = z._default(z.enum(databaseStates), 'away')

/** A film or series with what its name says (name_*; is_named: the name tells which film it is) and its best candidates, at most three. file_name, path: of its first file. can_undo: its last change can be undone. */
export const FilmMatch = z.object({
  id: z.string(),
  kind: z._default(z.enum(filmKinds), 'film'),
  title: z.string(),
  year: z.nullable(z.number()),
  poster: z.string(),
  identified: z._default(z.enum(identifications), 'no'),
  tmdb: z.string(),
  file_name: z.string(),
  path: z.string(),
  file_size: z.number(),
  files: z.int(),
  name_title: z.string(),
  name_year: z.nullable(z.number()),
  is_named: z._default(z.boolean(), true),
  candidates: z.array(FilmCandidate),
  can_undo: z.boolean(),
  database: DatabaseState,
})
export type FilmMatch = z.infer<typeof FilmMatch>

const filmId = z.string().check(z.minLength(1, 'required'), z.maxLength(64, 'range'))
/** As typed: a title, a title and a year, an id, or a pasted TMDB or IMDB address; of a Douban share the title and year are taken. */
const Query = z.string().check(seen('required'), z.maxLength(500, 'range'))

/**
 * The person's choice: an entry of the database; or title and year as typed (poster: the id of an uploaded blob, '' keeps the present one; overview: '' keeps it);
 * or that none of the candidates is right (none: the name stays, and no scan asks again).
 */
export const FilmChoice = z.object({
  tmdb: z._default(z.union([z.literal(''), TmdbKey]), ''),
  title: z._default(z.union([z.literal(''), z.string().check(seen('required'), z.maxLength(200, 'range'))]), ''),
  year: z._default(z.nullable(z.int().check(z.gte(1800, 'range'), z.lte(2200, 'range'))), null),
  poster: z._default(z.string().check(z.regex(/^(?:[0-9a-f]{32}|[0-9a-f]{64})?$/, 'invalid')), ''),
  none: z._default(z.boolean(), false),
})
export type FilmChoice = z.infer<typeof FilmChoice>

/** 4004 if the box has no such film. */
export const filmMatch = act({ name: 'film_match', input: z.object({ id: filmId }), output: FilmMatch })

/** Films and series that the database finds for a query and that are not on the box, the best first: at most three of each kind. A query as of film_lookup. */
export const databaseSearch = act({
  name: 'database_search',
  input: z.object({ query: Query }),
  output: z.object({ candidates: z.array(FilmCandidate), database: DatabaseState }),
})

/** Candidates for a query by hand. note: what was done with it: '' searched as it stands; id: found by its id; douban_title: searched by the title of a Douban share; douban_bare: an address of Douban without a title, which cannot be read. */
export const filmLookup = act({
  name: 'film_lookup',
  input: z.object({ id: filmId, query: Query }),
  output: z.object({
    candidates: z.array(FilmCandidate),
    note: z.enum(['', 'id', 'douban_title', 'douban_bare']),
    database: DatabaseState,
  }),
})

/** No scan overwrites what a person chose. The reply is the film after the change. */
export const filmIdentify = act({
  name: 'film_identify',
  once: true,
  input: z.extend(FilmChoice, { id: filmId }),
  output: FilmMatch,
})

/** Back to what the file's name says; no scan identifies it again by itself. */
export const filmForget = act({ name: 'film_forget', once: true, input: z.object({ id: filmId }), output: FilmMatch })

/** From which score on the best candidates can be taken at once. 0.9: title and year agree. 0.8: the title agrees, the year is near or not known. 0.6: the title is close. */
export const acceptScores = [sureScore, 0.8, 0.6] as const

/**
 * Unidentified films and series, the sure ones first by score; check: those that are not sure. counts over all of them; unnamed: those whose name does not tell which film they are.
 * scores: by each of acceptScores, how many films have such a candidate. sweep: the last films_accept, while films of it can go back; changed_at in seconds.
 */
export const filmsUnidentified = act({
  name: 'films_unidentified',
  input: z.object({ level: z._default(z.enum(['all', 'sure', 'check']), 'all'), page: Page, limit: Limit }),
  output: z.extend(page(FilmMatch), {
    counts: z.object({ all: z.int(), sure: z.int(), check: z.int(), unnamed: z._default(z.int(), 0) }),
    scores: z._default(z.array(z.object({ min_score: z.number(), films: z.int() })), []),
    sweep: z._default(z.nullable(z.object({ sweep_id: z.string(), films: z.int(), changed_at: z.int() })), null),
    database: DatabaseState,
  }),
})

/** Takes the best candidate of each of these films (ids; [] = of all) whose score is at least min_score. sweep_id undoes it as a whole. */
export const filmsAccept = act({
  name: 'films_accept',
  once: true,
  input: z.object({
    ids: z._default(z.array(filmId).check(z.maxLength(99, 'limit')), []),
    min_score: z.number().check(z.gte(0, 'range'), z.lte(1, 'range')),
  }),
  output: z.object({ sweep_id: z.string(), accepted: z.int() }),
})

/** Undoes the last change of one film (id) or a whole sweep (sweep_id). Films that were changed again since are left as they are. undone: how many went back. */
export const filmsUndo = act({
  name: 'films_undo',
  once: true,
  input: z.object({ id: z._default(z.string(), ''), sweep_id: z._default(z.string(), '') }),
  output: z.object({ undone: z.int() }),
})

/** data of a refusal of film_write (code 4003). off: HOMEPORT_LIBRARY_WRITE is not 1. unidentified: nothing is known beyond the name. exists: a file that Homeport did not write is in the way (overwrite replaces it). read_only: the box may not write in the folder. no_folder: a series whose episodes have no folder of their own. */
export const writeReasons = ['off', 'unidentified', 'exists', 'read_only', 'no_folder'] as const
export const WriteRefusal = z.object({ reason: z.enum(writeReasons), file: z.string() })
export type WriteRefusal = z.infer<typeof WriteRefusal>

/** Writes an NFO file, poster and backdrop beside the film, for Kodi and Jellyfin, in the realm's language; of a series also an NFO for each known episode. files: what was written, relative to the library folder. */
export const filmWrite = act({
  name: 'film_write',
  once: true,
  input: z.object({ id: filmId, overwrite: z._default(z.boolean(), false) }),
  output: z.object({ files: z.array(z.string()) }),
})

/** The same as film_match, film_identify and film_forget under the paths of spec 7, by which the app asks; in the house, while the cloud is away, it sends the acts. */
export const getMovieFile = call({
  host: 'device',
  path: '/movie/file/getMovieFile',
  needs: 'online',
  device: 'devid',
  input: z.object({ devid: z.string(), id: filmId }),
  output: FilmMatch,
})
export const saveMovieFile = call({
  host: 'device',
  path: '/movie/file/save',
  needs: 'online',
  device: 'devid',
  input: z.extend(FilmChoice, { devid: z.string(), id: filmId }),
  output: FilmMatch,
})
export const removeRelation = call({
  host: 'device',
  path: '/movie/movie/removeRelation',
  needs: 'online',
  device: 'devid',
  input: z.object({ devid: z.string(), id: filmId }),
  output: FilmMatch,
})

/** no_video: ffprobe finds no video in it, it may be damaged. empty: 0 bytes. denied: the box may not read the file, or the folder. bad_name: its name is not valid UTF-8. */
export const unreadableReasons = ['no_video', 'empty', 'denied', 'bad_name'] as const

/** A file or folder that could be a film and cannot be shown as one. path: relative to its library folder. files: 1, or how many of a folder have names that are not valid (bad_name). */
export const UnreadableFile = z.object({
  id: z.string(),
  path: z.string(),
  file_size: z.number(),
  files: z.int(),
  reason: z.enum(unreadableReasons),
})
export type UnreadableFile = z.infer<typeof UnreadableFile>
/** Mirror rows; key = its id. */
export const unreadableRow = report({ name: 'movie.unreadable', row: UnreadableFile })

/** By path. */
export const listUnreadable = call({
  host: 'device',
  path: '/movie/file/unreadable',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string(), page: Page, limit: Limit }),
  output: z.extend(page(UnreadableFile), { stale_at: z.nullable(z.number()) }),
})
