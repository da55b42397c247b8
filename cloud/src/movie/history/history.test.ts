/** Episodes, history and what to go on with, as the app requests them; on both databases. */
import { afterEach, expect, test } from 'vitest'
import { Code } from '@homeport/contract/kit/codes.ts'
import { filmDetail, filmGenresOf, listFilms, saveFavorite, searchFilms } from '@homeport/contract/movie/movie.ts'
import { getMovieFile, listUnreadable, removeRelation, saveMovieFile } from '@homeport/contract/movie/identify.ts'
import { person } from '@homeport/contract/people.ts'
import { listEpisodes } from '@homeport/contract/movie/series.ts'
import { clearHistory, continueWatching, listHistory, markWatched, setAside } from '@homeport/contract/movie/watch-history.ts'
import { bind, eachCloud, type TestCloud } from '../../testing/app-socket.ts'
import { expectCode } from '../../testing/codes.ts'
import { openLibraryBox, reportedEpisode, reportedSeries, type LibraryBox } from '../../testing/library-box.ts'
import { reportedFilm } from '../../testing/reported-film.ts'

eachCloud('what was watched', (start) => {
  let cloud: TestCloud
  let library: LibraryBox
  let clock = 1_800_000_000_000
  afterEach(async () => {
    await library.box.stop()
    await cloud.stop()
  })

  async function ready() {
    cloud = await start({}, { now: () => clock })
    library = await openLibraryBox(cloud)
    await library.reportFilms([reportedFilm('a'), reportedFilm('b'), reportedSeries('s'), reportedSeries('t')])
    await library.reportEpisodes(['se2', 'se10', 'se1', 'te1', 'te2'].map((id) => reportedEpisode(id)))
  }
  const own = () => library.user
  const ofBox = () => ({ devid: library.devid })
  const entries = async (asker = own(), devid = library.devid) =>
    (await cloud.ask(listHistory, { devid }, asker)).data.data.map(
      ({ film, episode, position_ms, is_watched }) =>
        `${film.id}${episode ? ` ${episode.id}` : ''} ${is_watched ? 'watched' : position_ms}`,
    )
  const goOn = async () =>
    (await cloud.ask(continueWatching, ofBox(), own())).data.data.map(
      ({ film, episode, position_ms }) => `${film.id}${episode ? ` ${episode.id}` : ''} ${position_ms}`,
    )
  const mark = (id: string, is_watched = true, season: number | null = null) =>
    cloud.ask(markWatched, { ...ofBox(), id, is_watched, season }, own())
  /** The box says that its user stopped at this point; half an hour later than before. */
  async function watch(movie_id: string, current_point: number, { user_id } = own()) {
    clock += 1_800_000
    await library.pushPlayer({ movie_id, current_point, user_id, status: 4 })
    await library.pushPlayer({ movie_id: '', current_point: 0, user_id: '', status: -1 })
  }

  test('episodes of a season come in order, those without a number last', async () => {
    await ready()
    await library.reportEpisodes([
      reportedEpisode('sx', { series_id: 's', number: null }),
      reportedEpisode('sp', { series_id: 's', season: 0, number: 1 }),
    ])
    const season = async (number: number, more = {}) =>
      (await cloud.ask(listEpisodes, { ...ofBox(), id: 's', season: number, ...more }, own())).data
    expect((await season(1)).data.map(({ id }) => id)).toEqual(['se1', 'se2', 'se10', 'sx'])
    expect((await season(0)).data).toMatchObject([{ id: 'sp', files: [], is_watched: false, position_ms: null }])
    expect(await season(1, { page: 2, limit: 3 })).toMatchObject({ data: [{ id: 'sx' }], total: 4, stale_at: null })
    expectCode(await cloud.ask(listEpisodes, { ...ofBox(), id: 'nope', season: 1 }, own()), 'notFound')
  })

  test('history has films and episodes with their series, latest first, of this user alone', async () => {
    await ready()
    await watch('a', 5_000)
    await watch('se2', 7_000)
    await expect.poll(() => entries()).toEqual(['s se2 7000', 'a 5000'])
    library.box.code = 'WXYZ6789'
    const member = await cloud.signUp('member')
    const devid = await bind(cloud, library.box, member)
    expect(await entries(member, devid)).toEqual([])
    expectCode(await cloud.ask(listHistory, ofBox(), await cloud.signUp('stranger')), 'notBound')
    await library.report([['movie.film', 'a', null]])
    expect(await entries()).toEqual(['s se2 7000'])
  })

  test('one goes on with what was left in the middle, and with the episode after the last finished one', async () => {
    await ready()
    await watch('a', 5_000)
    await watch('se1', 59_000)
    await watch('te1', 20_000)
    await watch('b', 58_000)
    await expect.poll(() => goOn()).toEqual(['t te1 20000', 's se2 0', 'a 5000'])
    await mark('te1')
    await expect.poll(() => goOn()).toEqual(['t te2 0', 's se2 0', 'a 5000'])
    await mark('t')
    await mark('s')
    expect(await goOn()).toEqual(['a 5000'])
  })

  test('what one took out comes back exactly with Undo, or when it is played again; marks and history stay', async () => {
    await ready()
    const aside = (id: string, is_aside = true) => cloud.ask(setAside, { ...ofBox(), id, is_aside }, own())
    await watch('a', 5_000)
    await watch('se1', 59_000)
    await watch('b', 7_000)
    await expect.poll(() => goOn()).toEqual(['b 7000', 's se2 0', 'a 5000'])
    const before = await entries()
    expect((await aside('a')).data).toEqual({ is_aside: true })
    await aside('s')
    expect(await goOn()).toEqual(['b 7000'])
    expect(await entries()).toEqual(before)
    await aside('s', false)
    await aside('a', false)
    expect(await goOn()).toEqual(['b 7000', 's se2 0', 'a 5000'])
    await aside('s')
    await aside('b')
    await watch('se2', 8_000)
    await expect.poll(() => goOn()).toEqual(['s se2 8000', 'a 5000'])
    await watch('b', 9_000)
    await expect.poll(() => goOn()).toEqual(['b 9000', 's se2 8000', 'a 5000'])
    expectCode(await aside('nope'), 'notFound')
  })

  test('a film, an episode, a season and a series are marked by hand; both ways the position is gone', async () => {
    await ready()
    await library.reportEpisodes([reportedEpisode('sp', { series_id: 's', season: 0, number: 1 })])
    await watch('a', 5_000)
    await expect.poll(() => entries()).toEqual(['a 5000'])
    expect((await mark('a')).data).toEqual({ is_watched: true })
    await mark('se2')
    expect((await entries()).toSorted()).toEqual(['a watched', 's se2 watched'])
    await mark('s', true, 1)
    expect((await entries()).toSorted()).toEqual(['a watched', 's se1 watched', 's se10 watched', 's se2 watched'])
    await mark('s', true)
    expect(await entries()).toContain('s sp watched')
    await mark('s', false)
    await mark('a', false)
    expect(await entries()).toEqual([])
    expectCode(await mark('nope'), 'notFound')
    expectCode(await mark('t', true, 7), 'notFound')
  })

  test('what was cleared or marked stays so when an older report of the box arrives', async () => {
    await ready()
    await watch('a', 5_000)
    await watch('b', 6_000)
    await watch('se1', 7_000)
    await expect.poll(() => entries()).toEqual(['s se1 7000', 'b 6000', 'a 5000'])
    clock += 1_000
    // Playing, and not closed: it is stored with the time of this report once the box goes away.
    await library.pushPlayer({ movie_id: 'b', current_point: 9_000, user_id: own().user_id, status: 4 })
    await expect.poll(() => entries()).toEqual(['b 9000', 's se1 7000', 'a 5000'])
    clock += 1_000
    expectCode(await cloud.ask(clearHistory, { ...ofBox(), ids: ['a', 'b', 'nope'] }, own()), 'ok')
    await mark('se1')
    await library.box.stop()
    await expect
      .poll(async () => (await cloud.ask(listEpisodes, { ...ofBox(), id: 's', season: 1 }, own())).data.stale_at)
      .not.toBe(null)
    expect(await entries()).toEqual(['s se1 watched'])
    await cloud.ask(clearHistory, { ...ofBox(), is_all: true }, own())
    expect(await entries()).toEqual([])
  })

  test('a cleared film that is watched again is in the history again, at its new position', async () => {
    await ready()
    await watch('a', 58_000)
    await expect.poll(() => entries()).toEqual(['a watched'])
    await cloud.ask(clearHistory, { ...ofBox(), ids: ['a'] }, own())
    await watch('a', 4_000)
    await expect.poll(() => entries()).toEqual(['a 4000'])
  })

  test('a series counts as watched once all its episodes are: in its details, in filters, counts and the overall order', async () => {
    await ready()
    const detail = async () => (await cloud.ask(filmDetail, { ...ofBox(), id: 's' }, own())).data
    const list = async (more = {}) =>
      (await cloud.ask(listFilms, { ...ofBox(), ...more }, own())).data.data.map(
        ({ id, is_watched }) => `${id}${is_watched ? ' watched' : ''}`,
      )
    const counted = async () => (await cloud.ask(filmGenresOf, ofBox(), own())).data
    await library.reportEpisodes([reportedEpisode('sp', { series_id: 's', season: 0, number: 1 })])
    expect(await detail()).toMatchObject({
      kind: 'series',
      is_watched: false,
      position_ms: null,
      files: [],
      season_list: [
        { season: 1, title: '', episodes: 3, watched: 0 },
        { season: 0, title: '', episodes: 1, watched: 0 },
      ],
      next: { id: 'se1', season: 1, number: 1, position_ms: null },
    })
    await mark('s', true, 1)
    expect(await detail()).toMatchObject({ is_watched: false, season_list: [{ watched: 3 }, { watched: 0 }], next: { id: 'sp' } })
    expect(await counted()).toMatchObject({ total: 4, watched: 0, unwatched: 4 })
    await mark('sp')
    expect(await detail()).toMatchObject({ is_watched: true, next: null })
    expect(await list()).toEqual(['t', 'b', 'a', 's watched'])
    expect(await list({ watched: true })).toEqual(['s watched'])
    expect(await counted()).toMatchObject({ total: 4, watched: 1, unwatched: 3 })
    const answer = await cloud.ask(searchFilms, { ...ofBox(), q: 'series', tab: 'series' }, own())
    expect(answer.data.series.map(({ id, is_watched }) => [id, is_watched]).toSorted()).toEqual([
      ['s', true],
      ['t', false],
    ])
    await library.reportEpisodes([reportedEpisode('se11')])
    expect(await list({ watched: true })).toEqual([])
    await library.report([['movie.episode', 'se11', null]])
    expect(await list({ watched: true })).toEqual(['s watched'])
  })

  test('an episode is found by its file’s name and by its title, and leads to its series', async () => {
    await ready()
    const file = {
      id: 'file-1',
      path: 'Harbour/Harbour.S01E04.1080p.mkv',
      file_name: 'Harbour.S01E04.1080p.mkv',
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
    await library.reportEpisodes([reportedEpisode('se4', { title: '冬天的海', files: [file] })])
    const files = async (q: string) => (await cloud.ask(searchFilms, { ...ofBox(), q, tab: 'files' }, own())).data.files
    expect(await files('s01e04')).toMatchObject([
      {
        id: 'file-1',
        movie_id: 's',
        path: file.path,
        file_size: 7,
        marked_name: [{ text: 'Harbour.' }, { text: 'S01E04', is_hit: true }, {}],
      },
    ])
    expect(await files('冬天')).toMatchObject([
      { id: 'file-1', movie_id: 's', marked_name: [{ text: 'Harbour.S01E04.1080p.mkv · ' }, { text: '冬天', is_hit: true }, {}] },
    ])
    await library.report([['movie.episode', 'se4', null]])
    expect(await files('s01e04')).toEqual([])
  })

  test('who kept a film that is an episode now keeps its series, counted once', async () => {
    await ready()
    const keep = (id: string) => cloud.ask(saveFavorite, { ...ofBox(), id, is_favorite: true }, own())
    await keep('a')
    await keep('b')
    await library.report([
      ['movie.film', 'a', null],
      ['movie.episode', 'a', reportedEpisode('a', { series_id: 's' })],
      ['movie.episode', 'b', reportedEpisode('b', { series_id: 's', number: 2 })],
      ['movie.film', 'b', null],
    ])
    const favorites = async () =>
      (await cloud.ask(listFilms, { ...ofBox(), favorite: true }, own())).data.data.map(({ id }) => id)
    expect(await favorites()).toEqual(['s'])
    expect((await cloud.ask(person, { user_id: own().user_id }, own())).data.counts).toMatchObject({ favorites: 1, bookmarks: 0 })
    await cloud.ask(saveFavorite, { ...ofBox(), id: 's', is_favorite: false }, own())
    await library.reportEpisodes([reportedEpisode('a', { series_id: 's', title: 'again' })])
    expect(await favorites()).toEqual([])
  })

  test('identification is the box’s: its answer and its refusals come through, and none while it is away', async () => {
    await ready()
    const match = {
      id: 'a',
      kind: 'film',
      title: 'A',
      year: null,
      poster: '',
      identified: 'person',
      tmdb: 'movie/603',
      file_name: 'a.mkv',
      path: 'a.mkv',
      file_size: 1,
      files: 1,
      name_title: 'a',
      name_year: null,
      is_named: true,
      candidates: [],
      can_undo: true,
      database: 'ok',
    }
    const requests: [string, unknown][] = []
    library.box.answers = (act, data) => {
      requests.push([act, data])
      return act === 'film_forget' ? { code: Code.notFound, data: null } : { code: Code.ok, data: match }
    }
    const id = { ...ofBox(), id: 'a' }
    expect((await cloud.ask(getMovieFile, id, own())).data).toEqual(match)
    expect((await cloud.ask(saveMovieFile, { ...id, tmdb: 'movie/603' }, own())).data).toEqual(match)
    expectCode(await cloud.ask(removeRelation, id, own()), 'notFound')
    expectCode(await cloud.ask(saveMovieFile, { ...id, tmdb: 'person/1' }, own()), 'invalid')
    const choice = { tmdb: 'movie/603', title: '', year: null, poster: '', none: false }
    expect(requests).toEqual([
      ['film_match', { id: 'a' }],
      ['film_identify', { id: 'a', ...choice }],
      ['film_forget', { id: 'a' }],
    ])
    library.box.answers = () => ({ code: Code.ok, data: { id: 'a' } })
    expectCode(await cloud.ask(getMovieFile, id, own()), 'noResponse')
    await library.box.stop()
    await expect.poll(async () => (await cloud.ask(getMovieFile, id, own())).code).toBe(Code.offline)
  })

  test('files that cannot be shown are listed by path, also while the box is off', async () => {
    await ready()
    const file = (id: string, path: string) => ({ id, path, file_size: 0, files: 1, reason: 'empty' as const })
    await library.report([
      ['movie.unreadable', 'u1', file('u1', 'z/b.mkv')],
      ['movie.unreadable', 'u2', file('u2', 'a/c.mkv')],
      ['movie.unreadable', 'u3', { ...file('u3', 'a/b.mkv'), reason: 'no such reason' }],
    ])
    const listed = async () => (await cloud.ask(listUnreadable, ofBox(), own())).data
    expect(await listed()).toMatchObject({ data: [file('u2', 'a/c.mkv'), file('u1', 'z/b.mkv')], total: 2, stale_at: null })
    await library.report([
      ['movie.unreadable', 'u2', null],
      ['movie.unreadable', 'u1', { ...file('u1', 'z/b.mkv'), reason: 'denied' }],
    ])
    await library.box.stop()
    await expect.poll(async () => (await listed()).stale_at).not.toBe(null)
    expect(await listed()).toMatchObject({ data: [{ id: 'u1', reason: 'denied' }], total: 1 })
  })
})
