/** People: a person's page, following and followers, blocking (forum host, wire.md `/space/` and `/spacecp/`). */
import * as z from 'zod/mini'
import { call, event } from './kit/promise.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Person, PersonRow, UserId, UserIdOrNone } from './shape/person.ts'

/** A person's page. gender and region as the person set them; joined_at in seconds; counts equal a recount (P40). */
export const PersonPage = z.extend(PersonRow, {
  gender: z.enum(['private', 'male', 'female']),
  region: z.string(),
  joined_at: z.number(),
  counts: z.object({ posts: z.number(), fans: z.number(), follows: z.number(), favorites: z.number() }),
})
export type PersonPage = z.infer<typeof PersonPage>

/** user_id '' is one's own. 4004 for nobody, for an erased one, and for one who blocked the asker. */
export const person = call({
  host: 'forum',
  path: '/space/user',
  needs: 'user',
  input: z.object({ user_id: UserIdOrNone }),
  output: PersonPage,
})

const ofWhom = z.object({ user_id: UserIdOrNone, page: Page, limit: Limit })

/** Newest first; who blocked the asker, or is blocked, is left out. 4004 for whom `person` answers so. */
export const fans = call({ host: 'forum', path: '/space/fans', needs: 'user', input: ofWhom, output: page(PersonRow) })
export const follows = call({ host: 'forum', path: '/space/follows', needs: 'user', input: ofWhom, output: page(PersonRow) })

/** Following oneself is 4000, one who blocked the asker 4004, one whom the asker blocked 4003; a second time changes nothing. */
export const follow = call({
  host: 'forum',
  path: '/spacecp/follow',
  needs: 'user',
  input: z.object({ user_id: UserId }),
  output: z.null(),
})
export const unfollow = call({
  host: 'forum',
  path: '/spacecp/dfollow',
  needs: 'user',
  input: z.object({ user_id: UserId }),
  output: z.null(),
})

/** Both ways: neither sees, follows, or writes to the other; both stop following. Only the one who blocked still finds the other's page, to take it back. */
export const block = call({
  host: 'forum',
  path: '/space/block',
  needs: 'user',
  input: z.object({ user_id: UserId }),
  output: z.null(),
})
export const unblock = call({
  host: 'forum',
  path: '/space/unblock',
  needs: 'user',
  input: z.object({ user_id: UserId }),
  output: z.null(),
})
export const blocked = call({
  host: 'forum',
  path: '/space/blocked',
  needs: 'user',
  input: z.object({ page: Page, limit: Limit }),
  output: page(Person),
})

/** `by` follows `user_id` newly. */
export const userFollowed = event({ name: 'people.followed', data: z.object({ user_id: z.string(), by: z.string() }) })
/** `by` blocked `user_id` newly. */
export const userBlocked = event({ name: 'people.blocked', data: z.object({ user_id: z.string(), by: z.string() }) })
