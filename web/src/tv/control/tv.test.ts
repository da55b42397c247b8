/** The TV page's state machine: effects of keys and messages. */
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { beforeEach, expect, test } from 'vitest'
import { aLoad } from '../../testing/samples.ts'
import { face, film, openTvPage, type TvPage } from '../../testing/tv-page.ts'

let page: TvPage
beforeEach(() => (page = openTvPage()))

const key = (name: 'left' | 'ok', at: number): ToScreen => ({ kind: 'key', key: name, phase: 'press', at, life_ms: 300 })

test('a page that was let in shows the library at once and waits for no key (S4)', () => {
  page.tv.line('open')
  page.tv.heard(face('digits'))
  page.press('ok', 'right')
  page.tv.heard({ kind: 'admitted' })
  expect(page.did).toEqual(['reload'])
  page.tv.heard(face('inside'))
  page.answer()
  expect(page.focused()).toBe('m0')
  page.press('right')
  expect(page.focused()).toBe('m1')
})

test('arrows move over thousands of films, the pages coming as the focus nears them', () => {
  page.inside()
  page.press('right', 'right', 'down')
  expect(page.focused()).toBe('m9')
  for (let row = 0; row < 200; row += 1) page.press('down')
  expect(page.focused()).toBe(`m${9 + 200 * 7}`)
  expect(Object.keys(page.shelf.state.get().pages).length).toBeLessThanOrEqual(5)
  page.press('home')
  page.answer()
  expect(page.focused()).toBe('m0')
  page.press('left')
  expect(page.focused()).toBe('m0')
  page.press('right', 'right', 'right', 'right', 'right', 'right', 'right')
  expect(page.focused()).toBe('m7')
  page.press('left')
  expect(page.focused()).toBe('m6')
  for (let row = 0; row < 400; row += 1) page.press('down')
  expect(page.focused()).toBe('m1999')
})

test('OK opens a film, its page plays it; one that was left goes on from there at once, or from the start', () => {
  page.recent = [film(77, 2_892_000)]
  page.inside()
  page.press('ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'play', movie_id: 'm77', point: 2_892_000, viewer: '' })
  page.press('down', 'ok')
  expect(page.openFilm()?.film.id).toBe('m0')
  page.press('ok')
  expect(page.messages.at(-1)).toEqual({ kind: 'play', movie_id: 'm0', point: 0, viewer: '' })
  page.press('back')
  expect(page.top()?.kind).toBe('home')
})

test('while a film plays arrows seek, OK pauses and goes on, back stops it; a TV’s own player keys do the same', () => {
  page.inside()
  page.isPlaying = true
  page.press('left', 'right', 'ok', 'ok', 'pause', 'play', 'forward', 'rewind', 'volume_up', 'mute', 'back')
  expect(page.did).toEqual([
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
  page.inside()
  page.tv.heard({ kind: 'beat', at: 1_000_000 })
  page.now = 100
  page.press('right', 'right')
  page.tv.heard(key('left', 1_000_090))
  expect(page.focused()).toBe('m1')
  page.now = 600
  page.tv.heard(key('left', 1_000_200))
  expect(page.focused()).toBe('m1')
})

test('the pad’s keys are no gesture for sound, a key of the TV itself is', () => {
  page.inside()
  page.isPlaying = true
  page.tv.heard(key('ok', 0))
  expect(page.did).not.toContain('gesture')
  page.tv.pressHere('up')
  expect(page.did).toContain('gesture')
})

test('OK on the TV’s own remote that brings the sound does not pause the film; the next one does', () => {
  page.inside()
  page.isPlaying = true
  page.isBlocked = true
  page.tv.pressHere('ok')
  expect(page.did).toEqual(['gesture'])
  page.tv.pressHere('ok')
  expect(page.did).toEqual(['gesture', 'gesture', 'pause'])
})

test('a film that the phone starts plays at once, also where no key was ever pressed', () => {
  page.tv.line('open')
  page.tv.heard(face('inside'))
  page.tv.heard(aLoad)
  page.tv.heard({ kind: 'pause', play_id: 'another', seq: 2 })
  page.tv.heard({ kind: 'pause', play_id: 'p1', seq: 2 })
  expect(page.did).toEqual(['load 5000', 'pause'])
})

test('the next part of a film comes without the player’s overlay, a film that begins with it', () => {
  page.inside()
  page.isBetweenParts = true
  page.tv.heard({ ...aLoad, point: 0 })
  expect(page.tv.state.get().isOverlayOn).toBe(false)
  page.isBetweenParts = false
  page.tv.heard({ ...aLoad, point: 0 })
  expect(page.tv.state.get().isOverlayOn).toBe(true)
})

test('a screen that was removed says so, and asks again on OK', () => {
  page.inside()
  page.isPlaying = true
  page.tv.heard({ kind: 'forgotten' })
  expect(page.did).toContain('end')
  expect(page.tv.state.get()).toMatchObject({ isForgotten: true })
  page.press('ok')
  expect(page.tv.state.get().isForgotten).toBe(false)
})
