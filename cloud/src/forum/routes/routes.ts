/** All routes of the forum. */
import type { Limits } from '../../kit/rate-limit.ts'
import type { Pictures } from '../../media/pictures.ts'
import type { Route } from '../../kit/http/serve.ts'
import { reactionRoutes } from './reaction.routes.ts'
import { draftRoutes } from './draft.routes.ts'
import { createPostingPolicy } from '../access/posting-policy.ts'
import { moderationRoutes } from './moderation.routes.ts'
import { replyRoutes } from './reply.routes.ts'
import { searchRoutes } from './search.routes.ts'
import { threadRoutes } from './thread.routes.ts'

export function forumRoutes({ limits, pictures }: { limits: Limits; pictures: Pictures }): Route[] {
  const policy = createPostingPolicy(limits)
  return [
    ...threadRoutes(policy),
    ...replyRoutes(policy),
    ...reactionRoutes(limits),
    ...draftRoutes({ policy, pictures }),
    ...searchRoutes,
    ...moderationRoutes,
  ]
}
