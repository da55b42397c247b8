/** Feeds of a box, spoken to by acts, against a server with all its faults. */
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  feedCheck,
  feedList,
  feedMinIntervalMs,
  feedRemove,
  feedSave,
  feedTake,
  feedTry,
  type Feed,
} from '@homeport/contract/feed/feed.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Act, Out, Shape } from '@homeport/contract/kit/operation.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFeedServer, rss, type FeedServer, type ServedItem } from '../../../testing/feed-server.ts'
import { handClock } from '../../../testing/hand-clock.ts'
import { until } from '../../../testing/until.ts'
import type { Db } from '../kit/db.ts'
import { createEventBus, type StationEventBus } from '../shared/event-bus.ts'
import type { Feature } from '../kit/feature.ts'
import { Refusal } from '../kit/refusal.ts'
import { readName } from '../movie/name/read-name.ts'
import { openTestDb } from '../testing/db.ts'
import { clear, testFolder } from '../testing/downloads.ts'
import { wishPorts } from '../testing/wish-ports.ts'
import { feedFeature } from './feature.ts'
import type { FetchedSource } from './fetch-feed.ts'

const hash = 'c9e15763f722f23e98a29decdfae341b98d53056'
const magnet = (at: number) => `magnet:?xt=urn:btih:${hash.slice(0, 39)}${at}`
const secret = 'apikey=5up3rs3cr3t'

let folder: string
let server: FeedServer
let db: Db
let clock: ReturnType<typeof handClock>
let box: Feature
let events: StationEventBus
let faults: unknown[]
let started: { source: FetchedSource; id: string; category: string }[]
let removed: string[]
let done: Set<string>
/** Thrown by the next starts. */
let refusal: Error | undefined

beforeEach(async () => {
  folder = testFolder()
  server = await openFeedServer()
  clock = handClock(Date.UTC(2026, 10, 28, 21))
  ;[started, removed, faults, done, refusal] = [[], [], [], new Set(), undefined]
  db = await openTestDb(join(folder, 'station.db'))
  box = open()
})
afterEach(async () => {
  await box.stop?.()
  await db.destroy()
  await server.stop()
  clear(folder)
  expect(faults).toEqual([])
})

function open({ feedHosts = [server.host], ownPorts = [] as number[], timeoutMs = 5_000 } = {}): Feature {
  events = createEventBus()
  return feedFeature({
    ...wishPorts().ports,
    db,
    events,
    feedHosts,
    timeoutMs,
    rule: { allowPrivate: false, ownPorts: () => ownPorts },
    readName: (name) => readName(name),
    random: () => 0.5,
    now: clock.now,
    onFault: (fault) => faults.push(fault),
    start: async (source, { id, category }) => {
      if (refusal) throw refusal
      const existing = started.findIndex((one) => one.id === id)
      if (existing < 0) started.push({ source, id, category })
      return `t${existing < 0 ? started.length : existing + 1}`
    },
    isDone: async (task_id) => (removed.includes(task_id) ? undefined : done.has(task_id)),
    remove: async (task_id) => removed.push(task_id),
  })
}

async function act<O extends Shape>(one: Act<Shape, O>, data: object): Promise<Out<O>> {
  const handler = box.acts?.find((each) => each.act.name === one.name)
  const from = { user_id: 'u1', role: 'owner' as const, name: 'Ada' }
  return one.output.parse(await handler?.run(data, { id: 'a', realm: 'en', from, expiresAt: Infinity }))
}
const refusalOf = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown)
  return error instanceof Refusal ? { code: error.code, data: error.data } : error
}
const serve = (items: ServedItem[], path = `/rss?${secret}`) => server.serve(path, { body: rss(items) })
const address = (path = `/rss?${secret}`) => `${server.url}${path}`
const save = (parts: object = {}) =>
  act(feedSave, { feed_id: 'feed-one', name: 'Club', address: address(), is_on: true, rule: {}, ...parts })
const feed = async (): Promise<Feed | undefined> => (await act(feedList, {})).data[0]
const seconds = () => Math.floor(clock.now() / 1_000)
const general = { title: 'The.General.1926.1080p', link: magnet(1), size: 5_200 }
const sunrise = { title: 'Sunrise.1927.1080p', link: magnet(2), size: 6_100 }

