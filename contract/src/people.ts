/** People: profile pages, followers and following, blocking (forum host, wire.md `/space/` and `/spacecp/`). */
import * as z from 'zod/mini'
import { call, event } from './kit/operation.ts'
import { Limit, Page, page } from './shape/page.ts'
import { Person, PersonRow, UserId, UserIdOrNone } from './shape/person.ts'

/**
 * A user's profile page. gender and region as set by the user; joined_at in seconds; counts are exact (equal to a recount, P40).
 * favorites: threads and films; bookmarks: the threads among them, which have a list of their own.
 */
export const PersonPage = z.extend(PersonRow, {
  gender: z.enum(['private', 'male', 'female']),
  region: z.string(),
  joined_at: z.number(),
  counts: z.object({
    posts: z.number(),
    fans: z.number(),
    follows: z.number(),
    favorites: z.number(),
    bookmarks: z._default(z.number(), 0),
  }),
})
export type PersonPage = z.infer<typeof PersonPage>

/** user_id '': one's own page. 4004 for an unknown or erased user, or one who blocked the current user. */
export const person = call({
  host: 'forum',
  path: '/space/user',
  needs: 'user',
  input: z.object({ user_id: UserIdOrNone }),
  output: PersonPage,
})

const ofWhom = z.object({ user_id: UserIdOrNone, page: Page, limit: Limit })

/** Newest first; excludes users with a block in either direction. 4004 in the same cases as `person`. */
export const fans = call({ host: 'forum', path: '/space/fans', needs: 'user', input: ofWhom, output: page(PersonRow) })
export const follows = call({ host: 'forum', path: '/space/follows', needs: 'user', input: ofWhom, output: page(PersonRow) })

/** 4000 for oneself, 4004 for a user who blocked the current user, 4003 for a user blocked by the current user; a repeat changes nothing. */
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

/** Works in both directions: neither sees, follows or messages the other; both unfollow. Only the blocking user can still open the other's page, to unblock. */
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

/** `by` started to follow `user_id`. */
export const userFollowed = event({ name: 'people.followed', data: z.object({ user_id: z.string(), by: z.string() }) })
/** `by` blocked `user_id`; not sent on a repeat. */
export const userBlocked = event({ name: 'people.blocked', data: z.object({ user_id: z.string(), by: z.string() }) })
