/** Finding threads and people, and what is looked for most. */
import { hotSearch, searchPeople, searchThreads } from '@homeport/contract/forum.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/serve.ts'
import { isBoardId } from './board.store.ts'
import { bare } from './cut.ts'
import { marked, piece } from './marks.ts'
import { forbiddenWords } from './report.store.ts'
import { rowOf, rowsByIds } from './row.store.ts'
import { findPeople, keepNames } from './name.store.ts'
import { contentsOf, findThreads, hotQueries, noteSearch } from './search.store.ts'
import { askerIn } from './sight.ts'

/** More are left to the next search, or the sweep. */
const keptAtOnce = 20
export const hotMs = 7 * 24 * 60 * 60_000

export const searchRoutes: readonly Route[] = [
  serve(searchThreads, async (query, context) => {
    const { realm, db, now } = context
    const asker = await askerIn(context)
    const found = await findThreads(db, asker, query)
    if (!found) throw new Refusal(Code.notFound)
    const { ids, next, spellings } = found
    const rows = await rowsByIds(db, asker, ids)
    const contents = await contentsOf(db, ids)
    // A guest's are not counted: one machine could be any number of them.
    if (asker.user_id !== '' && query.cursor === '' && ids.length > 0)
      await realm.change((trx) => noteSearch(trx, { user_id: asker.user_id, q: query.q, board_id: query.board_id, now }))
    const data = rows.map((row) => ({
      ...rowOf(row, asker, now),
      marked_title: marked(row.title, spellings),
      marked_excerpt: marked(piece(contents.get(row.thread_id) ?? '', spellings), spellings),
    }))
    return { data, next }
  }),

  serve(searchPeople, async (query, context) => {
    // Whoever has just come or changed their name is found by it.
    await keepNames(context.db, keptAtOnce)
    return findPeople(context.db, await askerIn(context), query)
  }),

  serve(hotSearch, async ({ id }, { db, now }) => {
    const words = await forbiddenWords(db)
    if (id !== 0 && !isBoardId(id)) return { data: [] }
    const queries = await hotQueries(db, { board_id: id, since: now - hotMs })
    return { data: queries.filter((query) => !words.some((word) => bare(query).includes(word))) }
  }),
]
