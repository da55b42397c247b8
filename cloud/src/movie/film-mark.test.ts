/** What a user marks reaches their boxes, at once and when a box connects; on both databases. */
import { filmMarks, markWatched, clearHistory } from '@homeport/contract/watch-history.ts'
import { unfavorite } from '@homeport/contract/forum.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { saveFavorite } from '@homeport/contract/movie.ts'
import { afterEach, expect, test } from 'vitest'
import { bind, eachCloud, type TestCloud } from '../testing/app-socket.ts'
import { openLibraryBox, reportedEpisode, reportedSeries, type LibraryBox } from '../testing/library-box.ts'
import { reportedFilm } from '../testing/reported-film.ts'

eachCloud('marks on films', (start) => {
  let cloud: TestCloud
  let library: LibraryBox
  let clock = 1_800_000_000_000
  /** What the box has, by user and kind, as a real one keeps it. */
  let kept: Map<string, Set<string>>
  let states: Map<string, string>
  afterEach(async () => {
    await library.box.stop()
    await cloud.stop()
  })

  async function ready() {
    cloud = await start({}, { now: () => clock })
    library = await openLibraryBox(cloud)
    ;[kept, states] = [new Map(), new Map()]
    library.box.answersFilmMarks = (_, data) => ({ code: Code.ok, data: take(data) })
    await library.reportFilms([reportedFilm('a'), reportedFilm('b'), reportedSeries('s')])
    await library.reportEpisodes([reportedEpisode('se1'), reportedEpisode('se2')])
  }
  function take(data: unknown) {
    const { kind, mode, marks, state } = filmMarks.input.parse(data)
    const ids = (mode === 'set' ? undefined : kept.get(kind)) ?? new Set<string>()
    for (const { id } of marks)
      if (mode === 'remove') ids.delete(id)
      else ids.add(id)
    kept.set(kind, ids)
    if (state !== '' || mode === 'set') states.set('box', state)
    return { state: states.get('box') ?? '' }
  }
  const ofBox = () => ({ devid: library.devid })
  const has = (kind: string) => expect.poll(() => [...(kept.get(kind) ?? [])].toSorted(), { timeout: 20_000 })
  const favorite = (id: string, is_favorite = true) => cloud.ask(saveFavorite, { ...ofBox(), id, is_favorite }, library.user)
  const mark = (id: string, is_watched = true) => cloud.ask(markWatched, { ...ofBox(), id, is_watched }, library.user)
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
})
