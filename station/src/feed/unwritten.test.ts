/** P50: where nothing can be written down, as on a full disk, nobody is asked more often than otherwise. */
import { join } from 'node:path'
import { feedMinIntervalMs } from '@homeport/contract/feed/feed.ts'
import { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFeedServer, rss, type FeedServer } from '../../../testing/feed-server.ts'
import { handClock } from '../../../testing/hand-clock.ts'
import type { Db } from '../kit/db.ts'
import { openTestDb } from '../testing/db.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { bringItems } from './bring-items.store.ts'
import { feedStore } from './feed.store.ts'
import { createFeedClient, noValidators } from './fetch-feed.ts'
import { itemStore } from './item.store.ts'
import { createReading } from './reading.ts'
import { createTaking } from './taking.ts'

const { signal } = new AbortController()
let folder: string
let db: Db
let server: FeedServer
let clock: ReturnType<typeof handClock>
let faults: number

beforeEach(async () => {
  folder = testFolder()
  db = await openTestDb(join(folder, 'station.db'))
  server = await openFeedServer()
  clock = handClock(Date.UTC(2026, 10, 29))
  faults = 0
  const state = { fault: '', failures: 0, failing_since: 0, checked_at: 1, next_at: 0 }
  const feed = { feed_id: 'feed-one', name: 'Club', address: `${server.url}/rss`, is_on: true, rule: FeedRule.parse({}) }
  await feedStore(db).save({ ...state, ...noValidators, ...feed })
})
afterEach(async () => {
  await db.destroy()
  await server.stop()
  clear(folder)
})

const writes = (isOn: boolean) => sql.raw(`pragma query_only = ${isOn ? 0 : 1}`).execute(db)
const deps = () => {
  const rule = { allowPrivate: false, ownPorts: () => [] }
  const client = createFeedClient({ feedHosts: [server.host], rule, now: clock.now })
  return { client, store: feedStore(db), now: clock.now, random: () => 0.5, onFault: () => void (faults += 1) }
}

test('P50: a feed whose reading cannot be written down is not asked again before its time', async () => {
  server.serve('/rss', { body: rss([]) })
  const reading = createReading({ ...deps(), bring: async () => {} })
  await writes(false)
  for (let at = 0; at < 5; at += 1) {
    await reading.due('feed-one', signal)
    clock.pass(30_000)
  }
  expect(server.asked('/rss')).toBe(1)
  clock.pass(2 * feedMinIntervalMs)
  await reading.due('feed-one', signal)
  expect(server.asked('/rss')).toBe(2)
  await writes(true)
  clock.pass(2 * feedMinIntervalMs)
  await reading.due('feed-one', signal)
  await reading.due('feed-one', signal)
  expect(server.asked('/rss')).toBe(3)
  expect(await feedStore(db).byId('feed-one')).toMatchObject({ fault: '', checked_at: clock.now() })
  expect(faults).toBeGreaterThan(0)
})

test('P50: nor is the link of an item whose try cannot be written down; the others have their turn', async () => {
  const items = ['/a.torrent', '/b.torrent'].map((path, at) => {
    server.serve(path, { body: Buffer.from('d4:infod4:name1:aee') })
    const ids = { imdb_id: '', tmdb_id: '', size: 0, published_at: 0 }
    return { ...ids, item_id: `item-${at}`, title: path, link: server.url + path, kind: 'torrent' as const }
  })
  const chosen = items.map(({ item_id }) => ({ item_id, identity: '', worth: 0, replaces: '' }))
  await bringItems(db, { feed_id: 'feed-one', items, chosen, now: clock.now() })
  let isRefused = true
  const started: string[] = []
  const taking = createTaking({
    ...deps(),
    items: itemStore(db),
    signal,
    start: async (_source, { id }) => {
      if (isRefused) throw new Error('nothing can be written')
      started.push(id)
      return id
    },
    isDone: async () => undefined,
    remove: async () => {},
  })
  const requestsOf = () => items.map(({ title }) => server.asked(title))
  await writes(false)
  for (let at = 0; at < 5; at += 1) {
    await taking.work()
    clock.pass(30_000)
  }
  expect(requestsOf()).toEqual([1, 1])
  await writes(true)
  isRefused = false
  await taking.work()
  expect(requestsOf()).toEqual([1, 1])
  clock.pass(feedMinIntervalMs)
  await taking.work()
  expect(requestsOf()).toEqual([2, 2])
  expect(started).toHaveLength(2)
})
