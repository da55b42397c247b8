/** All calls of the forum. */
import { trees } from '../model/default-boards.ts'
import { plant } from '../model/board.store.ts'
import type { Limits } from '../../kit/rate-limit.ts'
import type { Pictures } from '../../media/pictures.ts'
import type { Realm } from '../../kit/realm.ts'
import type { Route } from '../../kit/serve.ts'
import { deedRoutes } from './reaction.routes.ts'
import { draftRoutes } from './draft.routes.ts'
import { openGuard } from '../access/posting-policy.ts'
import { moderateRoutes } from './moderation.routes.ts'
import { replyRoutes } from './reply.routes.ts'
import { searchRoutes } from './search.routes.ts'
import { threadRoutes } from './thread.routes.ts'

export function forumRoutes({ limits, pictures }: { limits: Limits; pictures: Pictures }): Route[] {
  const guard = openGuard(limits)
  return [
    ...threadRoutes(guard),
    ...replyRoutes(guard),
    ...deedRoutes(limits),
    ...draftRoutes({ guard, pictures }),
    ...searchRoutes,
    ...moderateRoutes,
  ]
}

/** Each realm's boards stand before anybody asks. */
export async function plantBoards(realms: readonly Realm[]): Promise<void> {
  for (const { db, lang } of realms) await plant(db, trees[lang])
}
