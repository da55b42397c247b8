/** Wishes, on a real small server of feeds and indexers: each is fulfilled once, by what the feeds have and bring, and whatever is killed. */
import { feedCheck, feedList, feedRemove, feedTry } from '@homeport/contract/feed/feed.ts'
import { episodesMissing, wishAdd, wishList, wishRemove } from '@homeport/contract/feed/wish.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { rss, type ServedItem } from '../../../../testing/feed-server.ts'
import { until } from '../../../../testing/until.ts'
import { Refusal } from '../../kit/refusal.ts'
import { aFilmEntry } from '../../testing/wish-ports.ts'
import { magnet, refusalOf, setUpFeeds } from '../../testing/feed-box.ts'

const tenMinutes = 600_000
const feeds = setUpFeeds()
const { act, save, serve, read } = feeds

const bring = async (...items: ServedItem[]) => {
  serve(items)
  await read()
}
const add = (tmdb: string, parts: object = {}, user_id?: string) => act(wishAdd, { tmdb, ...parts }, user_id)
const wish = async (wish_id = 'movie/653') => (await act(wishList, {})).data.find((one) => one.wish_id === wish_id)
const begun = (count: number) => until(`${count} are begun`, () => feeds.started.length === count)
const sources = () => feeds.started.map(({ fetched }) => ('url' in fetched ? fetched.url : 'torrent'))

const nosferatu = { title: 'Nosferatu.1922.1080p.BluRay', link: magnet(1) }
const lamps = (episode: number, at = episode) => ({ title: `The.Lamplighters.S01E0${episode}.1080p`, link: magnet(at) })

