/** Films, series and episodes that the household wants to see and does not have: the box takes them when a feed brings them. Every member adds and removes them. */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { SeasonNumber, TmdbKey } from '../shape/film/film.ts'
import { feedQualities } from './feed-rule.ts'

export const maxWishes = 200
/** Rows of an answer about one season. */
export const maxMissing = 200

/** waiting: no feed has brought it. taken: its download is begun, or will be. gone: somebody removed that download. here: the library has it. A series gets its further episodes in every state. */
export const wishStates = ['waiting', 'taken', 'gone', 'here'] as const

const wishId = z.string().check(z.minLength(1, 'required'), z.maxLength(64, 'range'))
const quality = z._default(z.enum(['', ...feedQualities]), '')

/**
 * wish_id: of one film, series, season or episode always the same. season, episode: 0 of a film, and of a series as a whole; episode 0 of a season, whose kind is series. title: in the realm's language. poster: a blob id or ''.
 * quality_from '': any but a recording in a cinema. added_by: a nickname, '' if that person has left. added_at in seconds. taken: downloads begun for it.
 * progress: 0 to 100, of the last download while it is under way; null else. task_id of that one; movie_id: of the film or series in the library, ''. A season is never here: what it lacks is known by episodes_missing.
 */
export const Wish = z.object({
  wish_id: z.string(),
  tmdb: TmdbKey,
  kind: z.enum(['film', 'series', 'episode']),
  season: SeasonNumber,
  episode: SeasonNumber,
  title: z.string(),
  year: z.nullable(z.number()),
  poster: z.string(),
  quality_from: quality,
  added_by: z.string(),
  added_at: z.number(),
  state: z.enum(wishStates),
  taken: z.int(),
  progress: z._default(z.nullable(z.number()), null),
  task_id: z.string(),
  movie_id: z.string(),
})
export type Wish = z.infer<typeof Wish>

const Wishes = z.object({ data: z.array(Wish) })

/** The newest first. */
export const wishList = act({ name: 'wish_list', input: z.object({}), output: Wishes })

/**
 * Adds a wish, or changes the quality of the one that is there; then what the feeds brought already is looked through, and for an episode or a season the indexers among the feeds (Torznab) are searched.
 * An episode without a season, or either of a film: 4000. 4004: the film database has no such entry. 4009 above 200. 5004 with reason no_key, bad_key, away: it cannot be asked.
 * feeds: how many were looked through. A repeat finds the wish there.
 */
export const wishAdd = act({
  name: 'wish_add',
  input: z.object({
    tmdb: TmdbKey,
    season: z._default(SeasonNumber, 0),
    episode: z._default(SeasonNumber, 0),
    quality_from: quality,
  }),
  output: z.extend(Wishes, { wish_id: z.string(), state: z._default(z.enum(wishStates), 'waiting'), feeds: z.int() }),
})

/** Its downloads stay. */
export const wishRemove = act({ name: 'wish_remove', input: z.object({ wish_id: wishId }), output: Wishes })

/** missing: it was on air. coming: on air today or later. wanted: it is a wish. taken: it is being downloaded. wanted and taken also by a wish of the season or the series. */
export const missingStates = ['missing', 'coming', 'wanted', 'taken'] as const

/** title: '' if it has none. air_date: YYYY-MM-DD. after: how many rows of the season's list on the box stand before it. */
export const MissingEpisode = z.object({
  number: z.int(),
  title: z.string(),
  air_date: z.string(),
  after: z.int(),
  state: z.enum(missingStates),
  task_id: z.string(),
})
export type MissingEpisode = z.infer<typeof MissingEpisode>

/**
 * Episodes of a season of an identified series that the library does not have, by the film database, in their order, at most 200 of `missing`. None without a key, while the database is away, of a
 * series that nobody knows, of specials. tmdb: of the series, '' if it is not identified. aired: episodes of the season that were on air, also those that are here.
 * seasons: all that have begun to be on air, but the specials.
 */
export const episodesMissing = act({
  name: 'episodes_missing',
  input: z.object({ id: z.string().check(z.minLength(1, 'required'), z.maxLength(64, 'range')), season: SeasonNumber }),
  output: z.object({
    tmdb: z.string(),
    aired: z.int(),
    missing: z.int(),
    seasons: z._default(z.array(z.int()), []),
    data: z.array(MissingEpisode),
  }),
})