/** Ends once nothing is due. */
async function look(): Promise<void> {
  box.slowTick?.()
  await until('nothing is due', async () => (await feed())?.next_at !== seconds())
  await until('it was read', async () => ((await feed())?.next_at ?? Infinity) > seconds())
}
async function pass(ms = 2 * feedMinIntervalMs): Promise<void> {
  clock.pass(ms)
  await look()
}

describe('a feed that is tried', () => {
  test('says what would be taken and why not the others, takes nothing, and is asked once in ten minutes', async () => {
    serve([general, sunrise, { title: 'Sunrise.1927.2160p', link: magnet(3), size: 31_000 }])
    const request = { address: address(), rule: { quality_from: '1080p', size_to: 12_000, titles: ['sunrise'] } }
    const result = await act(feedTry, request)
    expect(result).toMatchObject({ title: 'Harbour film club', fault: '', total: 3, fitting: 1 })
    expect(result.data.map(({ title, reason }) => [title, reason])).toEqual([
      ['The.General.1926.1080p', 'title'],
      ['Sunrise.1927.1080p', ''],
      ['Sunrise.1927.2160p', 'size'],
    ])
    expect((await act(feedTry, { ...request, rule: {} })).fitting).toBe(2)
    expect([server.requests.length, started]).toEqual([1, []])
    clock.pass(feedMinIntervalMs)
    await act(feedTry, request)
    expect(server.requests).toHaveLength(2)
  })

  test.each<[string, () => void, string]>([
    ['a web page', () => server.serve('/f', { body: '<!doctype html><p>Sign in</p>', type: 'text/html' }), 'page'],
    ['nothing', () => {}, 'not_found'],
    ['a wrong key', () => server.fail('/f', { status: 403 }), 'login'],
    ['too much to do', () => server.fail('/f', { status: 429 }), 'limit'],
    ['a fault', () => server.fail('/f', { status: 500 }), 'away'],
    ['a body without end', () => server.fail('/f', 'endless'), 'too_large'],
    ['a way into the house', () => server.fail('/f', { status: 302, headers: { location: 'http://192.168.0.1/' } }), 'private'],
    ['itself', () => server.fail('/f', { status: 301, headers: { location: '/f' } }), 'away'],
    ['another protocol', () => server.fail('/f', { status: 302, headers: { location: 'file:///etc/passwd' } }), 'away'],
    [
      'a gzip bomb',
      () => server.serve('/f', { body: gzipSync(Buffer.alloc(60_000_000)), headers: { 'content-encoding': 'gzip' } }),
      'too_large',
    ],
    ['broken gzip', () => server.serve('/f', { body: Buffer.from('1f8b0800ff', 'hex') }), 'away'],
  ])('and answers with %s', async (_, prepare, fault) => {
    prepare()
    expect(await act(feedTry, { address: address('/f'), rule: {} })).toMatchObject({ fault, data: [], total: 0 })
  })

  test('and never answers', async () => {
    await box.stop?.()
    box = open({ timeoutMs: 30 })
    server.fail('/f', 'silent')
    expect((await act(feedTry, { address: address('/f'), rule: {} })).fault).toBe('away')
  })

  test('and follows a redirect, and reads what is packed', async () => {
    server.fail('/f', { status: 302, headers: { location: '/g' } })
    server.serve('/g', { body: gzipSync(rss([general])), headers: { 'content-encoding': 'gzip' } })
    expect((await act(feedTry, { address: address('/f'), rule: {} })).total).toBe(1)
  })

  test('P34: in the house it is asked only where the operator named it, and Homeport’s own ports not even then', async () => {
    serve([general])
    await box.stop?.()
    box = open({ feedHosts: [] })
    expect((await act(feedTry, { address: address(), rule: {} })).fault).toBe('private')
    await box.stop?.()
    box = open({ ownPorts: [Number(new URL(server.url).port)] })
    expect((await act(feedTry, { address: address(), rule: {} })).fault).toBe('own_port')
    expect((await act(feedTry, { address: 'http://nothing.invalid/rss', rule: {} })).fault).toBe('unknown_host')
    expect(server.requests).toEqual([])
  })

  test.each(['ftp://a.example/x', 'club.example/rss', 'javascript:alert(1)', 'http://a b'])(
    '%s is no address of one',
    async (text) => {
      expect(await refusalOf(act(feedTry, { address: text, rule: {} }))).toEqual({
        code: Code.invalid,
        data: { field: 'address', rule: 'feed_address' },
      })
    },
  )
})