describe('a film that is wanted', () => {
  beforeEach(() => save())

  test('waits, is taken once when a feed brings it, the best of several, and is told with its download', async () => {
    serve([])
    expect(await add('movie/653')).toMatchObject({ state: 'waiting', feeds: 1 })
    expect(await wish()).toMatchObject({ title: 'Nosferatu', year: 1922, kind: 'film', added_by: 'Ada', state: 'waiting' })
    await bring({ title: 'Nosferatu.1922.720p', link: magnet(2) }, nosferatu, { ...nosferatu, guid: 'the same at once' })
    await begun(1)
    expect(sources()).toEqual([magnet(1)])
    await until('it is told', async () => (await wish())?.task_id === 't1')
    expect(await wish()).toMatchObject({ state: 'taken', taken: 1, progress: 37 })
    feeds.tasks.set('t1', true)
    expect(await wish()).toMatchObject({ state: 'taken', progress: null })
    expect((await act(feedTry, { feed_id: 'feed-one', rule: {} })).data.find(({ state }) => state === 'taken')?.task_id).toBe(
      't1',
    )
    await bring({ title: 'Nosferatu.1922.2160p', link: magnet(3) })
    expect(feeds.started).toHaveLength(1)
    feeds.world().library.set('movie/653', { movie_id: 'F1', episodes: [] })
    expect(await wish()).toMatchObject({ state: 'here', movie_id: 'F1' })
  })

  test('is taken at once where a feed has it already, though the feed’s own rule left it', async () => {
    await bring(nosferatu)
    expect(await add('movie/653')).toMatchObject({ state: 'taken' })
    await begun(1)
  })

  test.each([
    ['of another year', 'Nosferatu.2024.1080p'],
    ['without a year', 'Nosferatu.1080p.WEB'],
    ['with more words', 'Nosferatu.The.Making.Of.1922.1080p'],
    ['of a series', 'Nosferatu.S01E01.1080p'],
    ['filmed in a cinema', 'Nosferatu.1922.1080p.HDCAM'],
    ['of a lower quality', 'Nosferatu.1922.480p'],
  ])('is not served by a release %s', async (_, title) => {
    await add('movie/653', { quality_from: '720p' })
    await bring({ title, link: magnet(1) })
    expect(await wish()).toMatchObject({ state: 'waiting' })
    expect(feeds.started).toEqual([])
  })

  test.each([
    'Nosferatu: A Symphony of Horror (1922) [1080p]',
    '诺斯费拉图.1922.1080p',
    'Nosferatu.eine.Symphonie.des.Grauens.1922',
  ])('is known by any of its titles: %s', async (title) => {
    await add('movie/653')
    await bring({ title, link: magnet(1) })
    await begun(1)
  })

  test('is known by the id that an indexer gives, and another id is another film', async () => {
    const torznab = (title: string, imdb: string, at: number) =>
      `<item><title>${title}</title><guid>${at}</guid><enclosure url="${magnet(at).replace('&', '&amp;')}" type="application/x-bittorrent"/><torznab:attr name="imdbid" value="${imdb}"/></item>`
    await add('movie/653')
    const items = [torznab('Nosferatu.1922.2160p', 'tt0000009', 1), torznab('A.Symphony.In.Grey', 'tt0013442', 2)]
    feeds.server().serve('/rss', { body: `<rss xmlns:torznab="t"><channel>${items.join('')}</channel></rss>` })
    await read()
    await begun(1)
    expect(sources()).toEqual([magnet(2)])
  })

  test('that is not out has no year: one of this year or later is it', async () => {
    await add('movie/9')
    await bring({ title: 'Fog.Bank.2019.1080p', link: magnet(1) })
    expect(feeds.started).toEqual([])
    await bring({ title: 'Fog.Bank.2027.1080p', link: magnet(2) })
    await begun(1)
    expect(sources()).toEqual([magnet(2)])
  })

  test('and that the library has is not taken', async () => {
    feeds.world().library.set('movie/653', { movie_id: 'F1', episodes: [] })
    expect(await add('movie/653')).toMatchObject({ state: 'here' })
    await bring(nosferatu)
    expect(feeds.started).toEqual([])
  })

  test('that a rule takes is fulfilled by that, and by nothing else', async () => {
    await add('movie/653')
    await save({ rule: {} })
    await bring(nosferatu)
    await begun(1)
    await bring({ title: 'Nosferatu (1922) 1080p WEB', link: magnet(5) })
    await until('it is told', async () => (await wish())?.task_id === 't1')
    expect(feeds.started).toHaveLength(1)
  })

  test('may come as another release where the first cannot be had, also if both are there already', async () => {
    feeds.server().serve('/dl.torrent', { body: '<html>Sign in</html>', type: 'text/html' })
    await add('movie/653')
    await bring({ title: 'Nosferatu.1922.2160p', link: `${feeds.server().url}/dl.torrent` }, nosferatu)
    await begun(1)
    expect(sources()).toEqual([magnet(1)])
  })

  test('is one wish, though two members add it at the same time; the quality is that of the last', async () => {
    const both = await Promise.all([add('movie/653'), add('movie/653', { quality_from: '4K' }, 'u2')])
    expect(both.map(({ data }) => data.length)).toContain(1)
    const { data } = await act(wishList, {})
    expect(data).toMatchObject([{ wish_id: 'movie/653', quality_from: '4K' }])
  })

  test('that is removed is not taken, and comes back as it was while the database is away', async () => {
    await add('movie/653', { quality_from: '1080p' })
    expect((await act(wishRemove, { wish_id: 'movie/653' })).data).toEqual([])
    await bring(nosferatu)
    expect(feeds.started).toEqual([])
    feeds.world().fail('away')
    expect(await add('movie/653')).toMatchObject({ state: 'taken' })
    await begun(1)
    await until('it is told', async () => (await wish())?.task_id === 't1')
    // Removing and adding does not take it twice, unless its download was removed.
    await act(wishRemove, { wish_id: 'movie/653' })
    expect(await add('movie/653')).toMatchObject({ state: 'taken' })
    feeds.tasks.delete('t1')
    expect(await wish()).toMatchObject({ state: 'gone', task_id: '' })
    await act(wishRemove, { wish_id: 'movie/653' })
    await bring({ title: 'Nosferatu.1922.2160p', link: magnet(6) })
    await add('movie/653')
    await begun(2)
  })

  test('whose feed is removed before its download was begun waits again', async () => {
    feeds.refuse(new Refusal(Code.noResponse, { reason: 'no_network' }))
    await add('movie/653')
    await bring(nosferatu)
    await until('it is noted', async () => (await wish())?.state === 'taken')
    await act(feedRemove, { feed_id: 'feed-one' })
    expect(await wish()).toMatchObject({ state: 'waiting' })
  })

  test('P24: a kill before the note, between it and the start, and behind the start, make neither two of it nor none', async () => {
    feeds.refuse(new Refusal(Code.noResponse, { reason: 'no_network' }))
    await add('movie/653')
    await bring(nosferatu)
    await until('it waits', async () => (await act(feedList, {})).data[0]?.failed === 1)
    await feeds.stop()
    feeds.refuse(undefined)
    // As a kill leaves it once the feed was read and before the wish was looked at.
    await feeds.db().deleteFrom('wish_taken').execute()
    await feeds.db().deleteFrom('feed_taken').execute()
    await feeds.db().updateTable('feed_item').set({ state: '', tries: 0, next_at: 0, identity: '' }).execute()
    feeds.open()
    await begun(1)
    await until('it is told', async () => (await wish())?.task_id === 't1')
    await feeds.stop()
    // As a kill leaves it behind the start.
    await feeds.db().updateTable('feed_item').set({ state: 'waiting', task_id: '', next_at: 0 }).execute()
    await feeds.db().updateTable('wish_taken').set({ task_id: '' }).execute()
    feeds.open()
    await until('it is told again', async () => (await wish())?.task_id === 't1')
    expect(feeds.started).toHaveLength(1)
  })
})

