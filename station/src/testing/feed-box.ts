/** For tests: the feeds of a box against a small server, with downloads that are only noted. */
import { join } from 'node:path'
import { feedList, feedSave } from '@homeport/contract/feed/feed.ts'
import type { Act, Out, Shape } from '@homeport/contract/kit/operation.ts'
import { afterEach, beforeEach, expect } from 'vitest'
import { openFeedServer, rss, type FeedServer, type ServedItem } from '../../../testing/feed-server.ts'
import { handClock } from '../../../testing/hand-clock.ts'
import { until } from '../../../testing/until.ts'
import { feedFeature } from '../feed/feature.ts'
import { feedStore } from '../feed/feed.store.ts'
import type { LinkOrTorrent } from '../shared/link-or-torrent.ts'
import type { Db } from '../kit/db.ts'
import type { Feature } from '../kit/feature.ts'
import { Refusal } from '../kit/refusal.ts'
import { readName } from '../movie/name/read-name.ts'
import { createEventBus, type StationEventBus } from '../shared/event-bus.ts'
import { openTestDb } from './db.ts'
import { clear, testFolder } from './downloads.ts'
import { wishPorts } from './wish-ports.ts'

const hash = 'c9e15763f722f23e98a29decdfae341b98d53056'
export const magnet = (at: number) => `magnet:?xt=urn:btih:${hash.slice(0, 38)}${String(at).padStart(2, '0')}`

export const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  return error instanceof Refusal ? { code: error.code, data: error.data } : error
}

/** feedHosts: the small server alone, unless others are given. ownPorts: of Homeport itself. */
type FeedBoxDeps = { feedHosts?: string[]; ownPorts?: number[]; timeoutMs?: number }

export function setUpFeeds() {
  const started: { fetched: LinkOrTorrent; id: string; category: string }[] = []
  /** Tasks that the box has, and whether they are done. */
  const tasks = new Map<string, boolean>()
  let folder: string
  let server: FeedServer
  let db: Db
  let clock: ReturnType<typeof handClock>
  let world: ReturnType<typeof wishPorts>
  let box: Feature
  let events: StationEventBus
  let faults: unknown[]
  let refusal: Error | undefined

  beforeEach(async () => {
    folder = testFolder()
    server = await openFeedServer()
    clock = handClock(Date.UTC(2026, 10, 28, 21))
    world = wishPorts()
    started.splice(0)
    tasks.clear()
    ;[faults, refusal] = [[], undefined]
    db = await openTestDb(join(folder, 'station.db'))
    box = opened()
  })
  afterEach(async () => {
    await box.stop?.()
    await db.destroy()
    await server.stop()
    clear(folder)
    expect(faults).toEqual([])
  })

  function opened({ feedHosts = [server.host], ownPorts = [], timeoutMs = 5_000 }: FeedBoxDeps = {}): Feature {
    events = createEventBus()
    return feedFeature({
      ...world.ports,
      db,
      events,
      feedHosts,
      timeoutMs,
      rule: { allowPrivate: false, ownPorts: () => ownPorts },
      readName: (name) => readName(name),
      random: () => 0.5,
      now: clock.now,
      onFault: (fault) => faults.push(fault),
      start: async (fetched, { id, category }) => {
        if (refusal) throw refusal
        const existing = started.findIndex((one) => one.id === id)
        if (existing < 0) started.push({ fetched, id, category })
        const task_id = `t${existing < 0 ? started.length : existing + 1}`
        tasks.set(task_id, false)
        return task_id
      },
      isDone: async (task_id) => tasks.get(task_id),
      progressOf: async (task_id) => ({ true: 100, false: 37.9, undefined })[String(tasks.get(task_id))],
      remove: async (task_id) => tasks.delete(task_id),
    })
  }

  async function act<O extends Shape>(one: Act<Shape, O>, data: object, user_id = 'u1'): Promise<Out<O>> {
    const handler = box.acts?.find((each) => each.act.name === one.name)
    const from = { user_id, role: 'member' as const, name: 'Ada' }
    return one.output.parse(await handler?.run(data, { id: 'a', realm: 'en', from, expiresAt: Infinity }))
  }

  return {
    started,
    tasks,
    server: () => server,
    db: () => db,
    clock: () => clock,
    world: () => world,
    act,
    /** The next starts of downloads throw it. */
    refuse: (error: Error | undefined) => void (refusal = error),
    stop: async () => box.stop?.(),
    /** As a box that starts again. */
    open(parts: FeedBoxDeps = {}): void {
      box = opened(parts)
      box.slowTick?.()
    },
    tick: () => box.slowTick?.(),
    events: () => events,
    serve: (items: readonly ServedItem[], path = '/rss') => server.serve(path, { body: rss(items) }),
    /** A feed whose own rule takes nothing. */
    save: (parts: object = {}) =>
      act(feedSave, {
        feed_id: 'feed-one',
        name: 'Club',
        address: `${server.url}/rss`,
        is_on: true,
        rule: { titles: ['nothing of all this'] },
        ...parts,
      }),
    /** Time passes, and the feeds are read. */
    read: async (ms = 1_200_000): Promise<void> => {
      // One that is under way would count as the next one, and have what was served before.
      await until('no feed is being read', async () => (await feedStore(db).due(clock.now())).length === 0)
      clock.pass(ms)
      const now = Math.floor(clock.now() / 1_000)
      await until('the feeds are read', async () => {
        // A tick while they are still busy with the last one is none.
        box.slowTick?.()
        return (await act(feedList, {})).data.every(({ checked_at }) => checked_at === now)
      })
    },
  }
}
