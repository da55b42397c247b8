/** Routes for banners, threads of a board for the front page, and recommended threads. */
import { banners, listByCategory, recommend } from '@homeport/contract/home.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from '../kit/refusal.ts'
import { serve, type Route } from '../kit/http/serve.ts'
import { feedOf } from './feed.ts'
import { ownBanners } from './own-banners.ts'
import { listBanners } from './store.ts'
import type { Threads } from './threads.ts'

export function homeRoutes(threads: Threads): Route[] {
  return [
    serve(banners, async (_, { db, realm }) => {
      const operators = await listBanners(db)
      return { data: operators.length > 0 ? operators : ownBanners[realm.lang] }
    }),

    serve(listByCategory, async ({ category_id, page, limit }, { db, asker }) => {
      const user = (await asker())?.user_id ?? ''
      const rows = await threads.ofBoard(db, user, { board_id: category_id, limit, offset: (page - 1) * limit })
      if (!rows) throw new Refusal(Code.notFound)
      return { ...rows, page, limit }
    }),

    serve(recommend, async ({ cursor, limit }, { db, asker, now }) =>
      feedOf(threads, db, { asker: (await asker())?.user_id ?? '', cursor, limit, nowSeconds: Math.floor(now / 1000) }),
    ),
  ]
}