describe('a series that is wanted', () => {
  beforeEach(() => save())

  test('gets each episode once, none that is here, and a whole season only where nothing of it is', async () => {
    feeds.world().library.set('tv/91001', { movie_id: 'S1', episodes: [{ season: 1, first: 1, last: 1, air_date: '' }] })
    await add('tv/91001')
    await bring(
      lamps(1),
      lamps(2),
      { ...lamps(2, 3), title: 'The.Lamplighters.S01E02.2160p' },
      {
        title: 'The.Lamplighters.S01.1080p',
        link: magnet(4),
      },
    )
    await begun(1)
    expect(sources()).toEqual([magnet(3)])
    await bring(
      { title: 'The.Lamplighters.S01E02-E03.1080p', link: magnet(5) },
      { title: 'The.Lamplighters.S02.1080p', link: magnet(6) },
    )
    await begun(3)
    await bring(lamps(3, 7), { title: 'The.Lamplighters.S02E01.1080p', link: magnet(8) })
    expect(sources()).toEqual([magnet(3), magnet(5), magnet(6)])
    expect(await wish('tv/91001')).toMatchObject({ kind: 'series', state: 'here', taken: 3 })
  })
})

describe('an episode that is wanted', () => {
  const search = (episode: number) => `/indexer/api?t=tvsearch&apikey=5up3r&q=The+Lamplighters&season=1&ep=${episode}`
  const get = (episode: number) => add('tv/91001', { season: 1, episode })
  beforeEach(() => save({ address: `${feeds.server().url}/indexer/api?t=search&apikey=5up3r` }))

  test('is taken from what the feeds have, without a search', async () => {
    feeds.server().serve('/indexer/api?t=search&apikey=5up3r', { body: rss([lamps(2), lamps(3)]) })
    await read()
    expect(await get(2)).toMatchObject({ state: 'taken', feeds: 1, wish_id: 'tv/91001 1 2' })
    await begun(1)
    expect(sources()).toEqual([magnet(2)])
    expect(feeds.server().asked(search(2))).toBe(0)
  })

  test('is searched at the indexer, and only it is taken of what that has', async () => {
    feeds.server().serve(search(4), { body: rss([{ title: 'The.Lamplighters.S01.2160p', link: magnet(9) }, lamps(4), lamps(5)]) })
    expect(await get(4)).toMatchObject({ state: 'taken' })
    await begun(1)
    expect(sources()).toEqual([magnet(4)])
    await until('it is told', async () => (await wish('tv/91001 1 4'))?.task_id === 't1')
    expect(await wish('tv/91001 1 4')).toMatchObject({ kind: 'episode', season: 1, episode: 4, title: 'The Lamplighters' })
  })

  test('and that nobody has waits; the indexer is asked again after ten minutes, and a feed may bring it', async () => {
    feeds.server().serve(search(4), { body: rss([]) })
    expect(await get(4)).toMatchObject({ state: 'waiting', feeds: 1 })
    await get(4)
    expect(feeds.server().asked(search(4))).toBe(1)
    feeds.clock().pass(tenMinutes)
    await get(4)
    expect(feeds.server().asked(search(4))).toBe(2)
    feeds.server().serve('/indexer/api?t=search&apikey=5up3r', { body: rss([lamps(4)]) })
    await read()
    await begun(1)
  })

  test('waits where the indexer fails, and one that fails already is left in peace', async () => {
    feeds.server().fail(search(4), { status: 500 })
    expect(await get(4)).toMatchObject({ state: 'waiting' })
    feeds.server().fail('/indexer/api?t=search&apikey=5up3r', { status: 429 })
    feeds.clock().pass(2 * tenMinutes)
    await act(feedCheck, { feed_id: 'feed-one' })
    await get(5)
    expect(feeds.server().asked(search(5))).toBe(0)
  })

  test('is named whole: an episode alone, and a season or an episode of a film, are told at their field', async () => {
    const invalid = (field: string) => ({ code: Code.invalid, data: { field, rule: 'invalid' } })
    expect(await refusalOf(add('movie/653', { season: 1 }))).toEqual(invalid('season'))
    expect(await refusalOf(add('movie/653', { season: 1, episode: 2 }))).toEqual(invalid('season'))
    expect(await refusalOf(add('tv/91001', { episode: 2 }))).toEqual(invalid('episode'))
    expect(await refusalOf(add('film/1'))).toEqual(invalid('tmdb'))
  })
})

