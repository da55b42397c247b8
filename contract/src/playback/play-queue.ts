/** The queue of a screen: the household's own queue plays first, then the next episode (spec 3; docs/decisions/044). */
import * as z from 'zod/mini'
import { act } from '../kit/operation.ts'
import { ScreenTarget } from '../shape/film/screen-target.ts'

export const maxQueueLength = 200

/** path: a file's id. poster: a blob id or ''. season and episode: null for a film. */
export const QueueEntry = z.object({
  id: z.string(),
  movie_id: z.string(),
  path: z.string(),
  title: z.string(),
  series_title: z.string(),
  season: z.nullable(z.int()),
  episode: z.nullable(z.int()),
  duration_ms: z.nullable(z.number()),
  poster: z.string(),
})
export type QueueEntry = z.infer<typeof QueueEntry>

/** queue: in the order in which it plays. following: what plays after it, the next episodes or files of the folder, at most 50; not stored. */
export const PlayQueue = z.object({
  screen_id: z.string(),
  queue: z.array(QueueEntry),
  following: z.array(QueueEntry),
})
export type PlayQueue = z.infer<typeof PlayQueue>

/** target: a screen_id, '' = the last one used. Also pushed at each change. */
export const playQueue = act({ name: 'play_queue', input: z.object({ target: ScreenTarget }), output: PlayQueue })

/**
 * add: films or episodes by movie_id, or files by path; a series adds its episodes, from the episode `from_id` on if it is given. at: 'next' puts them first, 'end' last. If nothing plays, nothing starts.
 * 4004 {reason: no_film}; 4000 `range` above `maxQueueLength`.
 */
export const playQueueAdd = act({
  name: 'play_queue_add',
  once: true,
  input: z.object({
    target: ScreenTarget,
    movie_id: z._default(z.string(), ''),
    path: z._default(z.string(), ''),
    from_id: z._default(z.string(), ''),
    at: z._default(z.enum(['next', 'end']), 'end'),
  }),
  output: PlayQueue,
})
/** Moves an entry to a place in the queue, from 0. Unknown ids are ignored. */
export const playQueueMove = act({
  name: 'play_queue_move',
  input: z.object({ target: ScreenTarget, id: z.string(), to: z.int().check(z.gte(0, 'range')) }),
  output: PlayQueue,
})
/** ids: of entries; is_all: empties it. */
export const playQueueRemove = act({
  name: 'play_queue_remove',
  input: z.object({
    target: ScreenTarget,
    ids: z._default(z.array(z.string()).check(z.maxLength(maxQueueLength, 'range')), []),
    is_all: z._default(z.boolean(), false),
  }),
  output: PlayQueue,
})
