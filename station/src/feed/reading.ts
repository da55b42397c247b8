/** Reads feeds: those that are due one at a time, and beside them those that a person looks at before they are saved, one at a time too. */
import { feedMinIntervalMs } from '@homeport/contract/feed/feed.ts'
import { backoff } from '@homeport/contract/kit/backoff.ts'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { dropOldest } from '@homeport/contract/kit/collection/drop-oldest.ts'
import { feedUrlOf } from './feed-address.ts'
import { isFeedDue, type FeedStore, type StoredFeed } from './feed.store.ts'
import { FeedUnreadable, noValidators, type FeedClient, type FetchedFeed } from './fetch-feed.ts'
import type { ReadFeed, ReadItem } from './read-feed.ts'

export type ReadingDeps = {
  store: FeedStore
  client: FeedClient
  /** Called with all that a feed has. */
  bring: (feed: StoredFeed, items: readonly ReadItem[]) => Promise<void>
  random: () => number
  now: () => number
  onFault: (fault: unknown) => void
}
/** at: when it was read. */
export type Tried = { at: number; fetched: FetchedFeed & { feed: ReadFeed } }

const usualIntervalMs = 900_000
const longestWaitMs = 6 * 3_600_000
const triedKept = 10

export function createReading({ store, client, bring, random, now, onFault }: ReadingDeps) {
  const oneAtATime = createOneAtATime()
  /** A person waits for no feed that stays silent. */
  const oneLookAtATime = createOneAtATime()
  /** By their address. */
  const tried = new Map<string, Tried>()
  /** When feeds may be asked again whose reading could not be written down, as on a full disk. */
  const unwritten = new Map<string, number>()
  const jittered = (ms: number) => Math.round(ms * (0.9 + 0.2 * random()))

  async function readDue(feed: StoredFeed, signal: AbortSignal): Promise<void> {
    const { feed_id } = feed
    try {
      const { feed: read, ...validators } = await client.feed(feedUrlOf(feed.address), feed, signal)
      if (read) await bring(feed, read.items)
      const next_at = now() + jittered(Math.max(feedMinIntervalMs / 0.9, read?.ttlMs ?? 0, usualIntervalMs))
      await store.note(feed_id, { fault: '', failures: 0, failing_since: 0, checked_at: now(), next_at, ...validators })
      unwritten.delete(feed_id)
    } catch (error) {
      if (signal.aborted) return
      const { fault, retryAfterMs } = error instanceof FeedUnreadable ? error : new FeedUnreadable('away')
      // The other feeds are read though one meets what nobody thought of.
      if (!(error instanceof FeedUnreadable)) onFault(error)
      const wait = backoff(feed.failures, { first: feedMinIntervalMs, most: longestWaitMs })
      const next_at = now() + Math.max(retryAfterMs, feedMinIntervalMs, jittered(wait))
      const failing_since = Math.min(feed.failing_since || now(), now())
      const checked_at = Math.min(feed.checked_at, now())
      unwritten.set(feed_id, next_at)
      await store.note(feed_id, { fault, failures: feed.failures + 1, failing_since, checked_at, next_at }).then(() => {
        unwritten.delete(feed_id)
      }, onFault)
    }
  }

  const triedNow = (address: string): Tried | undefined => {
    const existing = tried.get(address)
    return existing && now() - existing.at < feedMinIntervalMs ? existing : undefined
  }

  return {
    /** Another asker may have read it meanwhile. */
    due: (feed_id: string, signal: AbortSignal): Promise<void> =>
      oneAtATime(async () => {
        const feed = await store.byId(feed_id)
        const next_at = unwritten.get(feed_id) ?? feed?.next_at ?? Infinity
        if (feed && isFeedDue({ ...feed, next_at }, now())) await readDue(feed, signal)
      }),

    /** At most every ten minutes. Throws FeedUnreadable. */
    async look(address: string, signal: AbortSignal): Promise<Tried> {
      const existing = triedNow(address)
      if (existing) return existing
      return oneLookAtATime(async () => {
        const { feed, ...validators } = await client.feed(feedUrlOf(address), noValidators, signal)
        if (!feed) throw new FeedUnreadable('away')
        const result = { at: now(), fetched: { feed, ...validators } }
        tried.delete(address)
        tried.set(address, result)
        dropOldest(tried, triedKept)
        return result
      })
    },

    /** A feed that was shown to the person who saves it: what comes later is new. */
    async takeOver(feed: StoredFeed): Promise<void> {
      const existing = triedNow(feed.address)
      if (!existing) return
      const { feed: read, ...validators } = existing.fetched
      await bring(feed, read.items)
      const next_at = existing.at + jittered(usualIntervalMs)
      await store.note(feed.feed_id, { ...validators, checked_at: existing.at, next_at })
    },

    idle: async (): Promise<void> => {
      await Promise.all([oneAtATime.idle(), oneLookAtATime.idle()])
    },
  }
}
