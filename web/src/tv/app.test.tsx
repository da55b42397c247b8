/** The TV page draws each state, in both languages, with a fake player and box. */
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { aLoad } from '../testing/samples.ts'
import { face, film, openTvPage, type TvPage } from '../testing/tv-page.ts'
import { App } from './app.tsx'
import { openSubtitles } from './film-player/subtitle-state.ts'

let page: TvPage

function show(lang: 'en' | 'zh' = 'en') {
  setLang(lang)
  render(<App tv={page.tv} subtitles={openSubtitles(page.clock.later)} watch={() => undefined} />)
}
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const become = (run: () => void) => act(async () => run())

beforeEach(() => {
  vi.useFakeTimers()
  page = openTvPage()
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const waiting = [
  ['unbound', 'This box isn’t paired yet', '盒子还没有绑定'],
  ['code', 'Pair your box', '绑定你的盒子'],
  ['digits', 'Connect this TV', '连接这台电视'],
  ['queue', 'Just a moment', '请稍候'],
] as const

test.each(waiting)('%s: what to do stands there, in both languages', async (name, en, zh) => {
  page.tv.line('open')
  const given = { address: 'http://192.168.1.4', code: 'ABCD2345', digits: '4711', devsn: 'AAAAAAAAAAAAXYZ1', left_ms: 65_000 }
  page.tv.heard({ ...face(name), ...given, qr: { path: 'M0 0h1v1h-1z', side: 21 } })
  show('en')
  expect(title()).toBe(en)
  const text = document.body.textContent
  if (name === 'code') {
    expect(screen.getByRole('img', { name: 'A B C D 2 3 4 5' })).toBeTruthy()
    expect(text).toContain('XYZ1 · New code in 1:05')
    expect(text).not.toContain('AAAA')
  }
  if (name === 'digits') expect(screen.getByRole('img', { name: '4 7 1 1' })).toBeTruthy()
  if (name === 'unbound') expect(text).toContain('npm run pair')
  if (name === 'unbound' || name === 'digits') expect(text).toContain('Open Homeport at http://192.168.1.4')
  expect(document.querySelectorAll('svg.tv-pairing-code')).toHaveLength(name === 'code' || name === 'digits' ? 1 : 0)
  await become(() => setLang('zh'))
  expect(title()).toBe(zh)
})

test('after several episodes without anybody it asks whether somebody watches, in both languages; its button goes on', async () => {
  page.inside()
  show('en')
  await become(() => page.tv.heard({ kind: 'ask', play_id: 'p1' }))
  expect(title()).toBe('Still watching?')
  await become(() => setLang('zh'))
  expect(title()).toBe('还在看吗？')
  await become(() => screen.getByRole('button', { name: '继续观看' }).click())
  expect(page.messages.at(-1)).toEqual({ kind: 'touched', play_id: 'p1' })
})

test('until the box answers nothing is said for half a second, then that it is being connected to', async () => {
  show()
  expect(screen.queryByRole('heading')).toBe(null)
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(title()).toBe('Connecting to the box')
})

test('a box that is away, another tab, and a TV that was removed: each in words, and the button of the last two is OK', async () => {
  page.inside()
  show()
  await become(() => page.tv.line('lost'))
  expect(title()).toBe('The box is offline')
  expect(screen.queryByRole('button')).toBe(null)
  await become(() => page.tv.line('away'))
  expect(title()).toBe('Homeport is open in another tab')
  await become(() => screen.getByRole('button', { name: 'OK' }).click())
  expect(page.did).toEqual(['again'])
  await become(() => {
    page.tv.line('open')
    page.tv.heard({ kind: 'forgotten' })
  })
  expect(title()).toBe('This TV was removed')
  await become(() => screen.getByRole('button', { name: 'OK' }).click())
  await become(() => page.tv.heard(face('digits')))
  expect(title()).toBe('Connect this TV')
})

test('a library without films says where they come from', async () => {
  page.library = []
  page.inside()
  show('zh')
  expect(title()).toBe('影库还是空的')
})

test.each(['never answered', 'empty now'])(
  'S144: a damaged database is told in both languages instead of a library that %s; films that are known stay',
  async (how) => {
    if (how === 'never answered') page.tv.line('open')
    else {
      page.library = []
      page.inside()
    }
    page.tv.heard({ ...face('inside'), is_damaged: true })
    show('en')
    expect(title()).toBe('The box’s database is damaged')
    expect(screen.getByText('Films come back once a backup is brought back on the box.')).toBeTruthy()
    await become(() => setLang('zh'))
    expect(title()).toBe('盒子的数据库已损坏')
    await become(() => {
      page.library = [film(0)]
      page.inside()
      page.tv.heard({ ...face('inside'), is_damaged: true })
    })
    expect(title()).toBe('Film 0')
  },
)

test('S144: a TV that the box cannot look up says that the database is damaged, and no digits', async () => {
  page.tv.line('open')
  page.tv.heard({ ...face('digits'), digits: '4711', is_damaged: true })
  show()
  expect(title()).toBe('The box’s database is damaged')
  expect(screen.queryByRole('img')).toBe(null)
})

test('the first page has its films; OK opens one, and what the box refuses is said for a while', async () => {
  page.inside()
  show()
  expect(screen.getByRole('banner').textContent).toContain('box')
  expect(screen.getAllByText('Film 0').length).toBeGreaterThan(0)
  await become(() => page.press('ok'))
  expect(title()).toBe('Film 0')
  await become(() => page.tv.heard({ kind: 'refused', reason: 'no_file' }))
  const note = () => within(screen.getAllByRole('status').at(-1) ?? document.body)
  expect(note().getByText('File not found. Is its disk connected?')).toBeTruthy()
  await become(() => page.tv.heard({ kind: 'refused', reason: 'unheard of' }))
  expect(note().getByText('Can’t play this film.')).toBeTruthy()
  await become(() => page.clock.pass(60_000))
  expect(screen.queryByText('Can’t play this film.')).toBe(null)
})

test('each row that can be seen has its name, and the rows of the library have one together', async () => {
  const row = (kind: 'new' | 'genre', genre: string) => ({ kind, genre, total: 8, data: page.library.slice(0, 8) })
  page.rows = [row('new', ''), row('genre', 'drama')]
  page.inside()
  show()
  const names = () => screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  expect(names().slice(0, 2)).toEqual(['New on this box', 'Drama'])
  await become(() => page.press('down'))
  expect(names().slice(0, 2)).toEqual(['Drama', 'Library'])
  await become(() => page.press('down'))
  expect(names()).toEqual(['Library1 to 7 of 2,000'])
})

test('an episode has its number in few letters below its poster, and in words for a screen reader', async () => {
  const episode = { id: 'e3', season: 1, episode: 3, title: 'Lamp 3' }
  page.rows = [{ kind: 'next', genre: '', total: 1, data: [{ ...film(1), episode }] }]
  page.inside()
  show()
  expect(screen.getByRole('button', { name: 'Film 1 Season 1, Episode 3' })).toBeTruthy()
  expect(screen.getByText('S1 E3')).toBeTruthy()
})

test('the choices of a chip above the films open beside the chips, those of a track at the foot of the film', async () => {
  page.inside()
  show()
  await become(() => page.press('up', 'right', 'ok'))
  await become(() => page.press('up', 'ok'))
  expect(screen.getByRole('dialog', { name: 'Show' }).className).toBe('tv-overlays-menu tv-overlays-ofChips')
})

test.each([
  ['A Trip to the Moon', false],
  ['The Extraordinarily Long Voyage of the Harbour Lighthouse Keepers', true],
  ['千与千寻', false],
  ['灯塔看守人和他的狗在漫长冬夜里乘着小船', true],
])('%s: a title that needs more than two lines of the largest letters has smaller ones: %s', async (name, is) => {
  page.library = [{ ...film(0), title: name }]
  page.inside()
  show()
  const heading = () => screen.getByRole('heading', { level: 1, name })
  expect(heading().closest('.tv-hero-hero')?.classList.contains('tv-hero-long')).toBe(is)
  await become(() => page.press('ok'))
  expect(heading().closest('.tv-hero-hero')?.classList.contains('tv-hero-long')).toBe(is)
})

test('with several people it asks who watches; a press chooses, and the name stands at the top', async () => {
  page.tv.line('open')
  const people = [
    { id: 'u1', name: 'anna' },
    { id: 'u2', name: '小本' },
  ]
  page.tv.heard({ ...face('inside'), people })
  page.answer()
  show()
  expect(title()).toBe('Who is watching?')
  await become(() => screen.getByRole('button', { name: '小本' }).click())
  await become(() => page.answer())
  expect(within(screen.getByRole('banner')).getByText('小本')).toBeTruthy()
})

const playing = (more: object = {}) =>
  ({ load: { ...aLoad, title: 'Metropolis' }, state: 'playing', point: 15_000, duration: 60_000, ...more }) as const

test('over a film: its title, where it is and what is left; paused it says so, and a press on the bar seeks', async () => {
  page.inside()
  page.isPlaying = true
  show()
  await become(() => page.tv.show(playing({ state: 'paused' })))
  expect(title()).toBe('Metropolis')
  expect(document.querySelector('.tv-player-times')?.textContent).toBe('0:15−0:45')
  expect(screen.getByText('Paused')).toBeTruthy()
  expect(screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Progress' }).value).toBe(0.25)
  const bar = document.querySelector('.tv-player-bar') ?? document.body
  vi.spyOn(bar, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 1_000, 10))
  await become(() => void fireEvent.click(bar, { clientX: 600 }))
  expect(page.did.at(-1)).toBe('seek 30000')
  await become(() => setLang('zh'))
  expect(screen.getByText('已暂停')).toBeTruthy()
  await become(() => setLang('en'))
  const series = { title: 'Les Vampires', season: 1, episode: 4 }
  await become(() => page.tv.show(playing({ state: 'paused', load: { ...aLoad, title: 'The Spectre', series } })))
  expect(screen.getByText('Les Vampires · S1 E4 · Paused')).toBeTruthy()
})

test('the card of the next episode says which one it is, with its title where it has one', async () => {
  page.inside()
  page.isPlaying = true
  show()
  const next = { movie_id: 'm5', title: 'The Spectre', series_title: 'Les Vampires', season: 2, episode: 1, picture: '' }
  const load = { ...aLoad, series: { title: 'Les Vampires', season: 1, episode: 9 }, next }
  await become(() => (page.tv.heard(load), page.tv.show(playing({ load, point: 57_000 }))))
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('S2 E1 · The Spectre')
  await become(() => page.tv.heard({ kind: 'next', play_id: load.play_id, next: { ...next, title: '' } }))
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('S2 E1')
})

test.each([
  ['Marta', 'Marta started Amelie'],
  ['', 'Started from a phone: Amelie'],
])('a film that replaces another says who started it (%j)', async (by, note) => {
  page.inside()
  page.isPlaying = true
  show()
  await become(() => page.tv.show(playing()))
  const load = { ...aLoad, play_id: 'p2', title: 'Amelie', by }
  await become(() => (page.tv.heard(load), page.tv.show(playing({ load }))))
  expect(screen.getByText(note)).toBeTruthy()
})

test('a film that loads says so after half a second; a box that is away meanwhile is named, while one that plays on is left alone', async () => {
  page.inside()
  page.isPlaying = true
  show()
  await become(() => page.tv.show(playing({ state: 'loading' })))
  expect(screen.queryByText('Loading')).toBe(null)
  await act(() => vi.advanceTimersByTimeAsync(500))
  expect(screen.getByText('Loading')).toBeTruthy()
  await become(() => page.tv.line('lost'))
  expect(screen.getByText('The box is offline')).toBeTruthy()
  await become(() => page.tv.show(playing()))
  expect(screen.queryByText('The box is offline')).toBe(null)
  expect(screen.queryByText('Loading')).toBe(null)
})

test('without sound it says which key turns it on; the volume is shown and goes', async () => {
  page.inside()
  page.isPlaying = true
  show()
  await become(() => {
    page.tv.show(playing())
    page.tv.sound({ volume: 40, sound: 'blocked', night: 'off' })
  })
  expect(screen.getByText('Press OK on the TV’s remote to turn on sound')).toBeTruthy()
  await become(() => page.tv.sound({ volume: 40, sound: 'on', night: 'off' }))
  expect(screen.queryByText(/turn on sound/)).toBe(null)
  expect(document.body.textContent).toContain('40')
  await become(() => page.tv.sound({ volume: 40, sound: 'muted', night: 'off' }))
  expect(screen.getAllByText('Muted').length).toBeGreaterThan(0)
  await become(() => page.clock.pass(10_000))
  expect(screen.queryByText('Muted')).toBe(null)
})

test('a resumable film is in the first row, with where it goes on', async () => {
  page.recent = [film(7, 30_000)]
  page.inside()
  show()
  expect(screen.getByText('Continue watching')).toBeTruthy()
  expect(screen.getAllByText(/Resume from 0:30/).length).toBeGreaterThan(0)
})
