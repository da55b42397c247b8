/** The sheet for subtitles and audio: names, troubles, choices at once, offset in steps, search and fetch with every refusal. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { noTracks, type PlayerTracks, type SubtitleTrack } from '@homeport/contract/shape/film/track.ts'
import { subtitleSearchTroubles } from '@homeport/contract/playback/tracks.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { handClock } from '../../../../testing/hand-clock.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { published, serve } from '../../testing/server.ts'
import { audioNames, offsetText, soundFacts, subtitleNames } from './tracks-names.ts'
import { TracksSheet } from './tracks-sheet.tsx'
import { createStepper, holdAfterMs, holdEveryMs, sendAfterMs } from './tracks-stepper.ts'
import { tracksText } from './tracks-text.ts'

const texts = tracksText.en
const audio = { id: '1', language: 'en', title: 'Orchestral score, 2010', codec: 'flac', channels: 6, is_default: true }
const subtitle = {
  id: '3',
  source: 'inside',
  format: 'subrip',
  language: 'zh-Hans',
  title: '简体中文',
  is_forced: false,
  is_default: false,
  trouble: '',
} as const
const tracks: PlayerTracks = {
  ...noTracks,
  audio: [audio, { ...audio, id: '2', language: '', title: 'Piano', codec: 'aac', channels: 2 }],
  subtitles: [
    subtitle,
    { ...subtitle, id: 'beside:a.en.srt', source: 'beside', format: 'srt', language: 'en', title: '' },
    { ...subtitle, id: '4', language: 'de', title: '', format: 'dvd_subtitle', trouble: 'picture' },
  ],
  audio_id: '1',
  subtitle_id: '3',
  offset_ms: -500,
}
const hit = {
  id: '7',
  language: 'en',
  release: 'Film.1080p',
  format: 'srt',
  downloads: 0,
  is_exact: true,
  is_hearing_impaired: false,
}

let sent: Record<string, unknown>[]
let search: () => { code: number; data: unknown }
let readings: () => { code: number; data: unknown }
let get: () => { code: number; data: unknown }

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  setLang('en')
  sent = []
  search = () => ({ code: Code.ok, data: { data: [hit], provider: 'OpenSubtitles' } })
  readings = () => ({
    code: Code.ok,
    data: {
      encoding: 'windows-1252',
      data: [
        { encoding: 'windows-1252', line: 'Äîáðîå óòðî' },
        { encoding: 'windows-1251', line: 'Доброе утро' },
      ],
    },
  })
  get = () => ({ code: Code.ok, data: { ...subtitle, id: 'fetched:7', source: 'fetched', language: 'en' } })
  let current = tracks
  serve({
    '/emqx/publish': published({
      player_tracks: () => ({ code: Code.ok, data: { ...current, screen_id: 'tv' } }),
      player_set_tracks: ({ target, ...choice }) => {
        sent.push({ target, ...choice })
        current = { ...current, ...choice }
        return { code: Code.ok, data: { ...current, screen_id: 'tv' } }
      },
      subtitle_readings: () => readings(),
      subtitle_search: (query) => {
        sent.push(query)
        return search()
      },
      subtitle_fetch: (request) => {
        sent.push(request)
        return get()
      },
    }),
  })
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(() => {
  cleanup()
  endSession()
})

const show = () =>
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <TracksSheet info={{ screen_id: 'tv', path: 'f1', title: 'Metropolis' }} isOpen onClose={() => {}} />
    </QueryClientProvider>,
  )
const row = (name: RegExp) => screen.findByRole('radio', { name })

describe('the tracks', () => {
  test('are named in their own language, with where they are from and why one cannot be shown', async () => {
    show()
    expect((await row(/简体中文/)).textContent).toBe('简体中文In the file')
    expect((await row(/English/)).textContent).toBe('Englishsrt')
    expect((await row(/Deutsch/)).textContent).toBe(`Deutsch${texts.picture}In the file`)
    expect((await row(/Orchestral/)).textContent).toBe('Orchestral score, 20105.1 · FLAC')
    expect((await row(/简体中文/)).getAttribute('aria-checked')).toBe('true')
  })

  test('are chosen by a tap, seen at once; pictures cannot be', async () => {
    show()
    fireEvent.click(await row(/Deutsch/))
    fireEvent.click(await row(/English/))
    await waitFor(async () => expect((await row(/English/)).getAttribute('aria-checked')).toBe('true'))
    fireEvent.click(await row(/Piano/))
    fireEvent.click(await row(/Large/))
    fireEvent.click(await row(/Off/))
    await waitFor(() =>
      expect(sent).toEqual([
        { target: 'tv', subtitle_id: 'beside:a.en.srt' },
        { target: 'tv', audio_id: '2' },
        { target: 'tv', size: 'l' },
        { target: 'tv', subtitle_id: '' },
      ]),
    )
  })

  test('a second subtitle is chosen on a list of its own, with its own offset; pictures cannot be', async () => {
    tracks.has_secondary = true
    show()
    fireEvent.click(await screen.findByRole('button', { name: /Second subtitles.*Off/ }))
    expect(await screen.findAllByRole('radio')).toHaveLength(3)
    expect((await row(/Deutsch/)).textContent).toContain(texts.picture)
    fireEvent.click(await row(/Deutsch/))
    fireEvent.click(await row(/English/))
    fireEvent.click(await screen.findByRole('button', { name: texts.later }))
    await waitFor(() =>
      expect(sent).toEqual([
        { target: 'tv', secondary_id: 'beside:a.en.srt' },
        { target: 'tv', secondary_offset_ms: 100 },
      ]),
    )
    fireEvent.click(screen.getByRole('button', { name: texts.title }))
    expect(await screen.findByRole('button', { name: /Second subtitles.*English/ })).toBeTruthy()
  })

  test('have an offset and a size only while subtitles are shown', async () => {
    show()
    await row(/简体中文/)
    expect(screen.getByText(texts.offset)).toBeTruthy()
    fireEvent.click(await row(new RegExp(`^${texts.off}`)))
    await waitFor(() => expect(screen.queryByText(texts.offset)).toBe(null))
    expect(screen.queryByText(texts.size)).toBe(null)
  })

  test('a TV that shows one at a time says so', async () => {
    tracks.has_secondary = false
    show()
    const way = await screen.findByRole('button', { name: /Second subtitles.*one at a time/ })
    expect(way.getAttribute('aria-disabled')).toBe('true')
  })

  test('the offset goes by tenths, and is sent once', async () => {
    show()
    const later = await screen.findByRole('button', { name: texts.later })
    for (let press = 0; press < 3; press += 1) {
      fireEvent.pointerDown(later, { button: 0 })
      fireEvent.pointerUp(later)
    }
    const value = screen.getByText('−0.2 s')
    const seen: (string | null)[] = []
    new MutationObserver(() => seen.push(value.textContent)).observe(value, {
      subtree: true,
      characterData: true,
      childList: true,
    })
    await waitFor(() => expect(sent).toEqual([{ target: 'tv', offset_ms: -200 }]))
    await act(async () => {})
    expect(value.textContent).toBe('−0.2 s')
    expect(seen).toEqual([])
  })
})

describe('a text that looks wrong', () => {
  const open = async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: texts.looksWrong }))
  }
  test('shows a line in each encoding; the one that reads right is chosen once, and the tracks are back', async () => {
    await open()
    expect((await row(/windows-1252/)).getAttribute('aria-checked')).toBe('true')
    fireEvent.click(await row(/Доброе утро/))
    await row(/简体中文/)
    expect(sent).toEqual([{ target: 'tv', encoding: 'windows-1251' }])
  })
  test('that reads in one way only says so; while subtitles are off nothing is offered', async () => {
    readings = () => ({ code: Code.ok, data: { encoding: 'utf-8', data: [{ encoding: 'utf-8', line: '你好' }] } })
    await open()
    await screen.findByText(texts.oneReading)
    fireEvent.click(screen.getByRole('button', { name: texts.title }))
    fireEvent.click(await row(/Off/))
    await waitFor(() => expect(screen.queryByRole('button', { name: texts.looksWrong })).toBeNull())
  })
  test('that the box cannot read says so, and is tried again', async () => {
    readings = () => ({ code: Code.notFound, data: { reason: 'no_track' } })
    await open()
    await screen.findByText(texts.readingsFailed, {}, { timeout: 5_000 })
    readings = () => ({ code: Code.ok, data: { encoding: 'utf-8', data: [{ encoding: 'utf-8', line: '你好' }] } })
    fireEvent.click(screen.getByRole('button', { name: /again/i }))
    await row(/你好/)
  })
})

test('a held button goes on stepping, up to the limit, and sends the last value', async () => {
  const clock = handClock()
  const shown: (number | null)[] = []
  const values: number[] = []
  const stepper = createStepper(clock.later, 500)
  const target = {
    from: 0,
    by: 100,
    show: (value: number | null) => void shown.push(value),
    send: async (value: number) => values.push(value),
  }
  stepper.press(target)
  clock.pass(holdAfterMs - 1)
  await Promise.resolve()
  expect(shown).toEqual([100, null])
  stepper.press(target)
  clock.pass(holdAfterMs + holdEveryMs * 9)
  stepper.release()
  clock.pass(sendAfterMs)
  await Promise.resolve()
  expect(values.at(-1)).toBe(500)
  expect(shown.at(-1)).toBe(null)
})

describe('the search', () => {
  const find = async () => {
    show()
    fireEvent.click(await screen.findByRole('button', { name: texts.find }))
  }
  test('lists hits by language, says which are exact, and fetches one', async () => {
    await find()
    const first = await screen.findByRole('button', { name: /Film.1080p/ })
    expect(first.textContent).toContain(texts.exact)
    fireEvent.click(first)
    await screen.findByRole('radio', { name: /Off/ })
    expect(sent).toEqual([
      { path: 'f1', q: '', languages: [] },
      { path: 'f1', id: '7' },
    ])
  })
  test('takes another title', async () => {
    await find()
    fireEvent.change(await screen.findByLabelText(texts.searchFor), { target: { value: ' 大都会 ' } })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: texts.search })))
    await waitFor(() => expect(sent.at(-1)).toEqual({ path: 'f1', q: '大都会', languages: [] }))
  })
  test('without a match it says so', async () => {
    search = () => ({ code: Code.ok, data: { data: [], provider: 'OpenSubtitles' } })
    await find()
    await screen.findByText(texts.noHits)
  })
  test.each(subtitleSearchTroubles)('a search refused for %s says what to do', async (reason) => {
    search = () => ({ code: Code.notFound, data: { reason } })
    await find()
    await screen.findByText(texts.troubles[reason])
  })
  test('a fetch that is refused says why, and the hits stay', async () => {
    get = () => ({ code: Code.notFound, data: { reason: 'limit' } })
    await find()
    fireEvent.click(await screen.findByRole('button', { name: /Film.1080p/ }))
    await screen.findByText(texts.troubles.limit)
    expect(screen.getByRole('button', { name: /Film.1080p/ })).toBeTruthy()
  })
})

test('names', () => {
  expect([1, 2, 6, 8, 0].map((channels) => soundFacts({ ...audio, channels, codec: 'eac3' }))).toEqual([
    'Mono · Dolby Digital Plus',
    'Stereo · Dolby Digital Plus',
    '5.1 · Dolby Digital Plus',
    '7.1 · Dolby Digital Plus',
    'Dolby Digital Plus',
  ])
  const heard = (change: Partial<typeof audio>) => audioNames([{ ...audio, ...change }], 'unknown').get(audio.id)?.name
  expect(['Surround 5.1', '', 'Commentary'].map((title) => heard({ title }))).toEqual(['English', 'English', 'Commentary'])
  expect(heard({ title: 'Dolby Digital Plus 5.1ch @ 640 kbps' })).toBe('English')
  // P43: what almost is a format is read once.
  for (const almost of ['.', '-ac-3', 'dts-hd']) expect(heard({ title: `${almost.repeat(40)}x` })).toBe(`${almost.repeat(40)}x`)
  expect(heard({ language: '', title: '' })).toBe('unknown')
  const read = (change: Partial<SubtitleTrack>) => subtitleNames([{ ...subtitle, ...change }], texts).get(subtitle.id)
  expect(read({ title: 'SDH', is_forced: true })).toEqual({ name: '简体中文', note: `SDH · ${texts.forced}` })
  expect(read({ language: '', title: '' })).toEqual({ name: texts.unknown, note: '' })
  expect([-500, 0, 1_200].map((ms) => offsetText(ms, 's'))).toEqual(['−0.5 s', '0.0 s', '+1.2 s'])
})

test('tracks that would look the same are told apart: by the name of the file, or by which one they are', () => {
  const beside = { ...subtitle, source: 'beside', format: 'srt', title: '' } as const
  const notes = (tracks: readonly SubtitleTrack[]) => [...subtitleNames(tracks, texts).values()].map(({ note }) => note)
  expect(
    notes([
      { ...beside, id: 'beside:Amelie.zh.srt' },
      { ...beside, id: 'beside:Subs/Amelie.chs.srt' },
      { ...beside, id: 'beside:Amelie.zh.sdh.srt', title: 'SDH' },
      { ...beside, id: 'beside:Amelie.fr.srt', language: 'fr' },
    ]),
  ).toEqual(['Amelie.zh.srt', 'Subs/Amelie.chs.srt', 'SDH', ''])
  expect(notes([subtitle, { ...subtitle, id: '5' }])).toEqual(['1', '2'])
  const plain = { ...audio, title: '' }
  const heard = audioNames([plain, { ...plain, id: '2' }, { ...plain, id: '3', channels: 2 }], 'unknown')
  expect([...heard.values()].map(({ note }) => note)).toEqual(['1', '2', ''])
})
