/** Search routes: threads, replies, people, and hot searches. */
import { hotSearch, searchPeople, searchReplies, searchThreads } from '@homeport/contract/forum-search.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../../kit/refusal.ts'
import { serve, type GuestContext, type Route } from '../../kit/http/serve.ts'
import { isBoardId } from '../model/board.store.ts'
import { foldLetters } from '@homeport/contract/shape/fold-letters.ts'
import { highlight, snippet } from '../../shared/search/highlight.ts'
import { forbiddenWords } from '../model/report.store.ts'
import { toThreadRow, threadsByIds } from '../query/thread-list.query.ts'
import { findPeople, indexNames } from '../search-index/people-index.store.ts'
import { findReplies } from '../query/reply-search.query.ts'
import { contentsOf, findThreads, hotQueries, hotSearchMs, noteSearch } from '../query/thread-search.query.ts'
import type { Asker } from '../post/viewer.ts'
import { askerIn } from '../access/access.ts'
import { replyToPlain } from '@homeport/contract/shape/post-marks.ts'

/** The remaining names are left to the next search or the sweep. */
const keptAtOnce = 20

export const searchRoutes: readonly Route[] = [
  serve(searchThreads, async (query, context) => {
    const { realm, db, now } = context
    const asker = await askerIn(context)
    const threadRows = await findThreads(db, asker, query)
    if (!threadRows) throw new Refusal(Code.notFound)
    const { ids, next, spellings } = threadRows
    const rows = await threadsByIds(db, asker, ids)
    const contents = await contentsOf(db, ids)
    if (ids.length > 0) await note({ realm, now }, asker, query)
    const data = rows.map((row) => ({
      ...toThreadRow(row, asker, now),
      marked_title: highlight(row.title, spellings),
      marked_excerpt: highlight(snippet(contents.get(row.thread_id) ?? '', spellings), spellings),
    }))
    return { data, next }
  }),

  serve(searchReplies, async (query, { realm, db, now, asker: whoAsks }) => {
    const asker = await askerIn({ db, asker: whoAsks })
    const replyRows = await findReplies(db, asker, query)
    if (!replyRows) throw new Refusal(Code.notFound)
    const { data, next, spellings } = replyRows
    if (data.length > 0) await note({ realm, now }, asker, query)
    return { data: data.map(({ text, ...reply }) => ({ ...reply, marked_text: highlight(replyToPlain(text), spellings) })), next }
  }),

  serve(searchPeople, async (query, context) => {
    // New users and changed names are indexed before the search.
    await indexNames(context.db, keptAtOnce)
    return findPeople(context.db, await askerIn(context), query)
  }),

  serve(hotSearch, async ({ id }, { db, now }) => {
    const words = await forbiddenWords(db)
    if (id !== 0 && !isBoardId(id)) return { data: [] }
    const queries = await hotQueries(db, { board_id: id, since: now - hotSearchMs })
    return { data: queries.filter((query) => !words.some((word) => foldLetters(query).includes(word))) }
  }),
]

/** Stores a successful query for the hot searches. Guests' queries are not stored: one machine could pose as many guests. */
async function note(
  { realm, now }: Pick<GuestContext, 'realm' | 'now'>,
  { user_id }: Asker,
  { q, board_id, cursor }: { q: string; board_id: number; cursor: string },
): Promise<void> {
  if (user_id !== '' && cursor === '') await realm.change((trx) => noteSearch(trx, { user_id, q, board_id, now }))
}
