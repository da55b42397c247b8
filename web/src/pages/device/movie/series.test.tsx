/** The page of a series, with a fake server and a real TV list: seasons, episodes, what plays, marks. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { setIntent } from '../../../playback/play/intent.ts'
import { closeRemote } from '../../../playback/open-remote.ts'
import { player } from '../../../playback/player.ts'
import { aFilm, anEpisode, aSeries, episodesOf } from '../../../testing/films.ts'
import { aDevice, aPlayer, aSignIn } from '../../../testing/samples.ts'
import { ok, published, serve, type Answer } from '../../../testing/server.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen } from './detail.tsx'

const episodes = [
  { ...anEpisode, id: 'E1', number: 1, title: 'The Salt Road', is_watched: true, duration_ms: 3_060_000 },
  { ...anEpisode, id: 'E2', number: 2, title: '' },
  { ...anEpisode, id: 'E3', number: 3, number_end: 5, title: 'Fog' },
  { ...anEpisode, position_ms: 1_264_000 },
  { ...anEpisode, id: 'B1', season: 2, number: 1, title: 'Home Port' },
  { ...anEpisode, id: 'X1', season: 0, number: 1, title: 'The Making' },
]
const long = Array.from({ length: 150 }, (_, at) => ({ ...anEpisode, id: `L${at}`, number: at + 1, title: '' }))
const tv = { screen_id: 'tv', name: 'Living-room TV', is_online: true, seen_at: 1 }
const aFile = {
  id: 'f',
  path: 'x/Metropolis.mkv',
  file_name: 'Metropolis.mkv',
  file_size: 18_200_000_000,
  duration_ms: 1,
  width: 3840,
  height: 1604,
  video: 'hevc',
  audio: 'ac3',
  subtitles: ['chi', 'eng', 'subrip'],
}
let played: Record<string, unknown>[] = []
let requests: ReturnType<typeof serve>

function show(series: object = aSeries, calls: Record<string, (body: Record<string, string>) => Answer> = {}): void {
  requests = serve({
    '/movie/movie/detail': () => ok(series),
    '/movie/episode/list': episodesOf(episodes),
    '/movie/history/save': ({ is_watched }) => ok({ is_watched: is_watched === '1' }),
    '/movie/movie/list': () => ok({ data: [], total: 0, page: 1, limit: 13, stale_at: null }),
    '/emqx/publish': published({
      screen_list: () => ok({ data: [tv], waiting: [], address: '' }),
      play: (data) => {
        played.push(data)
        return ok({ ...aPlayer, movie_id: String(data['movie_id']) })
      },
    }),
    ...calls,
  })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
      <Toasts />
    </QueryClientProvider>,
  )
}
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  played = []
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  location.hash = '#/pages/device/movie/detail?id=S1'
})
afterEach(() => {
  cleanup()
  player.clear()
  setIntent(null)
  closeRemote()
})

test('Play says which episode it plays, and the line below where it begins and what is left', async () => {
  show({ ...aSeries, next: { ...anEpisode, position_ms: 1_264_000 } })
  expect(await screen.findByRole('button', { name: 'Play S1 E4: Nine Harbours' })).toBeTruthy()
  const line = await screen.findByRole('button', { name: 'Play elsewhere, From 21:04 · Living-room TV · 29 min left' })
  expect(line.textContent).toBe('From 21:04 · Living-room TV · 29 min left')
  await press('Play S1 E4: Nine Harbours')
  await waitFor(() => expect(played).toEqual([{ movie_id: 'E4', path: '', point: 1_264_000, target: 'tv' }]))
})

test('of a series watched to its end, Play begins with the first episode', async () => {
  show({ ...aSeries, next: null })
  expect(await screen.findByRole('button', { name: 'Play S1 E1: Nine Harbours' })).toBeTruthy()
})

test('facts, and the episodes of the season in order with what is left and what is watched', async () => {
  show()
  expect(await screen.findByText('2021 to 2024')).toBeTruthy()
  expect(screen.getByText('2 seasons')).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Play 1\. The Salt Road ?51 min · watched$/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Play Episode 2 ?50 min$/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Play 3–5\. Fog ?50 min$/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: /^Play 4\. The Pilot’s Daughter ?29 min left$/ })).toBeTruthy()
  expect(screen.getByText('4 episodes · 3 watched')).toBeTruthy()
})

test('stills and plots of unseen episodes are hidden for who wants that, those of begun and watched ones stay', async () => {
  const described = episodes.map((one) => ({ ...one, still: 'picture', overview: `About ${one.id}.` }))
  const habit = { audio_language: '', subtitle_language: '', size: 'm', hides_unseen: true }
  show(aSeries, {
    '/movie/episode/list': episodesOf(described),
    '/emqx/publish': published({ track_habit: () => ok(habit), screen_list: () => ok({ data: [tv], waiting: [], address: '' }) }),
  })
  await screen.findByRole('button', { name: /^Play 4\. The Pilot/ })
  const hidden = () => [...document.querySelectorAll('.series-episodes .poster-noPicture')].map((one) => one.textContent)
  await waitFor(() => expect(hidden()).toEqual(['2', '3–5']))
  await press('More for 3–5. Fog')
  expect(within(await screen.findByRole('dialog')).queryByText('About E3.')).toBeNull()
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('More for 4. The Pilot’s Daughter')
  expect(await screen.findByText('About E4.')).toBeTruthy()
  await press('Close')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('specials come last, and the chosen season stands in the address', async () => {
  show()
  const tabs = within(await screen.findByRole('tablist', { name: 'Season' })).getAllByRole('tab')
  expect(tabs.map((tab) => tab.textContent?.trim())).toEqual(['Season 1', 'Season 2', 'Specials'])
  fireEvent.click(screen.getByRole('tab', { name: 'Specials' }))
  expect(await screen.findByRole('button', { name: /^Play 1\. The Making ?50 min$/ })).toBeTruthy()
  expect(location.hash).toContain('season=0')
})

test('an episode plays where it stopped, or from the start by its sheet', async () => {
  show()
  await press(/^Play 4\. The Pilot/)
  await waitFor(() => expect(played.at(-1)).toMatchObject({ movie_id: 'E4', point: 1_264_000 }))
  closeRemote()
  await press('More for 4. The Pilot’s Daughter')
  await press('Play from the start')
  await waitFor(() => expect(played.at(-1)).toMatchObject({ movie_id: 'E4', point: 0 }))
})

test('an episode is marked as watched at once, and the toast takes it back', async () => {
  show()
  await press('More for Episode 2')
  await press('Mark as watched')
  await waitFor(() => expect(requests.of('/movie/history/save')[0]).toMatchObject({ id: 'E2', is_watched: '1' }))
  await press('Undo')
  await waitFor(() => expect(requests.of('/movie/history/save')[1]).toMatchObject({ id: 'E2', is_watched: '0' }))
})

test('a season is marked as watched', async () => {
  let watched = 3
  const detail = () => ok({ ...aSeries, season_list: [{ season: 1, title: '', episodes: 4, watched }] })
  show(aSeries, {
    '/movie/movie/detail': detail,
    '/movie/history/save': () => {
      watched = 4
      return ok({ is_watched: true })
    },
  })
  const isPressed = () => screen.getByRole('button', { name: 'Mark Season 1 as watched' }).getAttribute('aria-pressed')
  await screen.findByText('4 episodes · 3 watched')
  expect(isPressed()).toBe('false')
  await press('Mark Season 1 as watched')
  await waitFor(() => expect(requests.of('/movie/history/save')[0]).toMatchObject({ id: 'S1', season: '1', is_watched: '1' }))
  expect(isPressed()).toBe('true')
  expect(await screen.findByText('4 episodes · 4 watched')).toBeTruthy()
})

test('of a long season only the rows in view are in the page', async () => {
  show(
    { ...aSeries, season_list: [{ season: 1, title: '', episodes: 150, watched: 0 }] },
    { '/movie/episode/list': episodesOf(long) },
  )
  expect(await screen.findByText('150 episodes')).toBeTruthy()
  await screen.findByRole('button', { name: /^Play Episode 1 ?50 min$/ })
  expect(screen.getAllByRole('listitem').length).toBeLessThan(60)
})

test('zh: the words of the field', async () => {
  setLang('zh')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  show()
  expect(await screen.findByRole('button', { name: '播放 第 1 季第 4 集: Nine Harbours' })).toBeTruthy()
  expect(screen.getByText('2021–2024')).toBeTruthy()
  expect(screen.getByText('4 集 · 看过 3 集')).toBeTruthy()
})

test.each([
  ['en', 'French, English · Chinese subtitles'],
  ['zh', '法语、英语 · 中文字幕'],
] as const)('a film says what it can be heard and read in, also beside the file (%s)', async (lang, line) => {
  setLang(lang)
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  const sound = { id: '1', title: '', codec: 'aac', channels: 2, is_default: false }
  const beside = { source: 'beside', format: 'srt', language: 'zh', title: '', is_forced: false, is_default: false, trouble: '' }
  const files: unknown[] = []
  show(
    { ...aFilm, files: [aFile] },
    {
      '/emqx/publish': published({
        screen_list: () => ok({ data: [tv], waiting: [], address: '' }),
        file_tracks: (data) => {
          files.push(data)
          return ok({
            audio: ['fr', 'en', 'en', ''].map((language, at) => ({ ...sound, id: String(at), language })),
            subtitles: ['a', 'b'].map((id) => ({ ...beside, id: `beside:${id}.srt` })),
          })
        },
      }),
    },
  )
  expect(await screen.findByText(line)).toBeTruthy()
  expect(files).toEqual([{ path: aFile.id }])
})

test.each([
  ['en', { kind: 'sound', reason: 'codec', codec: 'dts' }, 'On Den: the sound is converted (DTS)'],
  ['zh', { kind: 'sound', reason: 'channels', codec: 'ac3' }, '在「Den」上播放时，声音需转码（转为立体声）'],
  ['en', { kind: 'transcode', reason: 'hdr', codec: 'hevc' }, 'On Den: picture and sound are converted (HDR)'],
] as const)('a version says what is converted on the TV, and why (%s)', async (lang, conversion, line) => {
  setLang(lang)
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  const answer = { audio: [], subtitles: [], conversion: { screen_name: 'Den', ...conversion } }
  show({ ...aFilm, files: [aFile] }, { '/emqx/publish': published({ file_tracks: () => ok(answer) }) })
  expect(await screen.findByText(line)).toBeTruthy()
})

test.each([
  [0.8, true],
  [1.1, false],
  [null, false],
] as const)('a version says where the box is too slow for it: converted at %s times its pace', async (speed, isSaid) => {
  const conversion = { screen_name: 'Den', kind: 'transcode', reason: 'hdr', codec: 'hevc', speed }
  const answer = { audio: [], subtitles: [], conversion }
  show({ ...aFilm, files: [aFile] }, { '/emqx/publish': published({ file_tracks: () => ok(answer) }) })
  await screen.findByText('On Den: picture and sound are converted (HDR)')
  expect(screen.queryByText('The box is too slow to convert it, so playback will stutter.') !== null).toBe(isSaid)
})

test('a film of many languages names the first three', async () => {
  const sound = { title: '', codec: 'aac', channels: 2, is_default: false }
  const audio = ['fr', 'en', 'de', 'it', 'es'].map((language) => ({ ...sound, id: language, language }))
  show({ ...aFilm, files: [aFile] }, { '/emqx/publish': published({ file_tracks: () => ok({ audio, subtitles: [] }) }) })
  expect(await screen.findByText('French, English, German + 2 more · No subtitles')).toBeTruthy()
})

test.each([
  { language: 'en', sound: 'French · Chinese, English subtitles', size: 'Blu-ray · 18.2 GB' },
  { language: 'zh', sound: '法语 · 中文、英语字幕', size: '蓝光 · 18.2 GB' },
] as const)('$language: a version says its edition and source, and the languages that its name gives', async (one) => {
  setLang(one.language)
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  show({ ...aFilm, files: [{ ...aFile, edition: 'Extended Cut', source: 'BluRay', languages: ['fr'] }] })
  const row = (await screen.findByText('4K · Extended Cut · HEVC')).closest('li')
  expect(row?.textContent).toContain(one.sound)
  expect(row?.textContent?.replaceAll('\u00a0', ' ')).toContain(one.size)
})

test('a film without any details is whole, and says its versions', async () => {
  show({ ...aFilm, files: [aFile] })
  expect(await screen.findByText('4K · HEVC')).toBeTruthy()
  expect(screen.getByText('AC3 · Chinese, English subtitles')).toBeTruthy()
  expect(document.querySelector('.film-page-plot')?.textContent).toBe('')
  await press('Mark as watched')
  await waitFor(() => expect(requests.of('/movie/history/save')[0]).toMatchObject({ id: 'M1', is_watched: '1' }))
  await press('Undo')
  await waitFor(() => expect(requests.of('/movie/history/save')[1]).toMatchObject({ id: 'M1', is_watched: '0' }))
})

describe('episodes that the library lacks', () => {
  const lacking = (number: number, after: number, parts: object = {}) => ({
    number,
    after,
    title: `Lamp ${number}`,
    air_date: '2026-10-08',
    state: 'missing',
    task_id: '',
    ...parts,
  })
  const showLacking = (data: object[], acts: Record<string, (data: Record<string, unknown>) => Answer> = {}) =>
    show(aSeries, {
      '/emqx/publish': published({
        screen_list: () => ok({ data: [tv], waiting: [], address: '' }),
        episodes_missing: () => ok({ tmdb: 'tv/91001', aired: 6 + data.length, missing: data.length, data }),
        ...acts,
      }),
    })

  test('stand between the others, each with the way to get it', async () => {
    showLacking([lacking(6, 4), lacking(7, 4, { title: '', air_date: '2027-01-04', state: 'coming' })])
    const button = await screen.findByRole('button', { name: 'Get it: 6. Lamp 6' })
    const rows = within(button.closest('ul') ?? document.body).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringContaining('The Salt Road'),
      expect.stringContaining('Episode 2'),
      expect.stringContaining('Fog'),
      expect.stringContaining('The Pilot’s Daughter'),
      expect.stringMatching(/6\. Lamp 6Aired 8 Oct 2026Get it$/),
      expect.stringMatching(/Episode 7Airs 4 Jan 2027$/),
    ])
    expect(rows[4]?.getAttribute('aria-setsize')).toBe('6')
    expect(screen.getByText(/^6 of 8 episodes here/)).toBeTruthy()
  })

  test('are got by a press, which says what became of it; those under way lead to their download', async () => {
    const requested: unknown[] = []
    let state = 'waiting'
    showLacking([lacking(6, 4), lacking(7, 4, { state: 'taken', task_id: 't7' }), lacking(8, 4, { state: 'wanted' })], {
      wish_add: (data) => {
        requested.push(data)
        return ok({ data: [], wish_id: 'tv/91001 1 6', state, feeds: 1 })
      },
    })
    await press('Get it: 6. Lamp 6')
    expect(requested).toEqual([{ tmdb: 'tv/91001', season: 1, episode: 6 }])
    expect(await screen.findByText('No feed has it yet. Added to Want to see.')).toBeTruthy()
    state = 'taken'
    await press('Get it: 6. Lamp 6')
    expect(await screen.findByText('It’s being downloaded')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Downloading' }).getAttribute('href')).toBe('#/pages/device/download/detail?id=t7')
    expect(screen.getByRole('link', { name: 'On the list' }).getAttribute('href')).toBe('#/pages/device/movie/wishes')
  })

  test('are got all at once by a wish of the season; one alone has no such button', async () => {
    const requested: unknown[] = []
    showLacking([lacking(6, 4), lacking(7, 4), lacking(8, 4, { state: 'wanted' }), lacking(9, 4, { state: 'coming' })], {
      wish_add: (data) => {
        requested.push(data)
        return ok({ data: [], wish_id: 'tv/91001 1 0', state: 'waiting', feeds: 0 })
      },
    })
    await press('Get all 2 missing')
    expect(requested).toEqual([{ tmdb: 'tv/91001', season: 1 }])
    expect(await screen.findByText('No feeds yet. Added to Want to see.')).toBeTruthy()
    cleanup()
    showLacking([lacking(6, 4), lacking(8, 4, { state: 'wanted' })])
    await screen.findByRole('button', { name: 'Get it: 6. Lamp 6' })
    expect(screen.queryByRole('button', { name: /^Get all/ })).toBe(null)
  })

  test('are all of a season that the library lacks: its chip stands among the others, and a reload comes back to it', async () => {
    const rows = [lacking(1, 0, { title: 'Wick 1' }), lacking(2, 0, { title: 'Wick 2' })]
    const acts = {
      episodes_missing: ({ season }: Record<string, unknown>) =>
        ok({ tmdb: 'tv/91001', aired: 2, missing: 2, seasons: [1, 2, 3], data: season === 3 ? rows : [] }),
    }
    showLacking([], acts)
    await screen.findByRole('tab', { name: 'Season 3' })
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent?.trim())).toEqual([
      'Season 1',
      'Season 2',
      'Season 3',
      'Specials',
    ])
    await act(async () => fireEvent.click(screen.getByRole('tab', { name: 'Season 3' })))
    expect(await screen.findByText('0 of 2 episodes here')).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Get it: 2. Wick 2' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: /season 3 as watched/i })).toBe(null)
    cleanup()
    showLacking([], acts)
    expect(await screen.findByRole('button', { name: 'Get it: 2. Wick 2' })).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'Season 3' }).getAttribute('aria-selected')).toBe('true')
  })

  test('are none while the box does not tell, and the count is that of those here', async () => {
    show()
    expect(await screen.findByText('4 episodes · 3 watched')).toBeTruthy()
    expect(screen.queryByText(/episodes here/)).toBe(null)
  })
})
