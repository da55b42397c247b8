/** The TV page's state machine: effects of keys and messages. */
import type { ScreenEpisode, SentByScreen, ScreenFilm, ScreenRow, ToScreen } from '@homeport/contract/screen-page.ts'
import { beforeEach, expect, test } from 'vitest'
import type { FilmPlayer } from '../film-player/film-player.ts'
import { aLoad, aScreenFilm } from '../../testing/samples.ts'
import { keyOf, type Key } from '../keys.ts'
import { handClock } from '../../testing/clock.ts'
import { createRows } from '../rows.ts'
import { createShelf } from '../shelf.ts'
import { homeFocus } from './home.ts'
import { createTv, type Tv } from './tv.ts'
import { newHome, type FilmView, type View } from './views.ts'

let messages: SentByScreen[]
let did: string[]
let isPlaying: boolean
let isBlocked: boolean
let isBetweenParts: boolean
let now: number
let tv: Tv
let shelf: ReturnType<typeof createShelf>
let library: ScreenFilm[]
let recent: ScreenFilm[]
let rows: ScreenRow[]
let episodes: ScreenEpisode[]
let clock: ReturnType<typeof handClock>

const film = (at: number, point = 0): ScreenFilm => ({ ...aScreenFilm, id: `m${at}`, title: `Film ${at}`, point })

const player: FilmPlayer = {
  isOn: () => isPlaying,
  hasSound: () => true,
  isBetweenParts: () => isBetweenParts,
  playing: () => (isPlaying ? { play_id: 'p1', path: 'f', point: 0, is_paused: false } : null),
  load: ({ point }) => void (did.push(`load ${point}`), (isPlaying = true)),
  pause: () => void did.push('pause'),
  resume: () => void did.push('resume'),
  speed: (speed) => void did.push(`speed ${speed}`),
  seek: (point) => void did.push(`seek ${point}`),
  volume: (change) => void did.push(`volume ${JSON.stringify(change)}`),
  gesture() {
    did.push('gesture')
    const before = isBlocked
    isBlocked = false
    return before
  },
  exit: () => void (did.push('exit'), (isPlaying = false)),
  end: () => void (did.push('end'), (isPlaying = false)),
  isPaused: () => did.at(-1) === 'pause',
  point: () => 60_000,
}

beforeEach(() => {
  messages = []
  did = []
  isPlaying = false
  isBlocked = false
  isBetweenParts = false
  now = 0
  library = Array.from({ length: 2_000 }, (_, at) => film(at))
  recent = []
  rows = []
  episodes = []
  clock = handClock()
  const send = (message: SentByScreen) => void messages.push(message)
  shelf = createShelf(send)
  tv = createTv({
    send,
    rows: createRows(send),
    shelf,
    player: () => player,
    reload: () => did.push('reload'),
    again: () => did.push('again'),
    now: () => now,
    later: clock.later,
  })
  answered = 0
})
let answered: number
/** As the box answers what was requested since. */
function answer(): void {
  while (answered < messages.length) {
    const message = messages[answered]
    answered += 1
    if (message?.kind === 'films') {
      const { id, offset, limit, genre = '' } = message
      const films = genre === '' ? library : library.filter(({ genres }) => genres.indexOf(genre) >= 0)
      tv.heard({ kind: 'films', id, data: films.slice(offset, offset + limit), total: films.length, recent: [] })
    }
    if (message?.kind === 'rows') {
      const first = recent.length > 0 ? [{ kind: 'continue' as const, genre: '', total: recent.length, data: recent }] : []
      tv.heard({ kind: 'rows', id: message.id, rows: [...first, ...rows] })
    }
    if (message?.kind === 'film') {
      const film = library.find(({ id }) => id === message.movie_id) ?? null
      tv.heard({ kind: 'film', id: message.id, film: film && detailOf(film) })
    }
    if (message?.kind === 'episodes') tv.heard({ kind: 'episodes', id: message.id, data: episodes })
    if (message?.kind === 'search') {
      const data = library.filter(({ title }) => title.toLowerCase().startsWith(message.q))
      tv.heard({ kind: 'search', id: message.id, data: data.slice(0, 60), total: data.length })
    }
  }
}
const detailOf = (film: ScreenFilm) => ({
  ...film,
  original_title: '',
  people: [],
  season_list: film.kind === 'series' ? [{ season: 1, title: '', episodes: episodes.length }] : [],
  versions: [],
  related: [],
})
const face = (name: Extract<ToScreen, { kind: 'face' }>['face']): Extract<ToScreen, { kind: 'face' }> => ({
  kind: 'face',
  face: name,
  box: 'box',
  devsn: '',
  code: '',
  digits: '',
  left_ms: 0,
  address: '',
  qr: { path: '', side: 0 },
  people: [],
  screen_name: '',
  app: '',
})
const insideFace = face('inside')
function inside(): void {
  tv.line('open')
  tv.heard(face('inside'))
  answer()
}
function press(...keys: Key[]): void {
  for (const key of keys) {
    tv.press(key)
    answer()
  }
}
const home = () => {
  const [view] = tv.state.get().views
  return homeFocus({ rows: tv.rows, shelf, state: tv.state }, view?.kind === 'home' ? view : newHome)
}
const focused = () => {
  const { row, column } = home()
  return row.film(column)?.id
}
const top = (): View | undefined => tv.state.get().views.at(-1)
const openFilm = (): FilmView | undefined => {
  const view = top()
  return view?.kind === 'film' ? view : undefined
}
const key = (name: 'left' | 'ok', at: number): ToScreen => ({ kind: 'key', key: name, phase: 'press', at, life_ms: 300 })

