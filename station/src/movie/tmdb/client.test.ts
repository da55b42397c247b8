/** The film database's client against a server that speaks its API, with its faults (promises 33, 34, 38). */
import http from 'node:http'
import net from 'node:net'
import { boxPacketMaxBytes } from '@homeport/contract/kit/connection.ts'
import * as z from 'zod/mini'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../../migrations/all.ts'
import { openFilmDatabase, testKeys, type FilmDatabaseServer } from '../../../../testing/film-database/server.ts'
import { until } from '../../../../testing/until.ts'
import { openDb, type Db } from '../../kit/db.ts'
import { createClient, DatabaseError, type FilmDatabaseSettings } from './client.ts'
import { FilmFacts } from '../film/facts.ts'
import { createDatabase } from './database.ts'

let server: FilmDatabaseServer
let db: Db
let now = 0
const opened: { stop: () => void }[] = []
beforeEach(async () => {
  server = await openFilmDatabase()
  db = await openDb(':memory:', migrations)
  now = Date.now()
})
afterEach(async () => {
  for (const { stop } of opened.splice(0)) stop()
  await server.stop()
  await db.destroy()
})

const signal = new AbortController().signal
function open(more: Partial<FilmDatabaseSettings> = {}) {
  const settings = {
    key: testKeys.v3,
    url: server.url,
    images: server.images,
    proxy: '',
    timeoutMs: 1_000,
    ownHosts: [new URL(server.url).host],
    ...more,
  }
  const started = performance.now()
  const client = createClient({ db, settings, now: () => now + performance.now() - started })
  opened.push(client)
  return { ...client, ...createDatabase(client) }
}
const harbour = { title: 'The Harbour', year: 2016 }
const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (error: unknown) => (error instanceof DatabaseError ? error.kind : String(error)),
  )

describe('answers', () => {
  it('has titles and texts in both languages', async () => {
    const [film] = await open().search('movie', harbour, signal)
    expect(film).toMatchObject({
      tmdb: 'movie/90001',
      kind: 'film',
      texts: { zh: { title: '港湾' }, en: { title: 'The Harbour' } },
      year: 2016,
      poster_path: '/poster-movie-90001.jpg',
    })
  })

  it('has all facts of a film: texts, people, collection, ids', async () => {
    const details = await open().details('movie/90001', signal)
    expect(details?.facts).toMatchObject({
      ids: { tmdb: 'movie/90001', imdb: 'tt1090001' },
      texts: {
        zh: { title: '港湾', overview: 'The Harbour：中文剧情。'.replace('The Harbour', '港湾'), collection: '港湾系列' },
        en: { title: 'The Harbour', overview: 'The Harbour: a plot in English.', collection: 'The Harbour Collection' },
      },
      year: 2016,
      runtime_ms: 108 * 60_000,
      rating: 7.4,
      votes: 5120,
      genres: ['drama', 'crime'],
      region: 'GB',
      collection_id: 'tmdb:900',
    })
    const people = details?.facts.people ?? []
    expect(people.slice(0, 3).map(({ id, name, job, role }) => [id, name, job, role])).toEqual([
      ['tmdb:501', 'Ada Winters', 'director', ''],
      ['tmdb:502', 'Ben Lowe', 'writer', ''],
      ['tmdb:510', 'Player 1', 'cast', 'Role 1'],
    ])
    expect(people.filter(({ job }) => job === 'cast')).toHaveLength(15)
    expect(details?.pictures.photos.get('tmdb:501')).toBe('/person-501.jpg')
  })

  it('a Chinese film has its original title in Chinese, though the database leaves the translation empty', async () => {
    const details = await open().details('movie/90007', signal)
    expect(details?.facts).toMatchObject({
      original_title: '河上谣',
      texts: { zh: { title: '河上谣' }, en: { title: 'River Ballad' } },
    })
    expect(details?.facts.aliases).toEqual(['River Ballad', '江河謠', '河之歌'])
    expect((await open().details('movie/90012', signal))?.facts).toMatchObject({ rating: null, texts: { zh: { title: '' } } })
  })

  it('a season has its title and episodes; "Season 2" and "第 2 季" are none', async () => {
    const database = open()
    expect((await database.season('tv/91001', 2, signal))?.titles).toEqual({ zh: '', en: '' })
    const season = await database.season('tv/91001', 1, signal)
    expect(season?.titles).toEqual({ zh: '第一个冬天', en: 'The First Winter' })
    expect(season?.episodes[0]).toEqual({
      number: 1,
      facts: {
        texts: { zh: { title: '灯1', overview: '' }, en: { title: 'Lamp 1', overview: 'What happens in Lamp 1.' } },
        air_date: '2015-01-12',
        still: '',
      },
      path: '/still-91001-1-1.jpg',
    })
    expect((await database.details('tv/91001', signal))?.facts).toMatchObject({ year: 2015, year_end: 2016, region: 'GB' })
    expect(await database.season('tv/91001', 9, signal)).toBeUndefined()
  })

  it('finds by an IMDB id', async () => {
    expect((await open().byImdb('tt0017136', signal)).map(({ tmdb }) => tmdb)).toEqual(['movie/19'])
    expect(await open().byImdb('tt9999999', signal)).toEqual([])
  })

  it('finds a series by an id of TheTVDB', async () => {
    expect((await open().byTvdb('291001', signal)).map(({ tmdb }) => tmdb)).toEqual(['tv/91001'])
    expect(await open().byTvdb('999999', signal)).toEqual([])
  })
})

