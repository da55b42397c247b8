/** Feeds of a box, spoken to by acts, against a server with all its faults. */
import { gzipSync } from 'node:zlib'
import { feedCheck, feedList, feedMinIntervalMs, feedRemove, feedTake, feedTry, type Feed } from '@homeport/contract/feed/feed.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { rss, type ServedItem } from '../../../testing/feed-server.ts'
import { until } from '../../../testing/until.ts'
import { Refusal } from '../kit/refusal.ts'
import { magnet, refusalOf, setUpFeeds } from '../testing/feed-box.ts'

const secret = 'apikey=5up3rs3cr3t'
const feeds = setUpFeeds()
const { act, started, tasks } = feeds

const serve = (items: ServedItem[], path = `/rss?${secret}`) => feeds.serve(items, path)
const address = (path = `/rss?${secret}`) => `${feeds.server().url}${path}`
const save = (parts: object = {}) => feeds.save({ address: address(), rule: {}, ...parts })
const feed = async (): Promise<Feed | undefined> => (await act(feedList, {})).data[0]
const seconds = () => Math.floor(feeds.clock().now() / 1_000)
const general = { title: 'The.General.1926.1080p', link: magnet(1), size: 5_200 }
const sunrise = { title: 'Sunrise.1927.1080p', link: magnet(2), size: 6_100 }

