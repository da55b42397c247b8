/** Films and series that are not on the box: searched for, with their entries and seasons, and told apart from those that are here. */
import { databaseSearch } from '@homeport/contract/movie/identify.ts'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openTestIdentification, type TestIdentification } from '../../testing/identification.ts'

let box: TestIdentification
beforeEach(async () => {
  box = await openTestIdentification()
})
afterEach(async () => {
  expect(box.library.faults).toEqual([])
  await box.stop()
})
const search = async (query: string, realm: 'zh' | 'en' = 'en') => {
  const { candidates, database } = await box.act(databaseSearch, { query }, realm)
  return { keys: candidates.map(({ tmdb }) => tmdb), titles: candidates.map(({ title }) => title), candidates, database }
}

describe('a search in the database', () => {
  test('has films and series, the best first, each once, with pictures that go to the cloud; none that is here', async () => {
    await box.add('The.Harbour.2016.1080p.mkv')
    box.wake()
    await box.searched('The Harbour')
    const { keys, candidates, database } = await search('the harbour')
    expect(database).toBe('ok')
    expect(keys).not.toContain('movie/90001')
    expect(keys).toEqual(expect.arrayContaining(['movie/90003', 'tv/91004']))
    expect(new Set(keys).size).toBe(keys.length)
    const poster = candidates[0]?.poster ?? ''
    expect(await box.library.movies.store.unsent('en', 99)).toContain(poster)
  })

  test('takes a title with its year, an address and an id, in both languages', async () => {
    expect((await search('nosferatu 1922')).keys[0]).toBe('movie/653')
    expect((await search('诺斯费拉图', 'zh')).titles[0]).toBe('诺斯费拉图')
    expect((await search('https://www.themoviedb.org/movie/653-nosferatu')).keys).toEqual(['movie/653'])
    expect((await search('tt0017136')).keys).toEqual(['movie/19'])
    expect((await search('nothing that anybody knows')).keys).toEqual([])
  })

  test('tells that the database is away, refuses the key, or has none', async () => {
    box.server.fail('away')
    expect(await search('metropolis')).toMatchObject({ keys: [], database: 'away' })
    box.server.fail(401)
    expect(await search('metropolis')).toMatchObject({ keys: [], database: 'bad_key' })
    box.server.fail('garbage')
    expect(await search('metropolis')).toMatchObject({ keys: [], database: 'away' })
    box.server.recover()
    await box.useKey('')
    expect(await search('metropolis')).toMatchObject({ keys: [], database: 'no_key' })
  })
})

describe('an entry that somebody wants', () => {
  test('has all its titles, its year and a picture; without the image host it has none', async () => {
    const answer = await box.wantedFilms().entryOf('movie/653')
    expect(answer).toMatchObject({
      state: 'ok',
      value: {
        kind: 'film',
        imdb: 'tt0013442',
        year: 1922,
        other_titles: expect.arrayContaining(['Nosferatu: A Symphony of Horror']),
      },
    })
    expect(answer.state === 'ok' && answer.value?.poster).toMatch(/^[\da-f]{64}$/)
    expect(await box.wantedFilms().entryOf('movie/1')).toEqual({ state: 'ok', value: undefined })
  })

  test('is here once a film or an episode of it is', async () => {
    await box.add('Lamp/The.Lamplighters.S01E02.mkv', 'Lamp/The.Lamplighters.S01E04-E05.mkv', 'Metropolis.1927.mkv')
    box.wake()
    await box.searched('The Lamplighters', 'Metropolis')
    const { byTmdb, tmdbOf } = box.wantedFilms()
    const local = await byTmdb(['tv/91001', 'movie/19', 'movie/653'])
    expect(local.get('movie/19')?.movie_id).toBe(await box.idOf('Metropolis'))
    expect(local.get('tv/91001')?.episodes.map(({ season, first, last }) => [season, first, last])).toEqual([
      [1, 2, 2],
      [1, 4, 5],
    ])
    expect(local.has('movie/653')).toBe(false)
    expect(await tmdbOf(await box.idOf('The Lamplighters'))).toBe('tv/91001')
    expect(await tmdbOf('nobody')).toBe('')
  })

  test('is looked up by the index', async () => {
    const plan = sql<{
      detail: string
    }>`explain query plan select film_id from movie_identity where json_extract(facts, '$.ids.tmdb') in ('a', 'b')`
    expect((await plan.execute(box.library.db)).rows.map(({ detail }) => detail).join()).toContain('movie_identity_tmdb')
  })

  test('has the episodes of a season, which are asked for again after a day', async () => {
    const episodes = async () => {
      const answer = await box.wantedFilms().seasonOf('tv/91001', 2)
      return answer.state === 'ok' ? answer.value.map(({ number, facts }) => [number, facts.air_date]) : answer.state
    }
    expect(await episodes()).toEqual([
      [1, '2016-01-11'],
      [2, '2016-01-18'],
      [3, '2016-01-25'],
      [4, '2016-02-01'],
    ])
    const requests = box.server.requests.length
    await episodes()
    expect(box.server.requests).toHaveLength(requests)
    box.skip(2 * 86_400_000)
    await episodes()
    expect(box.server.requests.length).toBeGreaterThan(requests)
    expect(await box.wantedFilms().seasonOf('tv/91001', 9)).toEqual({ state: 'ok', value: [] })
    const seasons = [
      { number: 1, air_date: '2015-01-12' },
      { number: 2, air_date: '2016-01-11' },
    ]
    expect(await box.wantedFilms().seasonsOf('tv/91001')).toEqual({ state: 'ok', value: seasons })
    expect(await box.wantedFilms().seasonsOf('tv/1')).toEqual({ state: 'ok', value: [] })
    box.server.fail('away')
    box.skip(2 * 86_400_000)
    expect(await episodes()).toBe('away')
  })
})