describe('manners', () => {
  it('sends a v3 key as api_key and a v4 token as Bearer, and keeps neither', async () => {
    await open().search('movie', harbour, signal)
    expect(server.requests.every(({ query }) => query.get('api_key') === testKeys.v3)).toBe(true)
    server.requests.length = 0
    await open({ key: testKeys.v4 }).details('movie/19', signal)
    expect(server.requests[0]?.authorization).toBe(`Bearer ${testKeys.v4}`)
    expect(server.requests[0]?.query.has('api_key')).toBe(false)
    const rows = await db.selectFrom('movie_database_answer').select('request').execute()
    expect(rows.length).toBeGreaterThan(2)
    expect(JSON.stringify(rows)).not.toMatch(/api_key|0123456789abcdef/)
  })

  it('asks nothing twice in a month; what it did not know, again after a day', async () => {
    const database = open()
    await database.search('movie', harbour, signal)
    await database.search('movie', { title: 'No such film', year: null }, signal)
    await database.details('movie/1', signal)
    const count = server.requests.length
    now += 12 * 3_600_000
    await database.search('movie', harbour, signal)
    await database.search('movie', { title: 'No such film', year: null }, signal)
    await database.details('movie/1', signal)
    expect(server.requests).toHaveLength(count)
    now += 13 * 3_600_000
    await database.search('movie', harbour, signal)
    expect(server.requests).toHaveLength(count)
    await database.search('movie', { title: 'No such film', year: null }, signal)
    await database.details('movie/1', signal)
    expect(server.requests).toHaveLength(count + 3)
    now += 30 * 86_400_000
    await database.search('movie', harbour, signal)
    expect(server.requests).toHaveLength(count + 5)
    await database.sweep()
    expect((await db.selectFrom('movie_database_answer').selectAll().execute()).length).toBe(2)
  })

  it('sends at most 20 requests a second', async () => {
    const client = open()
    const names = Array.from({ length: 25 }, (_, at) => `/person-${at}.jpg`)
    await Promise.all(names.map((name) => client.picture(name, { size: 'w185', signal })))
    const times = server.requests.map(({ at }) => at).toSorted((one, other) => one - other)
    // The first and the 22nd are 21 gaps of 50 ms apart; a timer may fire a little late, and then the next is early by that.
    expect((times[21] ?? 0) - (times[0] ?? 0)).toBeGreaterThan(950)
  })

  it('waits as a 429 asks before it tries again, and all others wait with it', async () => {
    server.fail(429, { times: 1 })
    const [one, two] = await Promise.all([open().details('movie/19', signal), open().details('movie/653', signal)])
    expect([one?.film.year, two?.film.year]).toEqual([1927, 1922])
    const client = open()
    server.requests.length = 0
    server.fail(429, { times: 1 })
    await client.details('movie/961', signal)
    expect((server.requests[1]?.at ?? 0) - (server.requests[0]?.at ?? 0)).toBeGreaterThan(950)
  })
})

