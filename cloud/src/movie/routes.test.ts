/** The film library as the app requests it, with a box that reports its films. */
import { expectCode } from '../testing/codes.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { afterEach, expect, test } from 'vitest'
import { until } from '../../../testing/until.ts'
import { favorite, unfavorite } from '@homeport/contract/forum.ts'
import {
  deviceFilms,
  filmDetail,
  filmGenresOf,
  listFilms,
  saveFavorite,
  searchFilms,
  syncMovie,
  unknownFilm,
  type ReportedFilm,
} from '@homeport/contract/movie/movie.ts'
import { listHistory } from '@homeport/contract/movie/watch-history.ts'
import { bind, eachCloud, type TestCloud } from '../testing/app-socket.ts'
import { TestBox } from '../testing/box.ts'

const film = (id: string, more: Partial<ReportedFilm> = {}) => ({
  ...unknownFilm,
  id,
  title: `Film ${id}`,
  year: 2020,
  duration_ms: 60_000,
  added_at: 1,
  poster: 'p',
  ...more,
  files: more.files ?? [],
})

const aFile = {
  id: 'file1',
  path: 'x/Chungking.2160p.mkv',
  file_name: 'Chungking.2160p.mkv',
  file_size: 7,
  duration_ms: null,
  width: null,
  height: null,
  video: '',
  audio: '',
  subtitles: [],
  source: '',
  edition: '',
  languages: [],
}

