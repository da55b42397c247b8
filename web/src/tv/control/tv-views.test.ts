/** The TV page's rows, pages, search and player controls: effects of keys and messages. */
import type { ScreenEpisode, ScreenRow } from '@homeport/contract/playback/screen-protocol.ts'
import { noTracks, type PlayerTracks } from '@homeport/contract/shape/film/track.ts'
import { beforeEach, expect, test } from 'vitest'
import { aLoad } from '../../testing/samples.ts'
import { face, film, openTvPage, type TvPage } from '../../testing/tv-page.ts'
import { keyOf } from '../keys.ts'

let page: TvPage
beforeEach(() => (page = openTvPage()))

const genreRow = (genre: string): ScreenRow => {
  const data = page.library.filter(({ genres }) => genres.indexOf(genre) >= 0)
  return { kind: 'genre', genre, total: data.length, data: data.slice(0, 8) }
}

test('a row has its first films at once, more as the focus nears its end, and opens all of them at the last place', () => {
  page.library = page.library.map((one, at) => (at % 2 === 0 ? { ...one, genres: ['drama'] } : one))
  page.rows = [genreRow('drama')]
  page.inside()
  expect(page.home().row.key).toBe('genre:drama')
  for (let step = 0; step < 90; step += 1) page.press('right')
  expect(page.home().row.length).toBe(61)
  expect(page.focused()).toBeUndefined()
  page.press('ok')
  expect(page.top()).toMatchObject({ kind: 'films', filter: { genre: 'drama' } })
})