describe('P38: faults', () => {
  it.each([
    [500, 'away', 2],
    [503, 'away', 2],
    ['garbage', 'away', 1],
    ['away', 'away', 2],
    ['slow', 'away', 2],
    ['huge', 'away', 2],
    ['many', 'away', 1],
    [401, 'bad_key', 1],
  ] as const)('%s is told apart, and nothing of it is kept', async (fault, kind, requests) => {
    const client = open()
    server.fail(fault)
    expect(await kindOf(client.details('movie/19', signal))).toBe(kind)
    expect(server.requests).toHaveLength(requests)
    server.recover()
    expect((await client.details('movie/19', signal))?.film.year).toBe(1927)
  })

  it('what it says at length is cut, so that rows and answers of the box fit into a packet; numbers that none can be are none', async () => {
    const long = '\u0001'.repeat(6_000)
    const person = (id: number) => ({ id, name: long, original_name: long, character: long, job: 'Director', order: 0 })
    const people = Array.from({ length: 9 }, (_, at) => person(at))
    const makers = Array.from({ length: 2_000 }, (_, at) => ({ id: at, name: `${at}`, job: 'Director' }))
    const answer = {
      id: 19,
      title: long,
      original_title: long,
      overview: long,
      vote_count: 1e300,
      vote_average: 1e300,
      runtime: 1e308,
      credits: { cast: people, crew: makers },
      created_by: people,
      belongs_to_collection: { id: 1, name: long },
      alternative_titles: { titles: Array.from({ length: 9 }, (_, at) => ({ iso_3166_1: long, title: `${at}${long}` })) },
      translations: { translations: [{ iso_639_1: 'zh', iso_3166_1: 'CN', data: { title: long, name: long, overview: long } }] },
    }
    const wordy = http.createServer((_, response) => void response.end(JSON.stringify(answer)))
    await new Promise<void>((resolve) => wordy.listen(0, '127.0.0.1', resolve))
    const address = wordy.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const details = await open({ url, ownHosts: [new URL(url).host], timeoutMs: 5_000 }).details('movie/19', signal)
    wordy.close()
    wordy.closeAllConnections()
    expect(Buffer.byteLength(JSON.stringify(details?.facts))).toBeLessThan(boxPacketMaxBytes)
    expect(details?.facts).toMatchObject({ votes: 0, rating: null, runtime_ms: null })
    expect(z.safeParse(FilmFacts, details?.facts).success).toBe(true)
  })

  it('one failure is tried again', async () => {
    server.fail(500, { times: 1 })
    expect((await open().details('movie/19', signal))?.film.year).toBe(1927)
  })

  it('an entry that does not exist is none', async () => {
    expect(await open().details('movie/1', signal)).toBeUndefined()
  })

  it('an abort ends it at once', async () => {
    server.fail('slow')
    const stopping = new AbortController()
    const work = open({ timeoutMs: 30_000 }).details('movie/19', stopping.signal)
    const refused = expect(work).rejects.toThrow('stopped')
    await until('it is asked', () => server.requests.length > 0)
    stopping.abort(new Error('stopped'))
    await refused
  })
})

describe('P34: addresses', () => {
  it('a private address is not asked unless the operator named it', async () => {
    expect(await kindOf(open({ ownHosts: [] }).details('movie/19', signal))).toBe('away')
    expect(server.requests).toHaveLength(0)
  })

  it('a name that leads to a private address is not asked either', async () => {
    const url = server.url.replace('127.0.0.1', 'localhost')
    expect(await kindOf(open({ url, ownHosts: [] }).details('movie/19', signal))).toBe('away')
    expect(server.requests).toHaveLength(0)
  })

  it('a redirect is not followed', async () => {
    const away = http.createServer((_, response) => response.writeHead(302, { location: `${server.url}/movie/19` }).end())
    await new Promise<void>((resolve) => away.listen(0, '127.0.0.1', resolve))
    const address = away.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    expect(await kindOf(open({ url, ownHosts: [new URL(url).host] }).details('movie/19', signal))).toBe('away')
    expect(server.requests).toHaveLength(0)
    away.close()
  })

  it('a proxy takes all requests', async () => {
    const lines: string[] = []
    const proxy = http.createServer((request, response) => {
      lines.push(request.url ?? '')
      http.get(request.url ?? '', (answer) => {
        response.writeHead(answer.statusCode ?? 500)
        answer.pipe(response)
      })
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
    const client = open({ proxy: url, ownHosts: [] })
    expect((await client.details('movie/19', signal))?.film.year).toBe(1927)
    expect(lines[0]).toContain(`${server.url}/movie/19?`)
    client.stop()
    proxy.closeAllConnections()
    proxy.close()
  })

  it('for an https host the proxy is asked for a tunnel', async () => {
    const lines: string[] = []
    const proxy = net.createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', (data) => {
        lines.push(data.toString().split('\r\n')[0] ?? '')
        socket.destroy()
      })
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    const port = typeof address === 'object' && address ? address.port : 0
    const client = open({ proxy: `http://127.0.0.1:${port}`, url: 'https://database.example/3' })
    expect(await kindOf(client.details('movie/19', signal))).toBe('away')
    expect(lines[0]).toBe('CONNECT database.example:443 HTTP/1.1')
    proxy.close()
  })
})