/** Ends once nothing is due. */
async function look(): Promise<void> {
  feeds.tick()
  await until('nothing is due', async () => (await feed())?.next_at !== seconds())
  await until('it was read', async () => ((await feed())?.next_at ?? Infinity) > seconds())
}
async function pass(ms = 2 * feedMinIntervalMs): Promise<void> {
  feeds.clock().pass(ms)
  await look()
}
/** As a box that starts again. */
async function restart(parts: Parameters<typeof feeds.open>[0] = {}): Promise<void> {
  await feeds.stop()
  feeds.open(parts)
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
    expect([feeds.server().requests.length, started]).toEqual([1, []])
    feeds.clock().pass(feedMinIntervalMs)
    await act(feedTry, request)
    expect(feeds.server().requests).toHaveLength(2)
  })

  test.each<[string, () => void, string]>([
    ['a web page', () => feeds.server().serve('/f', { body: '<!doctype html><p>Sign in</p>', type: 'text/html' }), 'page'],
    ['nothing', () => {}, 'not_found'],
    ['a wrong key', () => feeds.server().fail('/f', { status: 403 }), 'login'],
    ['too much to do', () => feeds.server().fail('/f', { status: 429 }), 'limit'],
    ['a fault', () => feeds.server().fail('/f', { status: 500 }), 'away'],
    ['a body without end', () => feeds.server().fail('/f', 'endless'), 'too_large'],
    [
      'a way into the house',
      () => feeds.server().fail('/f', { status: 302, headers: { location: 'http://192.168.0.1/' } }),
      'private',
    ],
    ['itself', () => feeds.server().fail('/f', { status: 301, headers: { location: '/f' } }), 'away'],
    ['another protocol', () => feeds.server().fail('/f', { status: 302, headers: { location: 'file:///etc/passwd' } }), 'away'],
    [
      'a gzip bomb',
      () => feeds.server().serve('/f', { body: gzipSync(Buffer.alloc(60_000_000)), headers: { 'content-encoding': 'gzip' } }),
      'too_large',
    ],
    ['broken gzip', () => feeds.server().serve('/f', { body: Buffer.from('1f8b0800ff', 'hex') }), 'away'],
  ])('and answers with %s', async (_, prepare, fault) => {
    prepare()
    expect(await act(feedTry, { address: address('/f'), rule: {} })).toMatchObject({ fault, data: [], total: 0 })
  })

  test('and never answers', async () => {
    await restart({ timeoutMs: 30 })
    feeds.server().fail('/f', 'silent')
    expect((await act(feedTry, { address: address('/f'), rule: {} })).fault).toBe('away')
  })

  test('P53: while another feed that is being read stays silent', async () => {
    await restart({ timeoutMs: 600_000 })
    feeds.server().fail('/silent', 'silent')
    feeds.server().serve('/f', { body: rss([general]) })
    await save({ address: address('/silent') })
    await until('it is being read', () => feeds.server().asked('/silent') === 1)
    const answer = act(feedTry, { address: address('/f'), rule: {} })
    await until('the other was asked', () => feeds.server().asked('/f') === 1)
    expect((await answer).total).toBe(1)
    await feeds.stop()
  })

  test('and follows a redirect, and reads what is packed', async () => {
    feeds.server().fail('/f', { status: 302, headers: { location: '/g' } })
    feeds.server().serve('/g', { body: gzipSync(rss([general])), headers: { 'content-encoding': 'gzip' } })
    expect((await act(feedTry, { address: address('/f'), rule: {} })).total).toBe(1)
  })

  test('P34: in the house it is asked only where the operator named it, and Homeport’s own ports not even then', async () => {
    serve([general])
    await restart({ feedHosts: [] })
    expect((await act(feedTry, { address: address(), rule: {} })).fault).toBe('private')
    await restart({ ownPorts: [Number(new URL(feeds.server().url).port)] })
    expect((await act(feedTry, { address: address(), rule: {} })).fault).toBe('own_port')
    expect((await act(feedTry, { address: 'http://nothing.invalid/rss', rule: {} })).fault).toBe('unknown_host')
    expect(feeds.server().requests).toEqual([])
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
    expect(started).toMatchObject([{ fetched: { url: magnet(2) }, category: 'Films' }])
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
    expect(feeds.server().requests).toHaveLength(2)
  })

  test('P12: no answer and no message has its key; it is changed without it, and goes with the household', async () => {
    serve([general])
    expect(JSON.stringify([await save(), await act(feedTry, { feed_id: 'feed-one', rule: {} })])).not.toContain('5up3r')
    await save({ address: '', name: 'Harbour' })
    await look()
    expect(await feed()).toMatchObject({ name: 'Harbour', host: feeds.server().host, fault: '' })
    feeds.server().fail(`/rss?${secret}`, { status: 500 })
    feeds.clock().pass(3_600_000)
    feeds.tick()
    await until('it fails', async () => (await feed())?.fault === 'away')
    feeds.events().emit('household', { realms: [] })
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
    expect(feeds.server().requests[1]?.headers['if-none-match']).toMatch(/^"/)
    expect(await feed()).toMatchObject({ fault: '', checked_at: seconds() })
    feeds.clock().pass(feedMinIntervalMs - 1)
    feeds.tick()
    await act(feedCheck, { feed_id: 'feed-one' })
    expect(feeds.server().asked(path)).toBe(2)
    feeds.server().fail(path, { status: 429, headers: { 'retry-after': '7200' } })
    await pass()
    expect(await feed()).toMatchObject({ fault: 'limit', failing_since: seconds(), next_at: seconds() + 7_200 })
    feeds.server().fail(path, { status: 500 })
    const waits: number[] = []
    for (let at = 0; at < 4; at += 1) {
      await pass(1_000 * ((await feed())?.next_at ?? 0) - feeds.clock().now() + 1_000)
      waits.push(((await feed())?.next_at ?? 0) - seconds())
    }
    expect(waits).toEqual([1_200, 2_400, 4_800, 9_600])
    feeds.server().recover(path)
    await act(feedCheck, { feed_id: 'feed-one' })
    expect(await feed()).toMatchObject({ fault: '', failing_since: 0 })
  })

  test('says with ttl that it is to be read less often', async () => {
    feeds.server().serve(`/rss?${secret}`, { body: '<rss><channel><ttl>120</ttl></channel></rss>' })
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
    feeds.server().serve('/dl?passkey=x', { body: torrent, type: 'application/octet-stream' })
    await bring({ ...general, link: address('/dl?passkey=x') })
    await until('it is begun', () => started.length === 1)
    expect(started[0]?.fetched).toEqual({ torrent })
  })

  test('is a magnet link that a torrent’s address leads to', async () => {
    feeds.server().fail('/dl', { status: 302, headers: { location: magnet(7) } })
    await bring({ ...general, link: address('/dl') })
    await until('it is begun', () => started.length === 1)
    expect(started[0]?.fetched).toEqual({ url: magnet(7) })
  })

  test('and cannot be had is told, tried again less and less often, and given up; then another release may come', async () => {
    feeds.server().serve('/dl.torrent', { body: '<html>Sign in</html>', type: 'text/html' })
    await bring({ ...general, link: address('/dl.torrent') })
    const item = async () =>
      (await act(feedTry, { feed_id: 'feed-one', rule: {} })).data.find(({ title }) => title === general.title)
    await until('it failed', async () => (await item())?.state === 'failed')
    expect(await item()).toMatchObject({ fault: 'page' })
    expect((await feed())?.failed).toBe(1)
    await bring({ ...general, guid: 'another' })
    await until('the other is begun', () => started.length === 1)

    feeds.refuse(new Refusal(Code.noResponse, { reason: 'no_network' }))
    await bring(sunrise)
    const other = async () =>
      (await act(feedTry, { feed_id: 'feed-one', rule: {} })).data.find(({ title }) => title === sunrise.title)
    await until('it waits', async () => (await other())?.state === 'waiting')
    expect(await other()).toMatchObject({ fault: 'no_network' })
    feeds.refuse(undefined)
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
    expect([...tasks.keys()]).toEqual(['t1', 't2'])
    tasks.set('t2', true)
    await pass()
    await until('the other is gone', () => !tasks.has('t1'))
    await pass()
    expect([...tasks.keys()]).toEqual(['t2'])
  })

  test('is free for another feed where its own is removed before the download was begun', async () => {
    feeds.refuse(new Refusal(Code.noResponse, { reason: 'no_network' }))
    await bring(general)
    await until('it waits', async () => (await feed())?.failed === 1)
    await act(feedRemove, { feed_id: 'feed-one' })
    feeds.refuse(undefined)
    serve([], '/other')
    await save({ feed_id: 'feed-two', address: address('/other') })
    await look()
    serve([{ ...general, link: magnet(8) }], '/other')
    await pass()
    await until('it is begun', () => started.length === 1)
    expect(started[0]?.fetched).toEqual({ url: magnet(8) })
  })

  test.each(['is given up', 'goes with its feed'])(
    'stays a download that a still better one replaces, where a better one %s',
    async (how) => {
      await bring(general)
      await until('it is told', async () => (await feed())?.taken_week === 1)
      if (how === 'is given up') feeds.server().serve('/dl.torrent', { body: '<html>Sign in</html>', type: 'text/html' })
      else feeds.refuse(new Refusal(Code.noResponse, { reason: 'no_network' }))
      await bring({ title: 'The.General.1926.1080p.REPACK', link: how === 'is given up' ? address('/dl.torrent') : magnet(6) })
      await until('it cannot be had', async () => (await feed())?.failed === 1)
      if (how === 'goes with its feed') await act(feedRemove, { feed_id: 'feed-one' })
      feeds.refuse(undefined)
      serve([], '/other')
      await save({ feed_id: 'feed-two', address: address('/other'), rule: { replaces: true } })
      const isRead = async () => (await act(feedList, {})).data.every(({ checked_at }) => checked_at === seconds())
      const read = async () => {
        feeds.clock().pass(2 * feedMinIntervalMs)
        feeds.tick()
        await until('the feeds are read', isRead)
      }
      await read()
      serve([{ title: 'The.General.1926.2160p', link: magnet(9) }], '/other')
      await read()
      await until('the best one is begun', () => tasks.has('t2'))
      tasks.set('t2', true)
      await read()
      await until('the first one is gone', () => !tasks.has('t1'))
    },
  )

  test('P24: after a kill between the note and the start it is begun, and after one behind the start it is not begun twice', async () => {
    feeds.refuse(new Refusal(Code.noResponse, { reason: 'no_network' }))
    await bring(general)
    await until('it waits', async () => (await feed())?.failed === 1)
    await feeds.stop()
    feeds.refuse(undefined)
    // As a kill leaves it before the first try, and before the task's id is written.
    await feeds.db().updateTable('feed_item').set({ tries: 0, next_at: 0 }).execute()
    feeds.open()
    await pass()
    await until('it is begun', () => started.length === 1)
    await until('it is told', async () => (await feed())?.taken_week === 1)
    await feeds.stop()
    await feeds.db().updateTable('feed_item').set({ state: 'waiting', task_id: '' }).execute()
    feeds.open()
    await pass()
    const state = async () => (await feeds.db().selectFrom('feed_item').select(['state', 'task_id']).execute())[0]
    await until('it is told again', async () => (await state())?.state === 'taken')
    expect([started.length, await state()]).toEqual([1, { state: 'taken', task_id: 't1' }])
  })
})
