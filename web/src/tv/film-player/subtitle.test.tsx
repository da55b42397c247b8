/** Subtitles on the TV: read as the box writes them, fetched once, shown at their time and position, never as HTML. */
import type { ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { aLoad } from '../../testing/samples.ts'
import { noTracks } from '@homeport/contract/shape/film/track.ts'
import { cuesAt, readCues } from './subtitle-cues.ts'
import { SubtitleLayer } from './subtitle-layer.tsx'
import { createSubtitles } from './subtitle-state.ts'
import type { Showing } from './state.ts'

const vtt = [
  'WEBVTT',
  '00:00:01.000 --> 00:00:02.000\n<i>Hello</i> &lt;b&gt; &amp;amp;',
  '00:00:01.500 --> 01:00:03.000\nzwei\nZeilen',
  '00:00:05.000 --> 00:00:06.000 line:0%,start position:100%,line-right align:end\n<b><c.yellow>oben</c></b>',
  '',
].join('\n\n')

describe('the text', () => {
  test('has times, places and looks; entities are letters', () => {
    const [first, , third] = readCues(vtt)
    expect(first?.spans.map(({ text, isItalic }) => [text, isItalic])).toEqual([
      ['Hello', true],
      [' <b> &amp;', false],
    ])
    expect(third).toMatchObject({
      startMs: 5_000,
      endMs: 6_000,
      position: { line: 0, lineAlign: 'start', position: 100, positionAlign: 'line-right', align: 'end' },
      spans: [{ text: 'oben', isBold: true, color: 'yellow' }],
    })
  })
  test('cues run from their start to before their end, also overlapping ones', () => {
    const at = (point: number) => cuesAt(readCues(vtt), point).map(({ index }) => index)
    expect([0, 999, 1_000, 1_500, 2_000, 3_599_000, 5_000, 6_000].map(at)).toEqual([[], [], [0], [0, 1], [1], [1], [1, 2], [1]])
  })
  test('what is no WebVTT has no cues', () => expect(readCues('<html>')).toEqual([]))
})

describe('on the page', () => {
  const clock = handClock()
  let fetched: string[]
  let answer: () => Promise<string>
  let subtitles: ReturnType<typeof createSubtitles>
  const tracks = (more: object = {}, play_id = aLoad.play_id): ToScreen => ({
    kind: 'tracks',
    play_id,
    tracks: noTracks,
    subtitle: { url: 'media/a', language: 'zh-Hans', offset_ms: 0, size: 'm', ...more },
    secondary: null,
  })
  const video = { current: document.createElement('video') }
  const showing: Showing = { load: { ...aLoad, offset: 0 }, state: 'playing', point: 0, duration: 60_000 }

  beforeEach(() => {
    vi.useFakeTimers()
    fetched = []
    answer = async () => vtt
    subtitles = createSubtitles({ getText: (url) => (fetched.push(url), answer()), later: clock.later })
    video.current.currentTime = 0
  })
  afterEach(() => vi.useRealTimers())

  const show = async (isRaised = false, load = showing.load) => {
    const view = render(<SubtitleLayer subtitles={subtitles} showing={{ ...showing, load }} video={video} isRaised={isRaised} />)
    await act(async () => vi.advanceTimersByTime(100))
    return view.container
  }
  const at = async (seconds: number) => {
    video.current.currentTime = seconds
    await act(async () => vi.advanceTimersByTime(100))
  }

  test('the line stands at its time, letter by letter, with offset, size and language', async () => {
    subtitles.receive(tracks())
    const page = await show()
    await at(1.2)
    expect(page.textContent).toBe('Hello <b> &amp;')
    expect(page.querySelector('.subtitle-layer-subtitles')?.getAttribute('lang')).toBe('zh-Hans')
    await act(async () => subtitles.receive(tracks({ offset_ms: 2_000, size: 'l' })))
    await at(1.2)
    expect(page.textContent).toBe('')
    expect(page.querySelector('.subtitle-layer-subtitles')?.classList).toContain('subtitle-layer-large')
    await at(3.2)
    expect(page.textContent).toBe('Hello <b> &amp;')
    expect(fetched).toEqual(['media/a'])
  })

  test('the times of a source that begins later are in the whole film; it is raised above the overlay', async () => {
    subtitles.receive(tracks())
    const page = await show(true, { ...aLoad, offset: 4_000 })
    await at(1.5)
    expect(page.querySelector('.subtitle-layer-positioned')?.textContent).toBe('oben')
    expect(page.querySelector('.subtitle-layer-raised')).not.toBeNull()
  })

  test('a second one stands above, each with its offset; only what a file places at the top has its own place', async () => {
    const en = { url: 'media/b', language: 'en', offset_ms: -1_000, size: 'm' }
    answer = async () => `${vtt}00:00:07.000 --> 00:00:08.000 line:90%,start\nunten\n\n`
    subtitles.receive({ ...tracks(), secondary: en } as ToScreen)
    const page = await show()
    const lines = () =>
      [...page.querySelectorAll('.subtitle-layer-below > .subtitle-layer-lines p')].map(({ textContent }) => textContent)
    const above = () =>
      [...page.querySelectorAll('.subtitle-layer-below > .subtitle-layer-secondary p')].map(({ textContent }) => textContent)
    await at(0.2)
    expect([lines(), above()]).toEqual([[], ['Hello <b> &amp;']])
    await at(1.2)
    expect([lines(), above()]).toEqual([['Hello <b> &amp;'], ['zwei\nZeilen']])
    expect(page.querySelector('.subtitle-layer-secondary')?.getAttribute('lang')).toBe('en')
    await at(5.2)
    expect(page.querySelector('.subtitle-layer-positioned')?.textContent).toBe('oben')
    await at(7.2)
    expect(lines()).toContain('unten')
    await act(async () => subtitles.receive(tracks()))
    expect(page.querySelector('.subtitle-layer-secondary')).toBeNull()
    expect(fetched).toEqual(['media/a', 'media/b'])
  })

  test('another film, the end, and off take it away', async () => {
    subtitles.receive(tracks())
    const page = await show()
    await at(1.2)
    await act(async () => subtitles.receive({ ...tracks(), subtitle: null } as ToScreen))
    expect(page.textContent).toBe('')
    await act(async () => subtitles.receive(tracks()))
    await at(1.2)
    expect(page.textContent).not.toBe('')
    await act(async () => subtitles.receive({ ...aLoad, play_id: 'other' }))
    expect(page.textContent).toBe('')
  })

  test('a text that does not come is said to be loading, and asked for again', async () => {
    answer = () => Promise.reject(new Error('away'))
    subtitles.receive(tracks())
    const page = await show()
    await act(async () => vi.advanceTimersByTime(1_000))
    expect(page.querySelector('[role=status]')).not.toBeNull()
    answer = async () => vtt
    await act(async () => clock.pass(2_000))
    await at(1.2)
    expect(page.textContent).toContain('Hello')
    expect(fetched).toEqual(['media/a', 'media/a'])
  })
})
