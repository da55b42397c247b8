/** All routes of the forum. */
import { defaultBoards } from '../model/default-boards.ts'
import { createDefaultBoards } from '../model/board.store.ts'
import type { Limits } from '../../kit/rate-limit.ts'
import type { Pictures } from '../../media/pictures.ts'
import type { Realm } from '../../kit/realm.ts'
import type { Route } from '../../kit/serve.ts'
import { reactionRoutes } from './reaction.routes.ts'
import { draftRoutes } from './draft.routes.ts'
import { openPostingPolicy } from '../access/posting-policy.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { replyRoutes } from './reply.routes.ts'
import { searchRoutes } from './search.routes.ts'
import { threadRoutes } from './thread.routes.ts'

export function forumRoutes({ limits, pictures }: { limits: Limits; pictures: Pictures }): Route[] {
  const guard = openPostingPolicy(limits)
  return [
    ...threadRoutes(guard),
    ...replyRoutes(guard),
    ...reactionRoutes(limits),
    ...draftRoutes({ guard, pictures }),
    ...searchRoutes,
    ...moderationRoutes,
  ]
}

/** Creates each realm's boards before the first request. */
export async function createBoards(realms: readonly Realm[]): Promise<void> {
  for (const { db, lang } of realms) await createDefaultBoards(db, defaultBoards[lang])
}
