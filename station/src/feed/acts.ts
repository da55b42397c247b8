/** Acts of feeds: all of them the owner's. */
import { feedCheck, feedList, feedRemove, feedSave, feedTake, feedTry } from '@homeport/contract/feed/feed.ts'
import { answer, type Handler } from '../kit/answer.ts'
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
