/** A user's marks reach their boxes, at once and when a box connects; on both databases. */
import {
  filmChanges,
  filmMarks,
  filmPoints,
  markWatched,
  clearHistory,
  continueWatching,
  setAside,
  type FilmChange,
} from '@homeport/contract/movie/watch-history.ts'
import { unfavorite } from '@homeport/contract/forum.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { filmDetail, saveFavorite } from '@homeport/contract/movie/movie.ts'
import { afterEach, expect, test } from 'vitest'
import { bind, eachCloud, type TestCloud } from '../../testing/app-socket.ts'
import { openLibraryBox, reportedEpisode, reportedSeries, type LibraryBox } from '../../testing/library-box.ts'
import { reportedFilm } from '../../testing/reported-film.ts'

eachCloud('marks on films', (start) => {
  let cloud: TestCloud
  let library: LibraryBox
  let clock = 1_800_000_000_000
  /** The ids of the marks on the box, by kind, kept as a real one keeps them. */
  let marksOfBox: Map<string, Set<string>>
  let states: Map<string, string>
  let points: Map<string, number>
  afterEach(async () => {
    await library.box.stop()
    await cloud.stop()
  })

  async function ready() {
    cloud = await start({}, { now: () => clock })
    library = await openLibraryBox(cloud)
    ;[marksOfBox, states, points] = [new Map(), new Map(), new Map()]
    library.box.answersFilmMarks = (_, data) => ({ code: Code.ok, data: take(data) })
    await library.reportFilms([reportedFilm('a'), reportedFilm('b'), reportedSeries('s')])
    await library.reportEpisodes([reportedEpisode('se1'), reportedEpisode('se2')])
  }
  function take(data: unknown) {
    const { kind, mode, marks, state } = filmMarks.input.parse(data)
    const ids = (mode === 'set' ? undefined : marksOfBox.get(kind)) ?? new Set<string>()
    for (const { id } of marks)
      if (mode === 'remove') ids.delete(id)
      else ids.add(id)
    marksOfBox.set(kind, ids)
    if (state !== '' || mode === 'set') states.set('box', state)
    return { state: states.get('box') ?? '' }
  }
  const ofBox = () => ({ devid: library.devid })
  const has = (kind: string) => expect.poll(() => [...(marksOfBox.get(kind) ?? [])].toSorted(), { timeout: 20_000 })
  const favorite = (id: string, is_favorite = true) => cloud.ask(saveFavorite, { ...ofBox(), id, is_favorite }, library.user)
  const mark = (id: string, is_watched = true) => cloud.ask(markWatched, { ...ofBox(), id, is_watched }, library.user)
  /** Answers with the changes that the box's users made on its screens, by its numbers; one epoch. */
  function answerChanges(changes: (FilmChange & { number: number })[]) {
    const requests: number[] = []
    library.box.answersViewing = (act, data) => {
      if (act === filmPoints.name) {
        for (const { id, point_ms } of filmPoints.input.parse(data).points) points.set(id, point_ms)
        return { code: Code.ok, data: {} }
      }
      const { epoch, taken } = filmChanges.input.parse(data)
      const from = epoch === 'one' ? taken : 0
      requests.push(from)
      const rest = changes.filter(({ number }) => number > from).slice(0, 1)
      return { code: Code.ok, data: { epoch: 'one', last: rest.at(-1)?.number ?? from, data: rest } }
    }
    return requests
  }
  const acts = () => library.box.filmMarks.length

  test('favourites and watched films reach the box of the user at once, by whichever way they were marked', async () => {
    await ready()
    await favorite('a')
    await favorite('s')
    await has('favorite').toEqual(['a', 's'])
    await cloud.ask(unfavorite, { id: 'a', type: 'movie' }, library.user)
    await has('favorite').toEqual(['s'])
    await mark('b')
    await mark('s')
    await has('watched').toEqual(['b', 'se1', 'se2'])
    await mark('b', false)
    await has('watched').toEqual(['se1', 'se2'])
    await cloud.ask(clearHistory, { ...ofBox(), is_all: true }, library.user)
    await has('watched').toEqual([])
    expect(library.box.filmMarks.every(({ act }) => act.from.user_id === library.user.user_id)).toBe(true)
    expect(library.box.filmMarks.filter(({ lang }) => lang === 'zh')).toEqual([])
  })

  test('what a user took out of what they go on with is out on the box too, and what they took out there is out in the app', async () => {
    await ready()
    const { devid, user } = library
    const at = clock
    const changes: (FilmChange & { number: number })[] = []
    answerChanges(changes)
    const tell = () => library.box.send('en', { kind: 'changes', user_id: user.user_id })
    const goOn = async () => (await cloud.ask(continueWatching, { devid }, user)).data.data.map(({ film }) => film.id)
    const pointChange = { kind: 'point', point_ms: 40_000, duration_ms: 60_000, is_watched: false } as const
    changes.push({ number: 1, ...pointChange, id: 'a', at }, { number: 2, ...pointChange, id: 'se1', at: at + 1 })
    clock += 1_000
    await tell()
    await expect.poll(goOn, { timeout: 20_000 }).toEqual(['s', 'a'])
    await cloud.ask(setAside, { devid, id: 's', is_aside: true }, user)
    await has('aside').toEqual(['s'])
    await library.box.stop()
    await cloud.ask(setAside, { devid, id: 's', is_aside: false }, user)
    changes.push({ number: 3, kind: 'aside', id: 'a', is_aside: true, at: clock })
    await library.box.start()
    await expect.poll(goOn, { timeout: 20_000 }).toEqual(['s'])
    await has('aside').toEqual(['a'])
    changes.push({ number: 4, kind: 'aside', id: 'a', is_aside: false, at: clock })
    await tell()
    await expect.poll(goOn, { timeout: 20_000 }).toEqual(['s', 'a'])
  })

  test('a box that comes back gets all marks of each member, and nothing again while it has them', async () => {
    await ready()
    await favorite('a')
    await has('favorite').toEqual(['a'])
    await library.box.stop()
    await favorite('b')
    await favorite('a', false)
    clock += 1_000
    await mark('b')
    await library.box.start()
    await has('favorite').toEqual(['b'])
    await has('watched').toEqual(['b'])
    await expect.poll(() => states.get('box'), { timeout: 20_000 }).not.toBe('')
    const before = acts()
    await library.box.stop()
    await library.box.start()
    await expect.poll(acts, { timeout: 20_000 }).toBe(before + 1)
    library.box.code = 'WXYZ6789'
    const member = await cloud.signUp('member')
    await bind(cloud, library.box, member)
    await expect.poll(() => library.box.filmMarks.some(({ act }) => act.from.user_id === member.user_id)).toBe(true)
  })

  test('marks of a film that goes into another one become marks of that one, however often the box says so', async () => {
    await ready()
    await library.reportFilms([reportedFilm('c'), reportedFilm('d')])
    const { devid, user } = library
    const film = async (id: string) => (await cloud.ask(filmDetail, { devid, id }, user)).data
    const changes: (FilmChange & { number: number })[] = []
    answerChanges(changes)
    const leave = async (id: string, point_ms: number, more = {}) => {
      clock += 1_000
      const number = changes.length + 1
      changes.push({ number, kind: 'point', id, point_ms, duration_ms: 60_000, is_watched: false, at: clock, ...more })
      await library.box.send('en', { kind: 'changes', user_id: user.user_id })
      await expect.poll(() => film(id), { timeout: 20_000 }).toMatchObject({ position_ms: point_ms })
    }
    await favorite('b')
    await mark('c')
    await leave('b', 40_000)
    await leave('d', 20_000)
    await leave('a', 30_000)
    await has('favorite').toEqual(['b'])
    const merged = reportedFilm('a', { former_ids: ['b', 'c', 'd', 'never'] })
    for (let times = 0; times < 2; times += 1) await library.reportFilms([merged])
    // The later of the three positions, and what was watched stays watched.
    expect(await film('a')).toMatchObject({ is_favorite: true, is_watched: true, position_ms: 30_000 })
    for (const id of ['b', 'c', 'd'])
      expect(await film(id)).toMatchObject({ is_favorite: false, is_watched: false, position_ms: null })
    await has('favorite').toEqual(['a'])
    await has('watched').toEqual(['a'])
    await favorite('a', false)
    await library.reportFilms([merged])
    expect(await film('a')).toMatchObject({ is_favorite: false })
    // An episode that goes into another one.
    await mark('se1')
    await library.reportEpisodes([reportedEpisode('se2', { former_ids: ['se1'] })])
    await has('watched').toEqual(['a', 'se2'])
  })

  test('what a user did on the box’s screens takes effect once, also what was done while the cloud was away', async () => {
    await ready()
    const { devid, user } = { ...library }
    const changes: (FilmChange & { number: number })[] = []
    const requests = answerChanges(changes)
    const film = async (id: string) => (await cloud.ask(filmDetail, { devid, id }, user)).data
    const tell = () => library.box.send('en', { kind: 'changes', user_id: user.user_id })
    const at = clock
    changes.push({ number: 4, kind: 'favorite', id: 'a', is_favorite: true, at })
    changes.push({ number: 7, kind: 'point', id: 'b', point_ms: 40_000, duration_ms: 60_000, is_watched: false, at: at + 60_000 })
    await tell()
    await expect.poll(() => film('b'), { timeout: 20_000 }).toMatchObject({ position_ms: 40_000 })
    expect(await film('a')).toMatchObject({ is_favorite: true })
    await has('favorite').toEqual(['a'])
    // The box does not learn that they were taken, and the user removes the favourite meanwhile.
    await favorite('a', false)
    await tell()
    await expect.poll(() => requests.filter((from) => from === 7).length, { timeout: 20_000 }).toBeGreaterThan(1)
    expect(await film('a')).toMatchObject({ is_favorite: false })
    await library.box.stop()
    changes.push({ number: 9, kind: 'favorite', id: 'b', is_favorite: true, at })
    changes.push({ number: 10, kind: 'point', id: 'se1', point_ms: 0, duration_ms: 60_000, is_watched: true, at })
    clock += 120_000
    await library.box.start()
    await has('favorite').toEqual(['b'])
    await has('watched').toEqual(['se1'])
    // Where the user stopped is known to the box, and what was cleared in the app.
    await expect.poll(() => [points.get('b'), points.get('se1')], { timeout: 20_000 }).toEqual([40_000, 0])
    await cloud.ask(clearHistory, { ...ofBox(), is_all: true }, user)
    await expect.poll(() => points.get('b'), { timeout: 20_000 }).toBe(0)
    // Older than the clearing.
    changes.push({ number: 11, kind: 'point', id: 'b', point_ms: 50_000, duration_ms: 60_000, is_watched: false, at })
    await tell()
    await expect.poll(() => requests.at(-1), { timeout: 20_000 }).toBe(11)
    expect(await film('b')).toMatchObject({ position_ms: null })
    const before = requests.length
    await library.box.send('en', { kind: 'changes', user_id: 'stranger' })
    await library.box.send('zh', { kind: 'changes', user_id: user.user_id })
    await library.reportFilms([reportedFilm('c')])
    expect(requests.length).toBe(before)
  })
})
