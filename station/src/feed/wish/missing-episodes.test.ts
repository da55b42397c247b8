/** The episodes that a series lacks, by the film database, the library, wishes and downloads. */
import { episodesMissing, wishAdd } from '@homeport/contract/feed/wish.ts'
import { describe, expect, test } from 'vitest'
import { setUpFeeds } from '../../testing/feed-box.ts'

const feeds = setUpFeeds()
const { act } = feeds

describe('missing episodes', () => {
  const missing = (season = 1, id = 'S1') => act(episodesMissing, { id, season })
  const day = (number: number, air_date: string) => ({ number, title: `Lamp ${number}`, air_date })
  const row = (first: number | null, last = first, air_date = '') => ({ season: 1, first, last, air_date })

  test('are those on air before today that are not here, each between the others; later ones are coming', async () => {
    feeds.world().library.set('tv/91001', { movie_id: 'S1', episodes: [row(1), row(3, 4), row(null, null, '2026-11-20')] })
    feeds.world().season.push(day(1, '2026-10-01'), day(2, '2026-10-08'), day(3, '2026-10-15'), day(4, '2026-10-22'))
    feeds.world().season.push(day(5, '2026-11-20'), day(6, '2026-11-27'), day(7, '2026-11-28'), { ...day(8, ''), title: '' })
    expect(await missing()).toEqual({
      tmdb: 'tv/91001',
      aired: 6,
      missing: 2,
      seasons: [],
      data: [
        { number: 2, title: 'Lamp 2', air_date: '2026-10-08', after: 1, state: 'missing', task_id: '' },
        { number: 6, title: 'Lamp 6', air_date: '2026-11-27', after: 2, state: 'missing', task_id: '' },
        { number: 7, title: 'Lamp 7', air_date: '2026-11-28', after: 2, state: 'coming', task_id: '' },
      ],
    })
  })

  test('come with the seasons that were on air, whichever is asked', async () => {
    const begins = (number: number, air_date: string) => ({ number, air_date })
    feeds.world().seasons.push(begins(3, '2026-11-28'), begins(2, '2026-11-27'), begins(1, '2015-01-12'), begins(4, ''))
    for (const season of [0, 1, 2]) expect((await missing(season)).seasons).toEqual([1, 2])
    feeds.world().fail('away')
    expect((await missing()).seasons).toEqual([])
  })

  test('say which of them is wished, and which is being downloaded, by a wish or by hand', async () => {
    feeds.world().season.push(day(2, '2026-10-08'), day(3, '2026-10-09'), day(4, '2026-10-10'))
    feeds.world().library.set('tv/91001', { movie_id: 'S1', episodes: [row(1)] })
    await act(wishAdd, { tmdb: 'tv/91001', season: 1, episode: 2 })
    feeds
      .world()
      .loading.push({ task_id: 'own', name: 'The.Lamplighters.S01E03.720p.mkv' }, { task_id: 'x', name: 'Another.S01E04.mkv' })
    expect((await missing()).data.map(({ number, state, task_id }) => [number, state, task_id])).toEqual([
      [2, 'wanted', ''],
      [3, 'taken', 'own'],
      [4, 'missing', ''],
    ])
  })

  test('are none of specials, of a series that nobody knows, without a key, and while the database is away', async () => {
    feeds.world().season.push(day(2, '2026-10-08'))
    const nothing = { tmdb: '', aired: 0, missing: 0, seasons: [], data: [] }
    expect(await missing(0)).toEqual({ ...nothing, tmdb: 'tv/91001' })
    expect(await missing(1, 'unknown')).toEqual(nothing)
    for (const state of ['no_key', 'away'] as const) {
      feeds.world().fail(state)
      expect(await missing()).toEqual({ ...nothing, tmdb: 'tv/91001' })
    }
  })

  test('of a season of 2,000 are counted whole and shown as far as an answer goes', async () => {
    for (let at = 1; at <= 2_000; at += 1) feeds.world().season.push({ ...day(at, '2020-01-01'), title: '灯'.repeat(300) })
    feeds.world().library.set('tv/91001', { movie_id: 'S1', episodes: [row(1_000)] })
    const { aired, missing: count, data } = await missing()
    expect([aired, count, data.length]).toEqual([2_000, 1_999, 200])
    expect(Buffer.byteLength(JSON.stringify(data))).toBeLessThan(150_000)
  })
})