eachCloud('the film library', (start) => {
  let cloud: TestCloud
  let box: TestBox
  let rev = 0
  afterEach(async () => {
    await box.stop()
    await cloud.stop()
  })

  async function ready() {
    cloud = await start()
    box = new TestBox(cloud.url)
    await box.start()
    const { token } = await cloud.signUp('viewer')
    const devid = await bind(cloud, box, { token })
    const list = (more = {}) => cloud.ask(listFilms, { devid, ...more }, { token })
    return { token, devid, list }
  }
  async function report(films: ReturnType<typeof film>[]) {
    const rows = films.map((value) => ({ report: 'movie.film', key: value.id, rev: (rev += 1), value }))
    // Like a real box: nothing is sent before the cloud asks for it.
    await until('the cloud asks for the rows', () => box.receivedOf('mirror_from', 'en').length > 0)
    await box.send('en', { kind: 'mirror', epoch: box.mirrorEpoch, first: true, rev, rows })
    await until('the cloud has the rows', () => box.receivedOf('mirror_ack', 'en').some((ack) => ack.rev >= rev))
  }

  test('what the box reports is listed, page by page, also while it is off', async () => {
    const { token, devid, list } = await ready()
    await report(Array.from({ length: 8 }, (_, index) => film(`f${index}`, { added_at: index })))
    await until('all are here', async () => (await list()).data.total === 8)
    const first = await list()
    expect(first.data).toMatchObject({ page: 1, limit: 6, total: 8, stale_at: null })
    expect(first.data.data.map(({ id }) => id)).toEqual(['f7', 'f6', 'f5', 'f4', 'f3', 'f2'])
    expect((await list({ page: 2 })).data.data.map(({ id }) => id)).toEqual(['f1', 'f0'])
    expect((await cloud.ask(deviceFilms, { devid, limit: 500 }, { token })).data).toMatchObject({ limit: 99, total: 8 })
    expect((await cloud.ask(filmDetail, { devid, id: 'f3' }, { token })).data).toMatchObject({
      id: 'f3',
      files: [],
      position_ms: null,
    })
    expectCode(await cloud.ask(filmDetail, { devid, id: 'nope' }, { token }), 'notFound')
    expect((await cloud.ask(listHistory, { devid }, { token })).data).toMatchObject({ data: [], total: 0 })
    await box.stop()
    await until('it is off', async () => (await list()).data.stale_at !== null)
    expect((await list()).data.total).toBe(8)
    expectCode(await cloud.ask(syncMovie, { devsn: box.devsn }, { token }), 'offline')
  })

  test('a sync asks the box; films on screen that nobody has read yet are named to it', async () => {
    const { token, list } = await ready()
    const requests: [string, unknown][] = []
    box.answers = (act, data) => {
      requests.push([act, data])
      return { code: Code.ok, data: { is_scanning: true, films: 0, probed: 0 } }
    }
    expectCode(await cloud.ask(syncMovie, { devsn: box.devsn }, { token }), 'ok')
    expect(requests).toEqual([['movie_sync', {}]])
    await report([film('read'), film('new', { duration_ms: null }), film('bare', { poster: '' })])
    await until('all are here', async () => (await list()).data.total === 3)
    await until('the box was told', () => requests.some(([act]) => act === 'movie_look'))
    expect(requests.find(([act]) => act === 'movie_look')?.[1]).toEqual({ ids: ['new', 'bare'] })
  })

  test('a stranger sees nothing of it', async () => {
    const { devid } = await ready()
    const { token } = await cloud.signUp('stranger')
    expectCode(await cloud.ask(listFilms, { devid }, { token }), 'notBound')
    expectCode(await cloud.ask(filmDetail, { devid, id: 'f1' }, { token }), 'notBound')
    expectCode(await cloud.ask(listHistory, { devid }, { token }), 'notBound')
  })

  test('a film that one keeps is so in every answer of one’s own, and of nobody else’s', async () => {
    const { token, devid, list } = await ready()
    await report([film('kept'), film('other')])
    await until('both are here', async () => (await list()).data.total === 2)
    const favorites = async () => (await list()).data.data.filter(({ is_favorite }) => is_favorite).map(({ id }) => id)
    const one = { id: 'kept', type: 'movie' as const }
    await cloud.ask(favorite, one, { token })
    expect(await favorites()).toEqual(['kept'])
    expect((await cloud.ask(filmDetail, { devid, id: 'kept' }, { token })).data.is_favorite).toBe(true)
    const member = await cloud.signUp('member')
    box.code = 'WXYZ6789'
    const theirs = await bind(cloud, box, member)
    expect((await cloud.ask(filmDetail, { devid: theirs, id: 'kept' }, member)).data.is_favorite).toBe(false)
    await cloud.ask(unfavorite, one, { token })
    expect(await favorites()).toEqual([])
  })

  test('films are searched, counted and filtered; a person’s films too', async () => {
    const { token, devid, list } = await ready()
    const faye = { id: 'p1', name: '王菲', job: 'cast' as const, role: 'Faye', photo: '' }
    await report([
      film('a', { title: '重庆森林', genres: ['drama'], region: 'HK', people: [faye], files: [aFile] }),
      film('b', { title: 'The Apartment', genres: ['comedy'], region: 'US' }),
    ])
    await until('both are here', async () => (await list()).data.total === 2)
    const { data } = await cloud.ask(searchFilms, { devid, q: 'cqsl' }, { token })
    expect(data).toMatchObject({ counts: { films: 1, series: 0, files: 0, people: 0 }, corrected: '', stale_at: null })
    expect(data.films).toMatchObject([{ id: 'a', is_favorite: false, marked_title: [{ text: '重庆森林', is_hit: false }] }])
    const byFile = await cloud.ask(searchFilms, { devid, q: '2160p', tab: 'files' }, { token })
    expect(byFile.data.files).toEqual([
      {
        id: 'file1',
        movie_id: 'a',
        path: 'x/Chungking.2160p.mkv',
        file_size: 7,
        marked_name: [
          { text: 'Chungking.', is_hit: false },
          { text: '2160p', is_hit: true },
          { text: '.mkv', is_hit: false },
        ],
      },
    ])
    const byPerson = await cloud.ask(searchFilms, { devid, q: '王菲', tab: 'people' }, { token })
    expect(byPerson.data.people).toEqual([{ id: 'p1', photo: '', films: 1, marked_name: [{ text: '王菲', is_hit: true }] }])
    const misspelt = await cloud.ask(searchFilms, { devid, q: 'apartmnet' }, { token })
    expect(misspelt.data).toMatchObject({ corrected: 'apartment', films: [{ id: 'b' }] })
    expect((await list({ genres: ['drama'] })).data).toMatchObject({ total: 1, data: [{ id: 'a' }] })
    expect((await list({ person: 'p1' })).data).toMatchObject({ total: 1, data: [{ id: 'a' }] })
    const counted = await cloud.ask(filmGenresOf, { devid, genres: ['drama'] }, { token })
    expect(counted.data).toMatchObject({
      total: 1,
      genres: [
        { value: 'comedy', count: 1 },
        { value: 'drama', count: 1 },
      ],
      regions: [{ value: 'HK', count: 1 }],
    })
    expect((await cloud.ask(filmDetail, { devid, id: 'a' }, { token })).data.people).toEqual([faye])
    expectCode(await cloud.ask(searchFilms, { devid, q: ' ' }, { token }), 'invalid')
    expectCode(await cloud.ask(listFilms, { devid, year_from: 3 }, { token }), 'invalid')
  })

  test('a film is made a favourite by either call, and only one that the box has', async () => {
    const { token, devid, list } = await ready()
    await report([film('a'), film('b')])
    await until('both are here', async () => (await list()).data.total === 2)
    const save = (id: string, is_favorite: boolean) => cloud.ask(saveFavorite, { devid, id, is_favorite }, { token })
    expect((await save('a', true)).data).toEqual({ is_favorite: true })
    expect((await list({ favorite: true })).data).toMatchObject({ total: 1, data: [{ id: 'a', is_favorite: true }] })
    await cloud.ask(unfavorite, { id: 'a', type: 'movie' }, { token })
    expect((await list({ favorite: true })).data.total).toBe(0)
    await cloud.ask(favorite, { id: 'b', type: 'movie' }, { token })
    expect((await save('b', false)).data).toEqual({ is_favorite: false })
    expect((await list({ favorite: true })).data.total).toBe(0)
    expectCode(await save('nope', true), 'notFound')
  })
})