test('the last place of what one goes on with opens a list that takes films out of the row, and puts them back', () => {
  page.recent = [film(70, 60_000), film(71, 60_000)]
  page.inside()
  page.press('right', 'right')
  expect(page.focused()).toBeUndefined()
  page.press('ok', 'down', 'ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'aside', movie_id: 'm71', is_aside: true })
  page.recent = [film(70, 60_000)]
  page.tv.heard({ kind: 'stale' })
  page.answer()
  expect(page.tv.state.get().menu).toMatchObject({ at: 1, chosen: ['m71'], choices: [{ name: 'Film 70' }, { name: 'Film 71' }] })
  page.press('ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'aside', movie_id: 'm71', is_aside: false })
  page.press('back')
  expect(page.tv.state.get().menu).toBe(null)
  expect(page.home().row.key).toBe('continue:')
})

test('where nobody says who watches, nothing is taken out of what anybody left', () => {
  page.recent = [film(70, 60_000)]
  page.tv.line('open')
  const people = ['Anna', 'Ben'].map((name) => ({ id: name, name }))
  page.tv.heard({ ...face('inside'), people })
  page.answer()
  page.press('back', 'right')
  expect([page.focused(), page.home().row.length]).toEqual(['m70', 1])
  page.press('up', 'right', 'right', 'ok', 'ok', 'down')
  expect(page.home().row.length).toBe(2)
})

test('the focus stays on its film when rows come and go, on the nearest one when it was deleted, and in its row after Back', () => {
  page.library = page.library.map((one, at) => (at < 40 ? { ...one, genres: ['drama'] } : one))
  page.rows = [genreRow('drama')]
  page.inside()
  page.press('right', 'right', 'right')
  expect(page.focused()).toBe('m3')
  page.press('ok')
  page.recent = [film(900, 60_000)]
  page.library = page.library.slice(1)
  page.rows = [genreRow('drama')]
  page.tv.heard({ kind: 'stale' })
  page.answer()
  page.press('back')
  expect([page.home().row.key, page.focused()]).toEqual(['genre:drama', 'm3'])
  page.library = page.library.filter(({ id }) => id !== 'm3')
  page.rows = [genreRow('drama')]
  page.tv.heard({ kind: 'stale' })
  page.answer()
  expect([page.home().row.key, page.focused()]).toEqual(['genre:drama', 'm4'])
  page.rows = []
  page.tv.heard({ kind: 'stale' })
  page.answer()
  expect(page.focused()).toBe('m900')
})

test('a film that was deleted closes its page; what is below it is shown', () => {
  page.inside()
  page.press('ok')
  expect(page.openFilm()?.detail).toBeDefined()
  page.library = page.library.slice(1)
  page.tv.heard({ kind: 'stale' })
  page.answer()
  expect(page.top()?.kind).toBe('home')
  expect(page.focused()).toBe('m1')
})

test('a series opens at the episode to go on with; OK plays it, up leads to its tabs', () => {
  const episode = (at: number, more: Partial<ScreenEpisode> = {}): ScreenEpisode => ({
    id: `e${at}`,
    season: 1,
    episode: at,
    title: '',
    overview: '',
    still: '',
    duration_ms: 60_000,
    point: 0,
    is_watched: false,
    ...more,
  })
  page.library[0] = { ...film(0), kind: 'series' }
  page.episodes = [episode(1, { is_watched: true }), episode(2, { is_watched: true }), episode(3)]
  page.inside()
  page.press('ok')
  expect(page.openFilm()).toMatchObject({ zone: 'list', focused: { 0: 2 } })
  page.press('ok')
  expect(page.messages.at(-1)).toMatchObject({ kind: 'play', movie_id: 'e3', point: 0 })
  page.episodes[1] = episode(2, { point: 9_000 })
  page.press('left')
  page.tv.heard({ kind: 'stale' })
  page.answer()
  page.press('ok')
  expect(page.messages.at(-1)).toMatchObject({ kind: 'play', movie_id: 'e2', point: 9_000 })
  page.press('up', 'up')
  expect(page.openFilm()?.zone).toBe('tabs')
})

test('the search takes the TV’s keys, a keyboard and text from a phone; the box is told while it is open', () => {
  page.inside()
  page.press('up', 'ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'typing', is_open: true, text: '' })
  page.press('down', 'right', 'ok')
  expect(page.top()).toMatchObject({ kind: 'search', text: 'h' })
  expect(page.tv.type('Backspace')).toBe(true)
  for (const letter of ['f', 'i', 'l', 'm', ' ', '7']) expect(page.tv.type(letter)).toBe(true)
  expect(page.messages.filter(({ kind }) => kind === 'search')).toEqual([])
  page.clock.pass(1_000)
  page.answer()
  expect(page.top()).toMatchObject({ text: 'film 7', results: { total: 111 } })
  page.press('right', 'right', 'right', 'right', 'right', 'right', 'ok')
  expect(page.openFilm()?.film.id).toBe('m70')
  page.press('back', 'back')
  expect(page.messages.at(-1)).toEqual({ kind: 'typing', is_open: false, text: '' })
  page.tv.heard({ kind: 'text', text: 'film 12' })
  page.clock.pass(1_000)
  page.answer()
  expect(page.top()).toMatchObject({ kind: 'search', text: 'film 12' })
})

test('before something is typed the search has what is new; a late answer to what was deleted stands nowhere', () => {
  page.inside()
  page.press('up', 'ok')
  const newest = page.tv.rows.state.get().rows.filter(({ kind }) => kind === 'new')[0]
  const shown = () => {
    const view = page.top()
    return view?.kind === 'search' ? view.results?.data.map(({ id }) => id) : []
  }
  expect(shown()).toEqual(newest?.data.slice(0, 8).map(({ id }) => id))
  expect(shown()).not.toEqual([])
  expect(page.tv.type('h')).toBe(true)
  expect(shown()).toBeUndefined()
  page.clock.pass(1_000)
  expect(page.tv.type('Backspace')).toBe(true)
  const before = shown()
  page.answer()
  expect(shown()).toEqual(before)
  page.press('right', 'right', 'right', 'right', 'right', 'right', 'ok')
  expect(page.openFilm()?.film.id).toBe(newest?.data[0]?.id)
})

test('near its end the next film is offered: it is taken at once, or the person stays', () => {
  const next = { movie_id: 'm5', title: 'Two', series_title: 'One', season: 1, episode: 2, picture: '' }
  page.inside()
  page.isPlaying = true
  page.tv.heard({ ...aLoad, next })
  const showing = (point: number) => page.tv.show({ load: { ...aLoad, next }, state: 'playing', point, duration: 60_000 })
  showing(20_000)
  page.press('ok')
  expect(page.did.at(-1)).toBe('pause')
  showing(57_000)
  page.press('ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'next', play_id: 'p1' })
  page.press('right', 'ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'stay', play_id: 'p1' })
  page.press('ok')
  expect(page.did.at(-1)).toBe('resume')
})

test('the box is told once a minute that somebody is there; it asks when nobody was, and any key but Back answers', () => {
  page.inside()
  page.isPlaying = true
  page.now = 100_000
  const touches = () => page.messages.filter(({ kind }) => kind === 'touched').length
  page.press('left', 'right')
  expect(touches()).toBe(1)
  page.now += 60_000
  page.tv.pointed()
  expect(touches()).toBe(2)
  const ask = () => {
    page.isPlaying = false
    page.tv.heard({ kind: 'ask', play_id: 'p1' })
    expect(page.tv.state.get().asking).toBe('p1')
  }
  ask()
  page.press('down')
  expect(page.messages.at(-1)).toEqual({ kind: 'touched', play_id: 'p1' })
  expect(page.tv.state.get()).toMatchObject({ asking: '', isNextComing: true })
  ask()
  page.press('back')
  expect(page.messages.at(-1)).toEqual({ kind: 'exit', play_id: 'p1' })
  ask()
  page.tv.heard({ kind: 'exit', play_id: 'p1' })
  expect(page.tv.state.get().asking).toBe('')
})

test('down leads to the controls: they seek, pause, choose tracks and switch comments', () => {
  page.inside()
  page.isPlaying = true
  const track = { language: 'en', title: '', is_default: false }
  const subtitle = { ...track, id: 's1', source: 'inside' as const, format: 'subrip', is_forced: false, trouble: '' as const }
  const tracks = { ...noTracks, subtitles: [subtitle] }
  page.tv.heard({ kind: 'tracks', play_id: 'p1', tracks, subtitle: null, secondary: null })
  page.tv.heard({
    kind: 'bullets',
    play_id: 'p1',
    data: [{ id: 'b', text: 'x', time_ms: 1, color: '#ffffff', mode: 'roll', is_mine: false }],
    is_new: false,
  })
  page.press('down', 'right', 'ok')
  expect(page.did.at(-1)).toBe('seek 90000')
  page.press('right', 'ok')
  expect(page.tv.state.get().menu).toMatchObject({ title: 'subtitles', chosen: ['off'] })
  page.press('down', 'ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'tracks', play_id: 'p1', subtitle_id: 's1' })
  page.press('right', 'ok')
  expect(page.tv.state.get().panel.areBulletsOn).toBe(false)
  expect(page.messages.at(-1)).toEqual({ kind: 'bullets', play_id: 'p1', are_shown: false })
  page.tv.heard({ kind: 'bullets_shown', play_id: 'p1', are_shown: true })
  expect(page.tv.state.get().panel.areBulletsOn).toBe(true)
  page.press('right', 'ok', 'down', 'ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'speed', play_id: 'p1', speed: 1.25 })
  page.press('up', 'left')
  expect(page.did.at(-1)).toBe('seek 50000')
})

test('a second subtitle is chosen in the list of the first, where there is one to stand above', () => {
  page.inside()
  page.isPlaying = true
  const track = {
    source: 'inside' as const,
    format: 'subrip',
    title: '',
    is_forced: false,
    is_default: false,
    trouble: '' as const,
  }
  const subtitles = ['zh-Hans', 'en', 'de'].map((language) => ({ ...track, id: language, language }))
  const hear = (change: Partial<PlayerTracks>) =>
    page.tv.heard({
      kind: 'tracks',
      play_id: 'p1',
      tracks: { ...noTracks, subtitles, has_secondary: true, ...change },
      subtitle: null,
      secondary: null,
    })
  const ids = () => page.tv.state.get().menu?.choices.map(({ id }) => id)
  page.tv.show({ load: aLoad, state: 'playing', point: 0, duration: 60_000 })
  hear({ subtitle_id: 'zh-Hans' })
  page.press('down', 'right', 'right', 'ok')
  expect(ids()).toEqual(['off', 'zh-Hans', 'en', 'de', 'secondary'])
  page.press('down', 'down', 'down', 'ok')
  expect(page.tv.state.get().menu).toMatchObject({ title: 'secondary', chosen: ['off'] })
  expect(ids()).toEqual(['off', 'en', 'de'])
  page.press('down', 'ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'tracks', play_id: 'p1', secondary_id: 'en' })
  for (const change of [{ subtitle_id: '' }, { subtitle_id: 'en', has_secondary: false }]) {
    hear(change)
    page.press('ok')
    expect(ids()).toEqual(['off', 'zh-Hans', 'en', 'de'])
    page.press('back')
  }
})

test('a page that nobody uses gets dark: after three minutes, ten while a film is paused; a key only wakes it', () => {
  page.inside()
  page.press('right')
  page.clock.pass(3 * 60_000)
  expect(page.tv.state.get().isIdle).toBe(true)
  page.press('right')
  expect(page.tv.state.get().isIdle).toBe(false)
  expect(page.focused()).toBe('m1')
  page.tv.show({ load: aLoad, state: 'playing', point: 0, duration: 60_000 })
  page.clock.pass(60 * 60_000)
  expect(page.tv.state.get().isIdle).toBe(false)
  page.tv.show({ load: aLoad, state: 'paused', point: 0, duration: 60_000 })
  page.clock.pass(9 * 60_000)
  expect(page.tv.state.get().isIdle).toBe(false)
  page.clock.pass(60_000)
  expect(page.tv.state.get().isIdle).toBe(true)
})

test('a dark page that is told to play after a day of sleep wakes and plays, and the next key is not taken for waking', () => {
  page.inside()
  page.clock.pass(3 * 60_000)
  expect(page.tv.state.get().isIdle).toBe(true)
  // The page's own clock stood still meanwhile, or ran on; that of the box is a day later.
  for (const slept of [0, 24 * 3_600_000]) {
    page.now += slept
    page.tv.heard({ kind: 'beat', at: 24 * 3_600_000 })
    page.tv.heard({ ...aLoad, play_id: `p${slept}` })
    expect(page.tv.state.get()).toMatchObject({ isIdle: false, isForgotten: false })
    expect(page.did.at(-1)).toBe('load 5000')
    page.tv.show({ load: aLoad, state: 'paused', point: 0, duration: 60_000 })
    page.clock.pass(10 * 60_000)
    expect(page.tv.state.get().isIdle).toBe(true)
  }
  page.tv.heard({ ...aLoad, play_id: 'p1' })
  page.press('ok')
  expect(page.did.slice(-2)).toEqual(['load 5000', 'pause'])
})

test('where the household has several people the page asks once who watches, and films are theirs', () => {
  const people = [
    { id: 'u1', name: 'Ann' },
    { id: 'u2', name: 'Bob' },
  ]
  page.tv.line('open')
  page.tv.heard({ ...face('inside'), people })
  page.answer()
  page.press('right', 'ok')
  page.press('ok', 'ok')
  expect(page.messages.at(-1)).toMatchObject({ kind: 'play', movie_id: 'm0', viewer: 'u2' })
  page.tv.heard({ ...face('inside'), people })
  expect(page.tv.state.get()).toMatchObject({ viewer: 'u2', viewerAt: -1 })
  page.tv.heard({ ...face('inside'), people: [] })
  expect(page.tv.state.get().viewer).toBe('')
})

test('all films are sorted and screened by their choices', () => {
  page.library = page.library.map((one, at) => (at % 2 === 0 ? { ...one, genres: ['drama'] } : one))
  page.rows = [genreRow('drama')]
  page.inside()
  page.press('up', 'right', 'ok')
  page.press('up', 'right', 'ok')
  expect(page.tv.state.get().menu?.choices.map(({ id }) => id)).toEqual(['', 'drama'])
  page.press('down', 'ok')
  page.press('down', 'right')
  expect(page.top()).toMatchObject({ kind: 'films', filter: { genre: 'drama' }, column: 1 })
  page.press('ok')
  expect(page.openFilm()?.film.id).toBe('m2')
  page.press('back', 'back')
  expect(page.top()?.kind).toBe('home')
})

test.each([
  ['ArrowUp', 0, 'up'],
  ['Enter', 0, 'ok'],
  ['Escape', 0, 'back'],
  ['GoBack', 0, 'back'],
  ['Unidentified', 461, 'back'],
  ['Unidentified', 10009, 'back'],
  ['MediaPlayPause', 0, 'toggle'],
  ['Unidentified', 415, 'play'],
  ['q', 81, undefined],
] as const)('a remote’s %s (%i) is %s', (name, keyCode, means) => {
  expect(keyOf({ key: name, keyCode })).toBe(means)
})

test('a heart sets and removes the favourite of who watches, keeps the focus, and is not there without a person', () => {
  page.library[1] = { ...film(1), kind: 'series' }
  page.inside()
  page.press('ok', 'right', 'ok')
  expect(page.messages.at(-1)).toMatchObject({ kind: 'play', movie_id: 'm0' })
  page.press('back')
  page.canFavorite = true
  page.press('ok', 'right', 'ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'favorite', movie_id: 'm0', is_favorite: true })
  expect(page.openFilm()).toMatchObject({ zone: 'buttons', button: 1, film: { is_favorite: true } })
  page.library[0] = { ...film(0), is_favorite: true }
  page.tv.heard({ kind: 'stale' })
  page.answer()
  expect(page.openFilm()).toMatchObject({ zone: 'buttons', button: 1, film: { is_favorite: true } })
  page.press('ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'favorite', movie_id: 'm0', is_favorite: false })
  const sent = page.messages.length
  page.press('play')
  expect(page.messages.slice(sent)).toMatchObject([{ kind: 'play', movie_id: 'm0' }])
  page.press('back', 'right', 'ok', 'up', 'up', 'ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'favorite', movie_id: 'm1', is_favorite: true })
  page.press('play')
  expect(page.messages.at(-1)).toMatchObject({ kind: 'favorite', movie_id: 'm1' })
})
