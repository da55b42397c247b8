/** Search for threads, replies and people in the forum, and the most frequent searches (forum host). */
import * as z from 'zod/mini'
import { call } from './kit/operation.ts'
import { HighlightedText } from './shape/highlighted-text.ts'
import { Cursor, feed, Limit } from './shape/page.ts'
import { Person, PersonRow } from './shape/person.ts'
import { SearchQuery } from './shape/field/search-query.ts'
import { ThreadRow } from './shape/thread.ts'

export const searchThreads = call({
  host: 'forum',
  path: '/forum/search',
  needs: 'anyone',
  input: z.object({ q: SearchQuery, board_id: z._default(z.int(), 0), cursor: Cursor, limit: Limit }),
  output: feed(z.extend(ThreadRow, { marked_title: HighlightedText, marked_excerpt: HighlightedText })),
})
/** A matching reply, with its thread. */
export const FoundReply = z.object({
  id: z.string(),
  thread_id: z.string(),
  thread_title: z.string(),
  floor: z.number(),
  author: z.nullable(Person),
  marked_text: HighlightedText,
  created_at: z.number(),
})
export type FoundReply = z.infer<typeof FoundReply>
/** Only replies that the user may read, newest first (P17). */
export const searchReplies = call({
  host: 'forum',
  path: '/forum/searchReplies',
  needs: 'anyone',
  input: z.object({ q: SearchQuery, board_id: z._default(z.int(), 0), cursor: Cursor, limit: Limit }),
  output: feed(FoundReply),
})
/** Excludes people with a block in either direction (P16). */
export const searchPeople = call({
  host: 'forum',
  path: '/forum/searchPeople',
  needs: 'anyone',
  input: z.object({ q: SearchQuery, cursor: Cursor, limit: Limit }),
  output: feed(PersonRow),
})

/** id: the board, 0 for all. The most frequent searches of the last seven days, made by several people. */
export const hotSearch = call({
  host: 'forum',
  path: '/ebapi/store_api/hot_search',
  method: 'GET',
  needs: 'anyone',
  input: z.object({ id: z._default(z.int(), 0) }),
  output: z.object({ data: z.array(z.string()) }),
})