describe('a season that is wanted', () => {
  const search = '/indexer/api?t=tvsearch&apikey=5up3r&q=The+Lamplighters&season=1'
  const get = (parts: object = {}) => add('tv/91001', { season: 1, ...parts })
  const air = (...numbers: number[]) =>
    feeds.world().season.push(...numbers.map((number) => ({ number, title: '', air_date: `2026-11-${10 + number}` })))
  const rows = async () =>
    (await act(episodesMissing, { id: 'S1', season: 1 })).data.map(({ number, state, task_id }) => [number, state, task_id])
  const has = (...numbers: number[]) => {
    const episodes = numbers.map((number) => ({ season: 1, first: number, last: number, air_date: '' }))
    feeds.world().library.set('tv/91001', { movie_id: 'S1', episodes })
  }
  beforeEach(async () => {
    await save({ address: `${feeds.server().url}/indexer/api?t=search&apikey=5up3r` })
    feeds.server().serve('/indexer/api?t=search&apikey=5up3r', { body: rss([]) })
    air(1, 2, 3, 4)
  })

  test('gets what it lacks by one search of each indexer, each episode once, and later what a feed brings', async () => {
    has(1)
    const whole = { title: 'The.Lamplighters.S01.1080p', link: magnet(9) }
    const other = { title: 'The.Lamplighters.S02E02.1080p', link: magnet(8) }
    feeds.server().serve(search, { body: rss([whole, other, lamps(1), lamps(2), lamps(2, 3), lamps(3, 4)]) })
    expect(await get()).toMatchObject({ state: 'taken', feeds: 1, wish_id: 'tv/91001 1 0' })
    await begun(2)
    expect(sources().toSorted()).toEqual([magnet(2), magnet(4)])
    expect(await wish('tv/91001 1 0')).toMatchObject({ kind: 'series', season: 1, episode: 0, taken: 2, movie_id: 'S1' })
    await until('they are told', async () => (await rows()).every(([, , task_id], at) => (task_id !== '') === at < 2))
    expect((await rows()).map(([number, state]) => [number, state])).toEqual([
      [2, 'taken'],
      [3, 'taken'],
      [4, 'wanted'],
    ])
    await get()
    expect(feeds.server().asked(search)).toBe(1)
    feeds.server().serve('/indexer/api?t=search&apikey=5up3r', { body: rss([lamps(3, 5), lamps(4, 6)]) })
    await read()
    await begun(3)
    expect(sources()).toContain(magnet(6))
  })

  test('of which nothing is here comes whole, with all its episodes', async () => {
    feeds.server().serve(search, { body: rss([{ title: 'The.Lamplighters.S01.2160p', link: magnet(1) }, lamps(2)]) })
    await get()
    await begun(1)
    expect(sources()).toEqual([magnet(1)])
    await until('it is told', async () => (await rows()).every(([, , task_id]) => task_id === 't1'))
    expect((await rows()).map(([, state]) => state)).toEqual(['taken', 'taken', 'taken', 'taken'])
  })

  test('says what is missing again where its download was removed', async () => {
    has(1, 2)
    feeds.server().serve(search, { body: rss([lamps(3)]) })
    await get()
    await begun(1)
    await until('it is told', async () => (await rows())[0]?.[2] === 't1')
    feeds.tasks.delete('t1')
    expect(await rows()).toEqual([
      [3, 'missing', ''],
      [4, 'wanted', ''],
    ])
    expect(await get()).toMatchObject({ state: 'gone' })
  })
})

describe('what cannot be wished', () => {
  test('is told: the database has no such entry, is away, or has no key; nothing is kept', async () => {
    expect(await refusalOf(add('movie/404'))).toMatchObject({ code: Code.notFound })
    feeds.world().fail('away')
    expect(await refusalOf(add('movie/653'))).toEqual({ code: Code.noResponse, data: { reason: 'away' } })
    feeds.world().fail('no_key')
    expect(await refusalOf(add('movie/653'))).toEqual({ code: Code.noResponse, data: { reason: 'no_key' } })
    expect((await act(wishList, {})).data).toEqual([])
  })

  test('is the 201st; and a list of 200 with names of 300 characters fits into one packet', async () => {
    for (let at = 1; at <= 201; at += 1)
      feeds.world().entries.set(`movie/${at}`, {
        ...aFilmEntry,
        tmdb: `movie/${at}`,
        texts: { en: { title: '港'.repeat(300) }, zh: { title: '' } },
      })
    for (let at = 1; at <= 200; at += 1) await add(`movie/${at}`)
    expect(await refusalOf(add('movie/201'))).toMatchObject({ code: Code.taken })
    expect(Buffer.byteLength(JSON.stringify(await act(wishList, {})))).toBeLessThan(250_000)
  })
})
