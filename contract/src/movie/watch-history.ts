/** Each user's history of a box's films and episodes: where they stopped, and the ones to go on with (spec 3, 7; wire.md). */
import * as z from 'zod/mini'
import { act, call } from '../kit/operation.ts'
import { Episode, Film, SeasonNumber } from '../shape/film/film.ts'
import { Limit, Page, page } from '../shape/page.ts'

/** film: the film, or the series of the episode. position_ms, is_watched, watched_at (seconds): of the film or the episode. */
export const WatchedFilm = z.object({
  film: Film,
  episode: z.nullable(Episode),
  position_ms: z.number(),
  is_watched: z.boolean(),
  watched_at: z.number(),
})
export type WatchedFilm = z.infer<typeof WatchedFilm>

/** Films and episodes that the user started or finished on this box, latest first. Deleted ones are excluded. */
export const listHistory = call({
  host: 'device',
  path: '/movie/history/list',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string(), page: Page, limit: Limit }),
  output: page(WatchedFilm),
})

/**
 * The films and episodes that the user can go on with, latest first: those left in the middle, and the next unwatched episode of a series whose last watched one is finished (position_ms 0).
 * A series comes once.
 */
export const continueWatching = call({
  host: 'device',
  path: '/movie/history/continue',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string(), limit: Limit }),
  output: z.object({ data: z.array(WatchedFilm) }),
})

/**
 * Takes a film or series (id) out of what the user goes on with, or puts it back where it was. Positions and watched marks stay. A film that is played again, or an episode of
 * the series, comes back by itself. 4004 if the box has no such film.
 */
export const setAside = call({
  host: 'device',
  path: '/movie/history/aside',
  needs: 'device',
  device: 'devid',
  input: z.object({ devid: z.string(), id: z.string(), is_aside: z.boolean() }),
  output: z.object({ is_aside: z.boolean() }),
})

/** Marks a film, an episode, or all episodes of a series (season: of one season) as watched or not watched; either clears the position. 4004 if the box has no such film. */
export const markWatched = call({
  host: 'device',
  path: '/movie/history/save',
  needs: 'device',
  device: 'devid',
  input: z.object({
    devid: z.string(),
    id: z.string(),
    season: z._default(z.nullable(SeasonNumber), null),
    is_watched: z.boolean(),
  }),
  output: z.object({ is_watched: z.boolean() }),
})

/** Removes entries (ids of films and episodes) from the user's history with their positions, all of them with is_all. Ids that are not in it are ignored. */
export const clearHistory = call({
  host: 'device',
  path: '/movie/history/clear',
  needs: 'device',
  device: 'devid',
  input: z.object({
    devid: z.string(),
    ids: z._default(z.array(z.string()).check(z.maxLength(99, 'limit')), []),
    is_all: z._default(z.boolean(), false),
  }),
  output: z.null(),
})

export const filmMarkKinds = ['favorite', 'watched', 'aside'] as const
export type FilmMarkKind = (typeof filmMarkKinds)[number]
export const maxFilmMarks = 400
export const maxFilmChanges = 200

/**
 * Tells the box what the sender marked, for the TV page: favourites, watched films and episodes, and films and series that were taken out of what they go on with (aside). set: these are all of the kind, more of them may follow with add. at: ms, when it was
 * marked. state: the cloud's word for all of the person's marks, in the last message of a whole transfer, else ''. Answers the state that the box has, '' for none.
 */
export const filmMarks = act({
  name: 'film_marks',
  input: z.object({
    kind: z.enum(filmMarkKinds),
    mode: z.enum(['set', 'add', 'remove']),
    marks: z
      .array(z.object({ id: z.string().check(z.maxLength(200, 'range')), at: z.int().check(z.gte(0, 'range')) }))
      .check(z.maxLength(maxFilmMarks, 'limit')),
    state: z._default(z.string().check(z.maxLength(200, 'range')), ''),
  }),
  output: z.object({ state: z.string() }),
})

const FilmId = z.string().check(z.maxLength(200, 'range'))
const Milliseconds = z.int().check(z.gte(0, 'range'))

/** A film that stopped before this point, ms, was only looked at: where somebody stopped earlier stays. */
export const begunMs = 5_000
/** From this share of its length on a film counts as watched. */
export const watchedShare = 0.9

/** Where a person stopped, ms; 0: nowhere, since it is watched, marked by hand or cleared. at: ms by the cloud's clock. */
export const FilmPoint = z.object({ id: FilmId, point_ms: Milliseconds, at: Milliseconds })
export type FilmPoint = z.infer<typeof FilmPoint>

/** Tells the box where the sender stopped in films and episodes, for the TV page. The later of the box's own point and this one counts. */
export const filmPoints = act({
  name: 'film_points',
  input: z.object({ points: z.array(FilmPoint).check(z.maxLength(maxFilmMarks, 'limit')) }),
  output: z.object({}),
})

/** An action of a person on the box's own screens: a favourite set or removed on the TV, a film or series taken out of what they go on with or put back, a film or episode watched to a point. duration_ms: 0 = unknown. at: as of FilmPoint. */
export const FilmChange = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('favorite'), id: FilmId, is_favorite: z.boolean(), at: Milliseconds }),
  z.object({ kind: z.literal('aside'), id: FilmId, is_aside: z.boolean(), at: Milliseconds }),
  z.object({ kind: z.literal('point'), ...FilmPoint.shape, duration_ms: Milliseconds, is_watched: z.boolean() }),
])
export type FilmChange = z.infer<typeof FilmChange>

/**
 * Takes from the box what the sender did on its screens, the oldest first; of one film only the latest. taken: the number up to which the cloud has them, of this epoch; the box forgets those.
 * Answers those after it. last: the number of the last one, `taken` if there is none. epoch: of the box's numbers; another one begins anew.
 */
export const filmChanges = act({
  name: 'film_changes',
  input: z.object({
    epoch: z._default(z.string().check(z.maxLength(200, 'range')), ''),
    taken: z._default(z.int().check(z.gte(0, 'range')), 0),
  }),
  output: z.object({ epoch: z.string(), last: z.int(), data: z.array(FilmChange).check(z.maxLength(maxFilmChanges)) }),
})
