/** Watch here, with a fake player and box: what the page shows in each state, and what fingers and keys do. */
import { noTracks } from '@homeport/contract/shape/film/track.ts'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { aLoad } from '../../testing/samples.ts'
import { face, openTvPage, type TvPage } from '../../testing/tv-page.ts'
import { openSubtitles } from '../film-player/subtitle-state.ts'
import type { PlaybackState } from '../film-player/state.ts'
import { HereApp } from './here-app.tsx'

const minute = 60_000
let page: TvPage
let leaveCount: number
let tries: number

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.setAttribute('open', '')
  }
  setLang('en')
  page = openTvPage()
  leaveCount = 0
  tries = 0
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function show(canPlay = true) {
  const subtitles = openSubtitles(page.clock.later)
  const [again, leave] = [() => void (tries += 1), () => void (leaveCount += 1)]
  const watch = () => undefined
  render(<HereApp {...{ tv: page.tv, subtitles, watch, canPlay, again, leave }} />)
}
const become = (run: () => void) => act(async () => run())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const button = (name: string | RegExp) => screen.getByRole('button', { name })

/** The film plays, of 100 minutes, at minute 10. */
async function playing(state: PlaybackState = 'playing', point = 10 * minute) {
  page.inside()
  page.isPlaying = true
  const load = { ...aLoad, title: 'Metropolis', duration: 100 * minute }
  await become(() => page.tv.show({ load, state, point, duration: 100 * minute }))
}

const audio = (id: string, language: string, channels = 2) => ({
  id,
  language,
  title: '',
  codec: 'aac',
  channels,
  is_default: false,
})
const text = (id: string, language: string) => ({
  id,
  language,
  source: 'inside' as const,
  format: 'subrip',
  title: '',
  is_forced: false,
  is_default: false,
  trouble: '' as const,
})
const tracks = () =>
  page.tv.heard({
    kind: 'tracks',
    play_id: 'p1',
    subtitle: null,
    secondary: null,
    tracks: {
      ...noTracks,
      audio: [audio('a1', 'en'), audio('a2', 'fr', 4)],
      subtitles: [text('s1', 'zh')],
      chapters: [],
      audio_id: 'a1',
      subtitle_id: '',
      offset_ms: 0,
      size: 'm',
      is_loading: false,
    },
  })

/** As a finger taps the film, at this share of its width. */
function tap(share: number, pointerType = 'touch') {
  const film = document.querySelector('.here-picture')
  if (!film) throw new Error('no film')
  vi.spyOn(film, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 100, 56))
  const event = new MouseEvent('pointerup', { bubbles: true, clientX: share * 100 })
  Object.defineProperty(event, 'pointerType', { value: pointerType })
  fireEvent(film, event)
}
const isShown = () => document.querySelector('.here-here')?.classList.contains('here-on')

describe('without a film', () => {
  test('until the box answers nothing is said for half a second', async () => {
    show()
    expect(title()).toBe('\u00a0')
    await pass(500)
    expect(title()).toBe('Connecting to the box')
  })

  test.each([
    { when: 'the box is out of reach', happen: () => page.tv.line('lost'), en: 'The box can’t be reached', zh: '连不上盒子' },
    {
      when: 'its screen is gone',
      happen: () => page.tv.heard({ kind: 'forgotten' }),
      en: 'The film is no longer open here',
      zh: '影片已不在这里播放',
    },
    {
      when: 'another tab plays',
      happen: () => page.tv.line('away'),
      en: 'Open in another tab',
      zh: '已在其他标签页打开',
    },
  ])('$when: one sentence, and the way back', async ({ happen, en, zh }) => {
    page.tv.line('open')
    page.tv.heard(face('inside'))
    show()
    await become(happen)
    expect(title()).toBe(en)
    await become(() => setLang('zh'))
    expect(title()).toBe(zh)
    fireEvent.click(button('返回影片'))
    expect(leaveCount).toBe(1)
  })

  test('never shows four digits: nobody lets this page in but its person', async () => {
    page.tv.line('open')
    page.tv.heard({ ...face('digits'), digits: '4711' })
    show()
    expect(document.body.textContent).not.toContain('4')
  })

  test('a film that the box refuses says why for as long as one looks, and can be tried again', async () => {
    page.inside()
    show()
    await become(() => page.tv.heard({ kind: 'refused', reason: 'no_ffmpeg' }))
    await become(() => page.clock.pass(60_000))
    expect(title()).toBe('This device can’t play the film. Install ffmpeg on the box to convert it.')
    for (const count of [1, 2]) {
      fireEvent.click(button('Try again'))
      expect(tries).toBe(count)
      expect(title()).not.toContain('ffmpeg')
      await become(() => page.tv.heard({ kind: 'refused', reason: 'no_ffmpeg' }))
      expect(title()).toContain('ffmpeg')
    }
    expect(leaveCount).toBe(0)
  })

  test('a browser that plays no film says so', () => {
    show(false)
    expect(title()).toBe('This browser can’t play films')
    expect(button('Back to the film')).toBeTruthy()
  })
})

