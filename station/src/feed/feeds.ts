/** The feeds of a box: reads them when they are due, and takes what their rules choose of what is new. */
import {
  feedFaults,
  feedItemsShown,
  feedMinIntervalMs,
  maxFeeds,
  type Feed,
  type FeedFault,
  type FeedItem,
} from '@homeport/contract/feed/feed.ts'
import type { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { createWhileDue } from '@homeport/contract/kit/while-due.ts'
import { Refusal } from '../kit/refusal.ts'
import { bringItems } from './bring-items.store.ts'
import { createChooseItems, type ChooseDeps } from './choose-items.ts'
import { shownHost } from './feed-address.ts'
import { feedStore, type StoredFeed } from './feed.store.ts'
import { FeedUnreadable, noValidators } from './fetch-feed.ts'
import { itemStore, type FeedItemRow } from './item.store.ts'
import type { ReadItem } from './read-feed.ts'
import { createReading, type ReadingDeps, type Tried } from './reading.ts'
import { createTaking, type TakingDeps } from './taking.ts'
import { openWishes, type OpenWishesDeps } from './wish/open-wishes.ts'

export type Feeds = ReturnType<typeof createFeeds>
export type FeedsDeps = Omit<TakingDeps, 'store' | 'items' | 'signal'> &
  Omit<ChooseDeps, 'items'> &
  Omit<ReadingDeps, 'store' | 'bring'> &
  Omit<OpenWishesDeps, 'store' | 'items' | 'stopping' | 'wake'>
export type SavedFeed = { feed_id: string; name: string; address: string; is_on: boolean; rule: FeedRule }

/** An act is answered within 10 s. */
const answerWithinMs = 8_000

export function createFeeds(deps: FeedsDeps) {
  const { db, now, onFault, client } = deps
  const [store, items] = [feedStore(db), itemStore(db)]
  const stopping = new AbortController()
  const choose = createChooseItems({ ...deps, items })
  const taking = createTaking({ ...deps, store, items, signal: stopping.signal })
  const reading = createReading({ ...deps, store, bring })
  const work = createWhileDue(async () => {
    for (const { feed_id } of await store.due(now())) if (!stopping.signal.aborted) await reading.due(feed_id, stopping.signal)
    await wishing.work()
    // Another release may be there in place of one that could not be had.
    while ((await taking.work()) && !stopping.signal.aborted) await wishing.lookThrough()
  })
  const wake = () => void work.wake().catch(onFault)
  const inTime = () => AbortSignal.any([stopping.signal, AbortSignal.timeout(answerWithinMs)])
  const wishing = openWishes({ ...deps, store, items, stopping: stopping.signal, wake })

  /** All that it has at first is seen, not taken. */
  async function bring({ feed_id, checked_at, rule }: StoredFeed, all: readonly ReadItem[]): Promise<void> {
    const existing = await items.statesOf(feed_id)
    const fresh = checked_at === 0 ? [] : all.filter(({ item_id }) => !existing.has(item_id))
    const { chosen } = await choose(fresh, rule)
    await bringItems(db, { feed_id, items: all, chosen, now: now() })
    wishing.due()
  }

  async function feedOf(feed_id: string): Promise<StoredFeed> {
    const feed = await store.byId(feed_id)
    if (!feed) throw new Refusal(Code.notFound)
    return feed
  }

  /** The present items of a feed, and what the rule takes of those that were not taken yet. */
  async function chooseAgain(feed_id: string, rule: FeedRule) {
    const present = await items.present(feed_id)
    return {
      present,
      ...(await choose(
        present.filter(({ state }) => state === '' || state === 'failed'),
        rule,
      )),
    }
  }

  return {
    async list(): Promise<Feed[]> {
      const counts = await items.counts(now())
      return (await store.all()).map((feed) => toWire(feed, counts.get(feed.feed_id)))
    },

    async save({ feed_id, name, address, is_on, rule }: SavedFeed): Promise<void> {
      const existing = await store.byId(feed_id)
      if (!existing && address === '') throw new Refusal(Code.notFound)
      if (!existing && (await store.all()).length >= maxFeeds) throw new Refusal(Code.taken)
      if (existing && (address === '' || address === existing.address)) {
        await store.save({ ...existing, name, is_on, rule })
        return wake()
      }
      const state = { fault: '', failures: 0, failing_since: 0, checked_at: 0, next_at: now() }
      const feed: StoredFeed = { ...state, ...noValidators, feed_id, name, address, is_on, rule }
      await store.save(feed)
      await reading.takeOver(feed)
      wake()
    },

    remove: (feed_id: string) => store.remove(feed_id),
    removeAll: () => store.removeAll(),

    /** Nothing is taken. */
    async tryRule({ feed_id, address, rule }: { feed_id: string; address: string; rule: FeedRule }) {
      if (address !== '') return tryAddress(address, rule, { choose, read: (one) => reading.look(one, inTime()) })
      const { name, fault } = await feedOf(feed_id)
      const { present, reasons } = await chooseAgain(feed_id, rule)
      return { title: name, fault: faultFrom(fault), ...shown(present, reasons) }
    },

    /** How many were begun. */
    async take(feed_id: string): Promise<number> {
      const { rule } = await feedOf(feed_id)
      const { present, chosen } = await chooseAgain(feed_id, rule)
      await bringItems(db, { feed_id, items: present.map(readItemOf), chosen, now: now() })
      wake()
      return chosen.length
    },

    /** One that failed is read at once. */
    async check(feed_id: string): Promise<void> {
      const feed = await feedOf(feed_id)
      if (feed.fault === '' && now() - feed.checked_at < feedMinIntervalMs) return
      await store.note(feed_id, { next_at: now() })
      await reading.due(feed_id, inTime())
      wake()
    },

    wishes: wishing.wishes,
    missing: wishing.missing,
    wake,
    async stop(): Promise<void> {
      stopping.abort()
      await work.running()?.catch(onFault)
      await reading.idle()
      await wishing.idle()
      client.stop()
    },
  }
}

const untaken = { state: '', fault: '', task_id: '' } as const
type Shown = ReadItem & Pick<FeedItemRow, 'state' | 'fault' | 'task_id'>

function shown(items: readonly Shown[], reasons: ReadonlyMap<string, FeedItem['reason']>) {
  const data = items.slice(0, feedItemsShown).map(({ item_id, title, size, published_at, state, fault, task_id }) => {
    const reason = reasons.get(item_id) ?? ''
    return { item_id, title, size, published_at: Math.floor(published_at / 1_000), reason, state, fault, task_id }
  })
  return { data, total: items.length, fitting: items.filter(({ item_id }) => reasons.get(item_id) === '').length }
}

function readItemOf({ item_id, title, link, kind, size, published_at, imdb_id, tmdb_id }: FeedItemRow): ReadItem {
  return { item_id, title, link, kind, size, published_at, imdb_id, tmdb_id }
}

type TryDeps = { choose: ReturnType<typeof createChooseItems>; read: (address: string) => Promise<Tried> }

async function tryAddress(address: string, rule: FeedRule, { choose, read }: TryDeps) {
  try {
    const { feed } = (await read(address)).fetched
    const { reasons } = await choose(feed.items, rule)
    const all = feed.items.toSorted((one, other) => other.published_at - one.published_at)
    return {
      title: feed.title,
      fault: '' as FeedFault,
      ...shown(
        all.map((item) => ({ ...item, ...untaken })),
        reasons,
      ),
    }
  } catch (error) {
    if (!(error instanceof FeedUnreadable)) throw error
    return { title: '', fault: error.fault, data: [], total: 0, fitting: 0 }
  }
}

function toWire(feed: StoredFeed, counts = { taken_week: 0, failed: 0 }): Feed {
  const { feed_id, name, address, is_on, rule, fault, checked_at, failing_since, next_at } = feed
  const seconds = (ms: number) => Math.floor(ms / 1_000)
  return {
    feed_id,
    name,
    host: shownHost(address),
    is_on,
    rule,
    fault: faultFrom(fault),
    checked_at: seconds(checked_at),
    failing_since: seconds(failing_since),
    next_at: seconds(next_at),
    ...counts,
  }
}

function faultFrom(text: string): FeedFault {
  return feedFaults.find((fault) => fault === text) ?? 'away'
}
