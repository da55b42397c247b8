/** Asks the indexers among the feeds (Torznab) for an episode or a season, at a person's wish: one after another, as long as an act may take, and each of them for the same at most every ten minutes. */
import { feedMinIntervalMs } from '@homeport/contract/feed/feed.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'
import { searchUrlOf } from '../feed-address.ts'
import type { FeedStore } from '../feed.store.ts'
import { FeedUnreadable, noValidators, type FeedClient } from '../fetch-feed.ts'
import type { ServeWishes } from './serve-wishes.ts'
import { titleOf } from './wanted-entry.ts'
import type { StoredWish } from './wish.store.ts'

export type SearchDeps = {
  store: Pick<FeedStore, 'all'>
  client: FeedClient
  serve: Pick<ServeWishes, 'takeFound'>
  stopping: AbortSignal
  now: () => number
}
export type SearchIndexers = (wish: StoredWish) => Promise<void>

const searchesKept = 1_000
/** The film database may have taken some of the time for the answer. */
const answerWithinMs = 6_000

export function createSearchIndexers({ store, client, serve, stopping, now }: SearchDeps) {
  const oneAtATime = createOneAtATime()
  /** When an indexer was asked for an episode or a season. */
  const searchedAt = new Map<string, number>()

  /** Ends with the first that has the episode; for a season all are asked. */
  async function search(wish: StoredWish, signal: AbortSignal): Promise<void> {
    for (const { feed_id, address, is_on, fault, next_at } of await store.all()) {
      if (signal.aborted) return
      // One that fails is left in peace until its time.
      const url = is_on && (fault === '' || next_at <= now()) ? searchUrlOf(address, queryOf(wish)) : undefined
      const key = `${feed_id} ${wish.wish_id}`
      if (!url || now() - (searchedAt.get(key) ?? 0) < feedMinIntervalMs) continue
      searchedAt.delete(key)
      searchedAt.set(key, now())
      dropOldest(searchedAt, searchesKept)
      try {
        const { feed } = await client.feed(url, noValidators, signal)
        const taken = feed ? await serve.takeFound(feed_id, feed.items, wish) : 0
        if (taken > 0 && wish.episode > 0) return
      } catch (error) {
        // The others are asked; its own reading tells at the feed what is wrong with it.
        if (!(error instanceof FeedUnreadable)) throw error
      }
    }
  }

  const searchInTime = (wish: StoredWish): Promise<void> => {
    const signal = AbortSignal.any([stopping, AbortSignal.timeout(answerWithinMs)])
    return oneAtATime(() => search(wish, signal))
  }
  return Object.assign(searchInTime, { idle: () => oneAtATime.idle() })
}

function queryOf({ entry, season, episode }: StoredWish) {
  return { title: titleOf(entry, 'en'), season, episode }
}