describe('a feed that is saved', () => {
  test('takes nothing of what it has, then what is new and fits, into its category', async () => {
    serve([general])
    await save({ rule: { category: 'Films', quality_from: '1080p' } })
    await look()
    expect([started, (await feed())?.taken_week]).toEqual([[], 0])
    serve([sunrise, { title: 'Charade.1963.720p', link: magnet(4) }, general])
    await pass()
    await until('it is begun', () => started.length > 0)
    expect(started).toMatchObject([{ source: { url: magnet(2) }, category: 'Films' }])
    await until('it is told', async () => (await feed())?.taken_week === 1)
    const { data } = await act(feedTry, { feed_id: 'feed-one', rule: { quality_from: '1080p' } })
    expect(data.map(({ title, state, reason, task_id }) => [title, state, reason, task_id])).toEqual(
      expect.arrayContaining([
        ['Sunrise.1927.1080p', 'taken', '', 't1'],
        ['Charade.1963.720p', '', 'quality', ''],
        ['The.General.1926.1080p', '', '', ''],
      ]),
    )
    expect(await act(feedTake, { feed_id: 'feed-one' })).toEqual({ taken: 1 })
    await until('the other too', () => started.length === 2)
    expect(await act(feedTake, { feed_id: 'feed-one' })).toEqual({ taken: 0 })
  })

  test('what was shown before it was saved is seen: it is not asked again at once, and what comes then is new', async () => {
    serve([general])
    await act(feedTry, { address: address(), rule: {} })
    await save()
    expect(await feed()).toMatchObject({ fault: '', checked_at: seconds() })
    serve([sunrise, general])
    await pass()
    await until('it is begun', () => started.length === 1)
    expect(server.requests).toHaveLength(2)
  })

  test('P12: no answer and no message has its key; it is changed without it, and goes with the household', async () => {
    serve([general])
    expect(JSON.stringify([await save(), await act(feedTry, { feed_id: 'feed-one', rule: {} })])).not.toContain('5up3r')
    await save({ address: '', name: 'Harbour' })
    await look()
    expect(await feed()).toMatchObject({ name: 'Harbour', host: server.host, fault: '' })
    server.fail(`/rss?${secret}`, { status: 500 })
    clock.pass(3_600_000)
    box.slowTick?.()
    await until('it fails', async () => (await feed())?.fault === 'away')
    events.emit('household', { realms: [] })
    await until('it is gone', async () => (await feed()) === undefined)
  })

  test('is told what was not there', async () => {
    expect(await refusalOf(save({ address: '' }))).toMatchObject({ code: Code.notFound })
    expect(await refusalOf(act(feedCheck, { feed_id: 'feed-none' }))).toMatchObject({ code: Code.notFound })
    await save()
    expect((await act(feedRemove, { feed_id: 'feed-one' })).data).toEqual([])
  })

  test('is asked politely: by its tag, not before its time, less often while it fails, and never before the server wants', async () => {
    const path = `/rss?${secret}`
    serve([general])
    await save()
    await look()
    await pass()
    expect(server.requests[1]?.headers['if-none-match']).toMatch(/^"/)
    expect(await feed()).toMatchObject({ fault: '', checked_at: seconds() })
    clock.pass(feedMinIntervalMs - 1)
    box.slowTick?.()
    await act(feedCheck, { feed_id: 'feed-one' })
    expect(server.asked(path)).toBe(2)
    server.fail(path, { status: 429, headers: { 'retry-after': '7200' } })
    await pass()
    expect(await feed()).toMatchObject({ fault: 'limit', failing_since: seconds(), next_at: seconds() + 7_200 })
    server.fail(path, { status: 500 })
    const waits: number[] = []
    for (let at = 0; at < 4; at += 1) {
      await pass(1_000 * ((await feed())?.next_at ?? 0) - clock.now() + 1_000)
      waits.push(((await feed())?.next_at ?? 0) - seconds())
    }
    expect(waits).toEqual([1_200, 2_400, 4_800, 9_600])
    server.recover(path)
    await act(feedCheck, { feed_id: 'feed-one' })
    expect(await feed()).toMatchObject({ fault: '', failing_since: 0 })
  })

  test('says with ttl that it is to be read less often', async () => {
    server.serve(`/rss?${secret}`, { body: '<rss><channel><ttl>120</ttl></channel></rss>' })
    await save()
    await look()
    expect((await feed())?.next_at).toBe(seconds() + 7_200)
  })
})

describe('what is taken', () => {
  beforeEach(async () => {
    serve([])
    await save({ rule: { replaces: true } })
    await look()
  })
  const bring = async (...items: ServedItem[]) => {
    serve(items)
    await pass()
  }

  test('is a torrent file that the box fetched itself, so that its key stands in no list', async () => {
    const torrent = Buffer.from('d4:infod4:name1:aee')
    server.serve('/dl?passkey=x', { body: torrent, type: 'application/octet-stream' })
    await bring({ ...general, link: address('/dl?passkey=x') })
    await until('it is begun', () => started.length === 1)
    expect(started[0]?.source).toEqual({ torrent })
  })

  test('is a magnet link that a torrent’s address leads to', async () => {
    server.fail('/dl', { status: 302, headers: { location: magnet(7) } })
    await bring({ ...general, link: address('/dl') })
    await until('it is begun', () => started.length === 1)
    expect(started[0]?.source).toEqual({ url: magnet(7) })
  })

  test('and cannot be had is told, tried again less and less often, and given up; then another release may come', async () => {
    server.serve('/dl.torrent', { body: '<html>Sign in</html>', type: 'text/html' })
    await bring({ ...general, link: address('/dl.torrent') })
    const item = async () =>
      (await act(feedTry, { feed_id: 'feed-one', rule: {} })).data.find(({ title }) => title === general.title)
    await until('it failed', async () => (await item())?.state === 'failed')
    expect(await item()).toMatchObject({ fault: 'page' })
    expect((await feed())?.failed).toBe(1)
    await bring({ ...general, guid: 'another' })
    await until('the other is begun', () => started.length === 1)

    refusal = new Refusal(Code.noResponse, { reason: 'no_network' })
    await bring(sunrise)
    const other = async () =>
      (await act(feedTry, { feed_id: 'feed-one', rule: {} })).data.find(({ title }) => title === sunrise.title)
    await until('it waits', async () => (await other())?.state === 'waiting')
    expect(await other()).toMatchObject({ fault: 'no_network' })
    refusal = undefined
    await pass()
    await until('it is begun', async () => (await other())?.state === 'taken')
  })

  test('is not taken twice, though the feed writes it anew, or brings it under another name', async () => {
    await bring(general)
    await until('it is begun', () => started.length === 1)
    await bring({ ...general, link: magnet(5) }, { ...general, title: 'The General (1926) [1080p] WEB', guid: 'other' })
    await bring()
    await bring(general)
    expect(started).toHaveLength(1)
  })

  test('gives way to a better one within a week, once that is done', async () => {
    await bring(general)
    await until('it is begun', () => started.length === 1)
    await until('it is told', async () => (await feed())?.taken_week === 1)
    await bring({ title: 'The.General.1926.2160p', link: magnet(6) })
    await until('the better one is begun', () => started.length === 2)
    await pass()
    expect(removed).toEqual([])
    done.add('t2')
    await pass()
    await until('the other is gone', () => removed.includes('t1'))
    await pass()
    expect(removed).toEqual(['t1'])
  })

  test('P24: after a kill between the note and the start it is begun, and after one behind the start it is not begun twice', async () => {
    refusal = new Refusal(Code.noResponse, { reason: 'no_network' })
    await bring(general)
    await until('it waits', async () => (await feed())?.failed === 1)
    await box.stop?.()
    refusal = undefined
    // As a kill leaves it before the first try, and before the task's id is written.
    await db.updateTable('feed_item').set({ tries: 0, next_at: 0 }).execute()
    box = open()
    await pass()
    await until('it is begun', () => started.length === 1)
    await until('it is told', async () => (await feed())?.taken_week === 1)
    await box.stop?.()
    await db.updateTable('feed_item').set({ state: 'waiting', task_id: '' }).execute()
    box = open()
    await pass()
    const state = async () => (await db.selectFrom('feed_item').select(['state', 'task_id']).execute())[0]
    await until('it is told again', async () => (await state())?.state === 'taken')
    expect([started.length, await state()]).toEqual([1, { state: 'taken', task_id: 't1' }])
  })
})