test('a page that was let in shows the library at once and waits for no key (S4)', () => {
  tv.line('open')
  tv.heard(face('digits'))
  press('ok', 'right')
  tv.heard({ kind: 'admitted' })
  expect(did).toEqual(['reload'])
  tv.heard(face('inside'))
  answer()
  expect(focused()).toBe('m0')
  press('right')
  expect(focused()).toBe('m1')
})

test('arrows move over thousands of films, the pages coming as the focus nears them', () => {
  inside()
  press('right', 'right', 'down')
  expect(focused()).toBe('m9')
  for (let row = 0; row < 200; row += 1) press('down')
  expect(focused()).toBe(`m${9 + 200 * 7}`)
  expect(Object.keys(shelf.state.get().pages).length).toBeLessThanOrEqual(5)
  press('home')
  answer()
  expect(focused()).toBe('m0')
  press('left')
  expect(focused()).toBe('m0')
  press('right', 'right', 'right', 'right', 'right', 'right', 'right')
  expect(focused()).toBe('m7')
  press('left')
  expect(focused()).toBe('m6')
  for (let row = 0; row < 400; row += 1) press('down')
  expect(focused()).toBe('m1999')
})

test('OK opens a film, its page plays it; one that was left goes on from there at once, or from the start', () => {
  recent = [film(77, 2_892_000)]
  inside()
  press('ok')
  expect(messages.at(-1)).toEqual({ kind: 'play', movie_id: 'm77', point: 2_892_000, viewer: '' })
  press('down', 'ok')
  expect(openFilm()?.film.id).toBe('m0')
  press('ok')
  expect(messages.at(-1)).toEqual({ kind: 'play', movie_id: 'm0', point: 0, viewer: '' })
  press('back')
  expect(top()?.kind).toBe('home')
})

test('while a film plays arrows seek, OK pauses and goes on, back stops it; a TV’s own player keys do the same', () => {
  inside()
  isPlaying = true
  press('left', 'right', 'ok', 'ok', 'pause', 'play', 'forward', 'rewind', 'volume_up', 'mute', 'back')
  expect(did).toEqual([
    'seek 50000',
    'seek 90000',
    'pause',
    'resume',
    'pause',
    'resume',
    'seek 90000',
    'seek 50000',
    'volume {"step":5}',
    'volume {}',
    'exit',
  ])
})

test('P26: a key of the pad that is older than its life moves nothing', () => {
  inside()
  tv.heard({ kind: 'beat', at: 1_000_000 })
  now = 100
  press('right', 'right')
  tv.heard(key('left', 1_000_090))
  expect(focused()).toBe('m1')
  now = 600
  tv.heard(key('left', 1_000_200))
  expect(focused()).toBe('m1')
})

test('the pad’s keys are no gesture for sound, a key of the TV itself is', () => {
  inside()
  isPlaying = true
  tv.heard(key('ok', 0))
  expect(did).not.toContain('gesture')
  tv.pressHere('up')
  expect(did).toContain('gesture')
})

test('OK on the TV’s own remote that brings the sound does not pause the film; the next one does', () => {
  inside()
  isPlaying = true
  isBlocked = true
  tv.pressHere('ok')
  expect(did).toEqual(['gesture'])
  tv.pressHere('ok')
  expect(did).toEqual(['gesture', 'gesture', 'pause'])
})

test('a film that the phone starts plays at once, also where no key was ever pressed', () => {
  tv.line('open')
  tv.heard(face('inside'))
  tv.heard(aLoad)
  tv.heard({ kind: 'pause', play_id: 'another', seq: 2 })
  tv.heard({ kind: 'pause', play_id: 'p1', seq: 2 })
  expect(did).toEqual(['load 5000', 'pause'])
})

