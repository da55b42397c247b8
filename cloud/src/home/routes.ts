/** Banners, threads of a board for the front page, and what is recommended. */
import { banners, listByCategory, recommend } from '@homeport/contract/home.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/serve.ts'
import { ownBanners } from './own-banners.ts'
import { rank } from './rank.ts'
import { listBanners } from './store.ts'
import type { Threads } from './threads.ts'

/** What is older is found by searching. */
const sinceSeconds = 30 * 24 * 60 * 60
/** So many are ranked; a feed of more is read by nobody to its end. */
const candidatesMost = 500

export function homeRoutes(threads: Threads): Route[] {
  return [
    serve(banners, async (_, { db, realm }) => {
      const operators = await listBanners(db)
      return { data: operators.length > 0 ? operators : ownBanners[realm.lang] }
    }),

    serve(listByCategory, async ({ category_id, page, limit }, { db, asker }) => {
      const user = await asker()
      const slice = { board_id: category_id, limit, offset: (page - 1) * limit }
      const found = await threads.ofBoard(db, user?.user_id ?? '', slice)
      if (!found) throw new Refusal(Code.notFound)
      return { ...found, page, limit }
    }),

    serve(recommend, async ({ cursor, limit }, { db, asker, now }) => {
      const user = (await asker())?.user_id ?? ''
      const { at, offset } = readCursor(cursor, Math.floor(now / 1000))
      const among = { since: at - sinceSeconds, until: at, most: candidatesMost }
      const ids = rank(await threads.candidates(db, user, among), at)
      const end = offset + limit
      return {
        data: await threads.rows(db, user, ids.slice(offset, end)),
        next: end < ids.length ? `${at}.${end}` : '',
      }
    }),
  ]
}

/** 'SECONDS.OFFSET': the order is that of the moment when the first page was asked for. */
function readCursor(cursor: string, nowSeconds: number): { at: number; offset: number } {
  const [at, offset] = cursor.split('.').map(Number)
  if (at === undefined || offset === undefined) return { at: nowSeconds, offset: 0 }
  return { at: Math.min(at, nowSeconds), offset }
}
