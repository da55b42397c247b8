/** Acts of feeds, all of them the owner's, and of wishes, which are every member's. */
import { feedCheck, feedList, feedRemove, feedSave, feedTake, feedTry } from '@homeport/contract/feed/feed.ts'
import { episodesMissing, wishAdd, wishList, wishRemove } from '@homeport/contract/feed/wish.ts'
import { answer, type Handler } from '../kit/connection/answer.ts'
import type { Feeds } from './feeds.ts'

export function feedActs(feeds: Feeds): Handler[] {
  const all = async () => ({ data: await feeds.list() })
  return [
    answer(feedList, all),
    answer(feedSave, async (feed) => {
      await feeds.save(feed)
      return all()
    }),
    answer(feedRemove, async ({ feed_id }) => {
      await feeds.remove(feed_id)
      return all()
    }),
    answer(feedTry, (request) => feeds.tryRule(request)),
    answer(feedTake, async ({ feed_id }) => ({ taken: await feeds.take(feed_id) })),
    answer(feedCheck, async ({ feed_id }) => {
      await feeds.check(feed_id)
      return all()
    }),
  ]
}

type WishActs = Pick<Feeds, 'wishes' | 'missing'>

export function wishActs({ wishes, missing }: WishActs): Handler[] {
  return [
    answer(wishList, async (_, { realm }) => ({ data: await wishes.list(realm) })),
    answer(wishAdd, (request, { realm, from }) => wishes.add(request, { realm, user_id: from?.user_id ?? '' })),
    answer(wishRemove, async ({ wish_id }, { realm }) => {
      await wishes.remove(wish_id)
      return { data: await wishes.list(realm) }
    }),
    answer(episodesMissing, (season, { realm }) => missing(season, realm)),
  ]
}
