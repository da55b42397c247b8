/** P41: a clock that is set back, also between two starts of the box, keeps no feed and no item waiting until it is there again; and nobody is asked more often than otherwise. */
import { join } from 'node:path'
import { feedMinIntervalMs } from '@homeport/contract/feed/feed.ts'
import { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFeedServer, rss, type FeedServer } from '../../../testing/feed-server.ts'
import { handClock } from '../../../testing/hand-clock.ts'
import type { Db } from '../kit/db.ts'
import { openTestDb } from '../testing/db.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { bringItems } from './bring-items.store.ts'
import { feedStore, type StoredFeed } from './feed.store.ts'
import { createFeedClient, noValidators } from './fetch-feed.ts'
import { itemStore } from './item.store.ts'
import { createReading } from './reading.ts'
import { createTaking } from './taking.ts'

const { signal } = new AbortController()
const hour = 3_600_000
let folder: string
let db: Db
let server: FeedServer
let clock: ReturnType<typeof handClock>

beforeEach(async () => {
  folder = testFolder()
  db = await openTestDb(join(folder, 'station.db'))
  server = await openFeedServer()
  clock = handClock(Date.UTC(2026, 10, 29))
})
afterEach(async () => {
  await db.destroy()
  await server.stop()
  clear(folder)
})

const deps = () => {
  const rule = { allowPrivate: false, ownPorts: () => [] }
  const client = createFeedClient({ feedHosts: [server.host], rule, now: clock.now })
  const onFault = (fault: unknown) => {
    throw fault
  }
  return { client, store: feedStore(db), now: clock.now, random: () => 0.5, onFault }
}
const save = (state: Pick<StoredFeed, 'fault' | 'failures' | 'failing_since' | 'checked_at' | 'next_at'>) =>
  feedStore(db).save({
    ...state,
    ...noValidators,
    feed_id: 'feed-one',
    name: 'Club',
    address: `${server.url}/rss`,
    is_on: true,
    rule: FeedRule.parse({}),
  })

test.each([
  ['was read', { fault: '', failures: 0, failing_since: 0, checked_at: 8 * hour, next_at: 8.25 * hour }],
  ['failed', { fault: 'away', failures: 3, failing_since: 8 * hour, checked_at: 7 * hour, next_at: 9 * hour }],
])('a feed that %s by a clock that was eight hours ahead is read once, then at its time', async (_, ahead) => {
  const { fault, failures, failing_since, checked_at, next_at } = ahead
  const at = (ms: number) => (ms === 0 ? 0 : clock.now() + ms)
  await save({ fault, failures, failing_since: at(failing_since), checked_at: at(checked_at), next_at: at(next_at) })
  server.serve('/rss', { body: rss([]) })
  const reading = createReading({ ...deps(), bring: async () => {} })
  for (let tick = 0; tick < 5; tick += 1) {
    for (const { feed_id } of await feedStore(db).due(clock.now())) await reading.due(feed_id, signal)
    clock.pass(30_000)
  }
  expect(server.asked('/rss')).toBe(1)
  clock.pass(2 * feedMinIntervalMs)
  for (const { feed_id } of await feedStore(db).due(clock.now())) await reading.due(feed_id, signal)
  expect(server.asked('/rss')).toBe(2)
})

test.each([
  ['was taken by such a clock is', 8 * hour],
  ['failed by such a clock, and was taken before, is', 0],
])('an item that %s tried once, then at its time', async (_, takenAheadMs) => {
  await save({ fault: '', failures: 0, failing_since: 0, checked_at: clock.now(), next_at: clock.now() + 10 * hour })
  const path = '/a.torrent'
  server.serve(path, { body: Buffer.from('d4:infod4:name1:aee') })
  const ids = { imdb_id: '', tmdb_id: '', size: 0, published_at: 0 }
  const item = { ...ids, item_id: 'item', title: path, link: server.url + path, kind: 'torrent' as const }
  const chosen = [{ item_id: 'item', identity: '', worth: 0, replaces: '' }]
  await bringItems(db, { feed_id: 'feed-one', items: [item], chosen, now: clock.now() + takenAheadMs })
  await db
    .updateTable('feed_item')
    .set({ tries: 1, next_at: clock.now() + 8 * hour })
    .execute()
  const taking = createTaking({
    ...deps(),
    onFault: () => {},
    items: itemStore(db),
    signal,
    start: () => Promise.reject(new Error('it cannot be begun')),
    isDone: async () => undefined,
    remove: async () => {},
  })
  for (let tick = 0; tick < 5; tick += 1) {
    await taking.work()
    clock.pass(1_000)
  }
  expect(server.asked(path)).toBe(1)
  clock.pass(hour)
  await taking.work()
  expect(server.asked(path)).toBe(2)
})