test('the next part of a film comes without the player’s overlay, a film that begins with it', () => {
  inside()
  isBetweenParts = true
  tv.heard({ ...aLoad, point: 0 })
  expect(tv.state.get().isOverlayOn).toBe(false)
  isBetweenParts = false
  tv.heard({ ...aLoad, point: 0 })
  expect(tv.state.get().isOverlayOn).toBe(true)
})

test('a screen that was removed says so, and asks again on OK', () => {
  inside()
  isPlaying = true
  tv.heard({ kind: 'forgotten' })
  expect(did).toContain('end')
  expect(tv.state.get()).toMatchObject({ isForgotten: true })
  press('ok')
  expect(tv.state.get().isForgotten).toBe(false)
})

const genreRow = (genre: string): ScreenRow => {
  const data = library.filter(({ genres }) => genres.indexOf(genre) >= 0)
  return { kind: 'genre', genre, total: data.length, data: data.slice(0, 8) }
}

test('a row has its first films at once, more as the focus nears its end, and opens all of them at the last place', () => {
  library = library.map((one, at) => (at % 2 === 0 ? { ...one, genres: ['drama'] } : one))
  rows = [genreRow('drama')]
  inside()
  expect(home().row.key).toBe('genre:drama')
  for (let step = 0; step < 90; step += 1) press('right')
  expect(home().row.length).toBe(61)
  expect(focused()).toBeUndefined()
  press('ok')
  expect(top()).toMatchObject({ kind: 'films', filter: { genre: 'drama' } })
})

test('the focus stays on its film when rows come and go, on the nearest one when it was deleted, and in its row after Back', () => {
  library = library.map((one, at) => (at < 40 ? { ...one, genres: ['drama'] } : one))
  rows = [genreRow('drama')]
  inside()
  press('right', 'right', 'right')
  expect(focused()).toBe('m3')
  press('ok')
  recent = [film(900, 60_000)]
  library = library.slice(1)
  rows = [genreRow('drama')]
  tv.heard({ kind: 'stale' })
  answer()
  press('back')
  expect([home().row.key, focused()]).toEqual(['genre:drama', 'm3'])
  library = library.filter(({ id }) => id !== 'm3')
  rows = [genreRow('drama')]
  tv.heard({ kind: 'stale' })
  answer()
  expect([home().row.key, focused()]).toEqual(['genre:drama', 'm4'])
  rows = []
  tv.heard({ kind: 'stale' })
  answer()
  expect(focused()).toBe('m900')
})

test('a film that was deleted closes its page; what is below it is shown', () => {
  inside()
  press('ok')
  expect(openFilm()?.detail).toBeDefined()
  library = library.slice(1)
  tv.heard({ kind: 'stale' })
  answer()
  expect(top()?.kind).toBe('home')
  expect(focused()).toBe('m1')
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
  library[0] = { ...film(0), kind: 'series' }
  episodes = [episode(1, { is_watched: true }), episode(2, { is_watched: true }), episode(3)]
  inside()
  press('ok')
  expect(openFilm()).toMatchObject({ zone: 'list', places: { 0: 2 } })
  press('ok')
  expect(messages.at(-1)).toMatchObject({ kind: 'play', movie_id: 'e3', point: 0 })
  episodes[1] = episode(2, { point: 9_000 })
  press('left')
  tv.heard({ kind: 'stale' })
  answer()
  press('ok')
  expect(messages.at(-1)).toMatchObject({ kind: 'play', movie_id: 'e2', point: 9_000 })
  press('up', 'up')
  expect(openFilm()?.zone).toBe('tabs')
})

test('the search takes the TV’s keys, a keyboard and text from a phone; the box is told while it is open', () => {
  inside()
  press('up', 'ok')
  expect(messages.at(-1)).toEqual({ kind: 'typing', is_open: true, text: '' })
  press('down', 'right', 'ok')
  expect(top()).toMatchObject({ kind: 'search', text: 'h' })
  expect(tv.type('Backspace')).toBe(true)
  for (const letter of ['f', 'i', 'l', 'm', ' ', '7']) expect(tv.type(letter)).toBe(true)
  expect(messages.filter(({ kind }) => kind === 'search')).toEqual([])
  clock.pass(1_000)
  answer()
  expect(top()).toMatchObject({ text: 'film 7', results: { total: 111 } })
  press('right', 'right', 'right', 'right', 'right', 'right', 'ok')
  expect(openFilm()?.film.id).toBe('m70')
  press('back', 'back')
  expect(messages.at(-1)).toEqual({ kind: 'typing', is_open: false, text: '' })
  tv.heard({ kind: 'text', text: 'film 12' })
  clock.pass(1_000)
  answer()
  expect(top()).toMatchObject({ kind: 'search', text: 'film 12' })
})

