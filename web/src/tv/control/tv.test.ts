/** The TV page's state machine: effects of keys and messages. */
import type { SentByScreen, ScreenFilm, ToScreen } from '@homeport/contract/screen-page.ts'
import { beforeEach, expect, test } from 'vitest'
import type { FilmPlayer } from '../film-player/film-player.ts'
import { aLoad, aScreenFilm } from '../../testing/samples.ts'
import { keyOf, type Key } from '../keys.ts'
import { createShelf, filmAt, slotsOf } from '../shelf.ts'
import { createTv, type Tv } from './tv.ts'

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

const film = (at: number, point = 0): ScreenFilm => ({ ...aScreenFilm, id: `m${at}`, title: `Film ${at}`, point })

const player: FilmPlayer = {
  isOn: () => isPlaying,
  hasSound: () => true,
  isBetweenParts: () => isBetweenParts,
  playing: () => (isPlaying ? { play_id: 'p1', path: 'f', point: 0, is_paused: false } : null),
  load: ({ point }) => void (did.push(`load ${point}`), (isPlaying = true)),
  pause: () => void did.push('pause'),
  resume: () => void did.push('resume'),
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
  shelf = createShelf((word) => {
    messages.push(word)
    if (word.kind === 'films') answers.push(word)
  })
  tv = createTv({
    send: (word) => messages.push(word),
    shelf,
    player: () => player,
    reload: () => did.push('reload'),
    again: () => did.push('again'),
    now: () => now,
    later: () => () => {},
  })
})
const answers: Extract<SentByScreen, { kind: 'films' }>[] = []
function answer(): void {
  for (const { id, offset, limit } of answers.splice(0))
    tv.heard({
      kind: 'films',
      id,
      data: library.slice(offset, offset + limit),
      total: library.length,
      recent: offset === 0 ? recent : [],
    })
}
const face = (name: Extract<ToScreen, { kind: 'face' }>['face']): ToScreen => ({
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
const focused = () => {
  const { row, column } = tv.state.get()
  const slot = slotsOf(shelf.state.get(), row)[column]
  return slot && filmAt(shelf.state.get(), slot)?.id
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
  press('left', 'up')
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
  expect(messages.at(-1)).toEqual({ kind: 'play', movie_id: 'm77', point: 2_892_000 })
  press('down', 'ok')
  expect(tv.state.get().film?.id).toBe('m0')
  press('ok')
  expect(messages.at(-1)).toEqual({ kind: 'play', movie_id: 'm0', point: 0 })
  press('back')
  expect(tv.state.get().film).toBeNull()
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
