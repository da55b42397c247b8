/** Routes for a person's page, follow lists, following and blocking. */
import {
  block,
  blocked,
  fans,
  follow,
  follows,
  person,
  unblock,
  unfollow,
  userBlocked,
  userFollowed,
} from '@homeport/contract/people.ts'
import type { PersonPage } from '@homeport/contract/people.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Db } from '../kit/db.ts'
import { invalid, Refusal } from '../kit/refusal.ts'
import { serve, type Route, type UserContext } from '../kit/http/serve.ts'
import * as edges from './edge.store.ts'
import { blockedBy, listOf, personOf } from './store.ts'

export const peopleRoutes: readonly Route[] = [
  serve(person, ({ user_id }, { db, user }) => find(db, user.user_id, user_id)),
  serve(fans, (input, context) => list('fans', input, context)),
  serve(follows, (input, context) => list('follows', input, context)),

  serve(follow, async ({ user_id }, { realm, db, user, now }) => {
    const between = await another(db, user.user_id, user_id)
    await realm.change(async (trx, emit) => {
      if (await edges.follow(trx, between, now)) await emit(userFollowed, between)
    })
    return null
  }),

  serve(unfollow, async ({ user_id }, { realm, db, user }) => {
    const between = await another(db, user.user_id, user_id)
    await realm.change((trx) => edges.unfollow(trx, between))
    return null
  }),

  serve(block, async ({ user_id }, { realm, db, user, now }) => {
    const between = await another(db, user.user_id, user_id)
    await realm.change(async (trx, emit) => {
      if (await edges.block(trx, between, now)) await emit(userBlocked, between)
    })
    return null
  }),

  serve(unblock, async ({ user_id }, { realm, db, user }) => {
    const between = { by: user.user_id, user_id }
    // A block can be removed even if the other person has blocked the asker in the meantime.
    if (!(await realm.change((trx) => edges.unblock(trx, between)))) await another(db, user.user_id, user_id)
    return null
  }),

  serve(blocked, async ({ page, limit }, { db, user }) => ({
    ...(await blockedBy(db, user.user_id, { limit, offset: (page - 1) * limit })),
    page,
    limit,
  })),
]

async function list(
  side: 'fans' | 'follows',
  { user_id, page, limit }: { user_id: string; page: number; limit: number },
  { db, user }: UserContext,
) {
  const { user_id: userId } = await find(db, user.user_id, user_id)
  const slice = { limit, offset: (page - 1) * limit }
  return { ...(await listOf(db, { asker: user.user_id, userId, side }, slice)), page, limit }
}

/** '' means the asker. */
async function find(db: Db, asker: string, userId: string): Promise<PersonPage> {
  const row = await personOf(db, asker, userId || asker)
  if (!row) throw new Refusal(Code.notFound)
  return row
}

async function another(db: Db, by: string, user_id: string): Promise<edges.PersonPair> {
  if (user_id === by) throw invalid('user_id', 'oneself')
  await find(db, by, user_id)
  return { by, user_id }
}