describe('the film', () => {
  test('its controls hide after three seconds, and come by a tap; they stay while it is paused', async () => {
    show()
    await playing()
    expect(isShown()).toBe(true)
    await pass(3_000)
    expect(isShown()).toBe(false)
    await become(() => tap(0.5))
    expect(isShown()).toBe(true)
    await pass(3_000)
    page.did.push('pause')
    await playing('paused')
    await pass(60_000)
    expect(isShown()).toBe(true)
    fireEvent.click(button('Play'))
    expect(page.did).toContain('resume')
  })

  test('of an episode the number stays whole beside the series, and the card of the next one stands in place of the large buttons', async () => {
    const next = { movie_id: 'm5', title: 'Two', series_title: 'One', season: 1, episode: 2, picture: '' }
    const load = { ...aLoad, title: 'One', series: { title: 'The Lamplighters', season: 1, episode: 1 }, next }
    page.inside()
    page.isPlaying = true
    show()
    const at = (point: number) => page.tv.show({ load, state: 'playing', point, duration: 60_000 })
    const isSettled = () => screen.getByRole('main').classList.contains('here-beforeNext')
    await become(() => (page.tv.heard(load), at(20_000)))
    expect(document.querySelector('.here-title .here-number')?.textContent).toBe('\u00a0· S1 E1')
    expect(isSettled()).toBe(false)
    await become(() => at(57_000))
    expect(button('Play now')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('S1 E2 · Two')
    expect(isSettled()).toBe(true)
  })

  test('a second tap on the left or right goes back 10 or on 30 seconds; two in the middle do not', async () => {
    show()
    await playing()
    await become(() => (tap(0.1), tap(0.1)))
    expect(page.did).toContain('seek 50000')
    await become(() => (tap(0.9), tap(0.9)))
    expect(page.did).toContain('seek 90000')
    const before = page.did.length
    await become(() => (tap(0.5), tap(0.5)))
    expect(page.did.slice(before)).toEqual([])
  })

  test('a mouse pauses by a click on the film', async () => {
    show()
    await playing()
    await become(() => tap(0.5, 'mouse'))
    expect(page.did).toContain('pause')
  })

  test('the time line follows the finger, and the film when it is let go', async () => {
    show()
    await playing()
    const line = screen.getByRole('slider', { name: 'Progress' })
    expect(line.getAttribute('aria-valuetext')).toBe('10:00')
    fireEvent.input(line, { target: { value: String(25 * minute) } })
    expect(line.getAttribute('aria-valuetext')).toBe('25:00')
    expect(page.did.filter((one) => one.startsWith('seek'))).toEqual([])
    await become(() => line.dispatchEvent(new Event('change')))
    expect(page.did).toContain(`seek ${25 * minute}`)
  })

  test('subtitles, audio and speed are chosen in one sheet', async () => {
    show()
    await playing()
    await become(tracks)
    expect(button('Subtitles: Off').textContent).toBe('Subtitles')
    fireEvent.click(button('Subtitles: Off'))
    const sheet = screen.getByRole('dialog', { name: 'Subtitles and audio' })
    fireEvent.click(within(sheet).getByRole('radio', { name: /^Chinese/ }))
    fireEvent.click(within(sheet).getByRole('radio', { name: /^French.*4\.0$/ }))
    fireEvent.click(within(sheet).getByRole('radio', { name: '1.5×' }))
    expect(page.messages.slice(-3)).toEqual([
      { kind: 'tracks', play_id: 'p1', subtitle_id: 's1' },
      { kind: 'tracks', play_id: 'p1', audio_id: 'a2' },
      { kind: 'speed', play_id: 'p1', speed: 1.5 },
    ])
    fireEvent.keyDown(window, { key: 'Escape' })
    expect(screen.queryByRole('dialog')).toBe(null)
    expect(leaveCount).toBe(0)
  })

  test('a browser that allows no sound yet offers it, and is no error', async () => {
    show()
    await playing()
    await become(() => page.tv.sound({ volume: 100, sound: 'blocked', night: 'off' }))
    page.isBlocked = true
    fireEvent.click(button('Tap for sound'))
    expect(page.isBlocked).toBe(false)
  })

  test.each([
    [' ', 'pause'],
    ['ArrowLeft', 'seek 50000'],
    ['ArrowRight', 'seek 90000'],
    ['m', 'volume {}'],
    ['ArrowUp', 'volume {"step":5}'],
    ['MediaPlayPause', 'pause'],
  ])('the key "%s" of a keyboard does: %s', async (key, did) => {
    show()
    await playing()
    await pass(3_000)
    await become(() => void fireEvent.keyDown(window, { key }))
    expect(page.did).toContain(did)
    expect(isShown()).toBe(true)
  })

  test.each([
    ['X', () => fireEvent.click(button('Close'))],
    ['Esc', () => fireEvent.keyDown(window, { key: 'Escape' })],
  ])('%s ends it and leads back to the app', async (_, press) => {
    show()
    await playing()
    await become(() => void (press(), press()))
    expect(page.did).toContain('exit')
    await become(() => page.tv.show(null))
    await pass(60_000)
    expect(leaveCount).toBe(1)
  })

  test('Esc in full screen is the browser’s', async () => {
    show()
    await playing()
    Object.defineProperty(document, 'fullscreenElement', { configurable: true, value: document.body })
    await become(() => void fireEvent.keyDown(window, { key: 'Escape' }))
    Reflect.deleteProperty(document, 'fullscreenElement')
    expect(leaveCount).toBe(0)
  })

  test('at its end it leads back to the app; a refusal after it is shown instead', async () => {
    show()
    await playing('playing', 99 * minute)
    page.isPlaying = false
    await become(() => page.tv.show(null))
    await become(() => page.tv.heard({ kind: 'refused', reason: 'damaged' }))
    await pass(1_000)
    expect(leaveCount).toBe(0)
    expect(title()).toBe('This file is damaged and can’t be played.')
    await become(() => page.clock.pass(6_000))
    await playing()
    await become(() => page.tv.show(null))
    await pass(1_000)
    expect(leaveCount).toBe(1)
  })
})