test('near its end the next film is offered: it is taken at once, or the person stays', () => {
  const next = { movie_id: 'm5', title: 'Two', series_title: 'One', season: 1, episode: 2, picture: '' }
  inside()
  isPlaying = true
  tv.heard({ ...aLoad, next })
  const showing = (point: number) => tv.show({ load: { ...aLoad, next }, state: 'playing', point, duration: 60_000 })
  showing(20_000)
  press('ok')
  expect(did.at(-1)).toBe('pause')
  showing(57_000)
  press('ok')
  expect(messages.at(-1)).toEqual({ kind: 'next', play_id: 'p1' })
  press('right', 'ok')
  expect(messages.at(-1)).toEqual({ kind: 'stay', play_id: 'p1' })
  press('ok')
  expect(did.at(-1)).toBe('resume')
})

test('down leads to the controls: they seek, pause, choose tracks and switch comments', () => {
  inside()
  isPlaying = true
  const track = { language: 'en', title: '', is_default: false }
  const subtitle = { ...track, id: 's1', source: 'inside' as const, format: 'subrip', is_forced: false, trouble: '' as const }
  const tracks = {
    audio: [],
    subtitles: [subtitle],
    chapters: [],
    audio_id: '',
    subtitle_id: '',
    offset_ms: 0,
    size: 'm' as const,
    is_loading: false,
  }
  tv.heard({ kind: 'tracks', play_id: 'p1', tracks, subtitle: null })
  tv.heard({
    kind: 'bullets',
    play_id: 'p1',
    data: [{ id: 'b', text: 'x', time_ms: 1, color: '#ffffff', mode: 'roll', is_mine: false }],
    is_new: false,
  })
  press('down', 'right', 'ok')
  expect(did.at(-1)).toBe('seek 90000')
  press('right', 'ok')
  expect(tv.state.get().menu).toMatchObject({ title: 'subtitles', chosen: 'off' })
  press('down', 'ok')
  expect(messages.at(-1)).toEqual({ kind: 'tracks', play_id: 'p1', subtitle_id: 's1' })
  press('right', 'ok')
  expect(tv.state.get().panel.areBulletsOn).toBe(false)
  press('right', 'ok', 'down', 'ok')
  expect(messages.at(-1)).toEqual({ kind: 'speed', play_id: 'p1', speed: 1.25 })
  press('up', 'left')
  expect(did.at(-1)).toBe('seek 50000')
})

test('a page that nobody uses gets dark: after three minutes, ten while a film is paused; a key only wakes it', () => {
  inside()
  press('right')
  clock.pass(3 * 60_000)
  expect(tv.state.get().isIdle).toBe(true)
  press('right')
  expect(tv.state.get().isIdle).toBe(false)
  expect(focused()).toBe('m1')
  tv.show({ load: aLoad, state: 'playing', point: 0, duration: 60_000 })
  clock.pass(60 * 60_000)
  expect(tv.state.get().isIdle).toBe(false)
  tv.show({ load: aLoad, state: 'paused', point: 0, duration: 60_000 })
  clock.pass(9 * 60_000)
  expect(tv.state.get().isIdle).toBe(false)
  clock.pass(60_000)
  expect(tv.state.get().isIdle).toBe(true)
})

test('where the household has several people the page asks once who watches, and films are theirs', () => {
  const people = [
    { id: 'u1', name: 'Ann' },
    { id: 'u2', name: 'Bob' },
  ]
  tv.line('open')
  tv.heard({ ...insideFace, people })
  answer()
  press('right', 'ok')
  press('ok', 'ok')
  expect(messages.at(-1)).toMatchObject({ kind: 'play', movie_id: 'm0', viewer: 'u2' })
  tv.heard({ ...insideFace, people })
  expect(tv.state.get()).toMatchObject({ viewer: 'u2', viewerAt: -1 })
  tv.heard({ ...insideFace, people: [] })
  expect(tv.state.get().viewer).toBe('')
})

test('all films are sorted and screened by their choices', () => {
  library = library.map((one, at) => (at % 2 === 0 ? { ...one, genres: ['drama'] } : one))
  rows = [genreRow('drama')]
  inside()
  press('up', 'right', 'ok')
  press('up', 'right', 'ok')
  expect(tv.state.get().menu?.choices.map(({ id }) => id)).toEqual(['', 'drama'])
  press('down', 'ok')
  press('down', 'right')
  expect(top()).toMatchObject({ kind: 'films', filter: { genre: 'drama' }, column: 1 })
  press('ok')
  expect(openFilm()?.film.id).toBe('m2')
  press('back', 'back')
  expect(top()?.kind).toBe('home')
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
