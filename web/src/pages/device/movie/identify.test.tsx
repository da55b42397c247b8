/** Finding out which film a file is, with a fake server and box: the sheet from a film's page, and the list of all that are not identified. */
import {
  getMovieFile,
  removeRelation,
  saveMovieFile,
  type FilmCandidate,
  type FilmMatch,
} from '@homeport/contract/movie/identify.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { decodeForm } from '@homeport/contract/kit/form.ts'
import type { Call, Shape } from '@homeport/contract/kit/operation.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { handleFailure } from '../../../app/failure.tsx'
import { setLang } from '../../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../../kit/session.ts'
import { aFilm } from '../../../testing/films.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, published, serve, type Answer } from '../../../testing/server.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen as Film } from './detail.tsx'
import { Screen as Unidentified } from './unidentified.tsx'

const candidate = (title: string, year: number, more: Partial<FilmCandidate> = {}): FilmCandidate => ({
  tmdb: 'movie/1',
  kind: 'film',
  title,
  original_title: '',
  year,
  director: '',
  poster: '',
  overview: '',
  score: 0.95,
  level: 'sure',
  reason: 'title_and_year',
  ...more,
})
const spring = candidate('Spring in a Small Town', 1948, { director: 'Fei Mu' })
const springtime = candidate('Springtime in a Small Town', 2002, {
  tmdb: 'movie/2',
  level: 'likely',
  reason: 'title_other_year',
  score: 0.7,
})
const aMatch: FilmMatch = {
  id: 'M1',
  kind: 'film',
  title: 'Spring Small Town',
  year: 1948,
  poster: '',
  identified: 'no',
  tmdb: '',
  file_name: 'Spring.Small.Town.1948.DVDRip.x264.mkv',
  path: 'old/Spring.Small.Town.1948.DVDRip.x264.mkv',
  file_size: 1_400_000_000,
  files: 1,
  name_title: 'Spring Small Town',
  name_year: 1948,
  is_named: true,
  candidates: [spring, springtime],
  can_undo: false,
  database: 'ok',
}
let sent: [act: string, data: Record<string, unknown>][] = []

function show(part: 'film' | 'list', acts: Record<string, (data: Record<string, unknown>) => Answer>): void {
  const listed = Object.fromEntries(
    Object.entries(acts).map(([name, answer]) => [
      name,
      (data: Record<string, unknown>) => {
        sent.push([name, data])
        return answer(data)
      },
    ]),
  )
  const byCall = <I extends Shape>({ path, input }: Call<I>, act: string) => ({
    [path]: (body: Record<string, string>) =>
      listed[act]?.(Object(input.parse(decodeForm(input, body)))) ?? { code: Code.notFound },
  })
  serve({
    ...byCall(getMovieFile, 'film_match'),
    ...byCall(saveMovieFile, 'film_identify'),
    ...byCall(removeRelation, 'film_forget'),
    '/movie/movie/detail': () => ok(aFilm),
    '/movie/file/unreadable': () =>
      ok({
        data: [
          { id: 'u', path: 'old/broken.mkv', file_size: 700_000_000, files: 1, reason: 'no_video' },
          { id: 'i', path: 'old/Alien.1979.ISO', file_size: 7_000_000_000, files: 1, reason: 'no_video' },
        ],
        total: 2,
        page: 1,
        limit: 60,
        stale_at: null,
      }),
    '/emqx/publish': published({ screen_list: () => ok({ data: [], waiting: [], address: '' }), ...listed }),
  })
  render(
    <QueryClientProvider client={createClient(handleFailure)}>
      {part === 'film' ? <Film /> : <Unidentified />}
      <Toasts />
    </QueryClientProvider>,
  )
}
const press = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await act(async () => fireEvent.click(button))
}
const openSheet = () => press('Wrong film? Fix the match')
const of = (name: string) => sent.filter(([act]) => act === name).map(([, data]) => data)

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  sent = []
  const Observer = class {
    observe() {}
    disconnect() {}
    unobserve() {}
  }
  vi.stubGlobal('ResizeObserver', Observer)
  vi.stubGlobal('IntersectionObserver', Observer)
  location.hash = '#/pages/device/movie/detail?id=M1'
})
afterEach(cleanup)

describe('the sheet', () => {
  test('says what was read and why a candidate fits; the best one is taken with Enter, and undone by the toast', async () => {
    show('film', {
      film_match: () => ok(aMatch),
      film_identify: () => ok({ ...aMatch, identified: 'person', tmdb: 'movie/1' }),
      films_undo: () => ok({ undone: 1 }),
    })
    await openSheet()
    const sheet = await screen.findByRole('dialog', { name: 'Which film is this?' })
    expect(await within(sheet).findByText('Read as Spring Small Town, 1948 · 1.4 GB')).toBeTruthy()
    expect(within(sheet).getByText('Confident').parentElement?.textContent).toBe('Confident · title and year match')
    const radio = within(sheet).getByRole('radio', { name: /^Spring in a Small Town/ })
    expect(document.activeElement).toBe(radio)
    fireEvent.submit(radio)
    await waitFor(() => expect(of('film_identify')).toEqual([expect.objectContaining({ id: 'M1', tmdb: 'movie/1' })]))
    expect(await screen.findByText(/Spring in a Small Town accepted/)).toBeTruthy()
    await press('Undo')
    await waitFor(() => expect(of('films_undo')).toEqual([expect.objectContaining({ id: 'M1' })]))
  })

  test('another one is chosen, or none of them', async () => {
    show('film', { film_match: () => ok(aMatch), film_identify: () => ok({ ...aMatch, identified: 'person' }) })
    await openSheet()
    fireEvent.click(await screen.findByRole('radio', { name: /^Springtime/ }))
    await press('Use this film')
    await waitFor(() => expect(of('film_identify')[0]).toMatchObject({ tmdb: 'movie/2' }))
    await openSheet()
    await press('None of these')
    await waitFor(() => expect(of('film_identify')[1]).toMatchObject({ id: 'M1', none: true }))
  })

  test('only a part of the title agrees: nothing is chosen before the person chooses', async () => {
    show('film', {
      film_match: () => ok({ ...aMatch, candidates: [{ ...springtime, level: 'maybe', reason: 'title_in_part' }] }),
    })
    await openSheet()
    expect((await screen.findByRole('radio')).hasAttribute('checked')).toBe(false)
    expect(screen.getByRole('button', { name: 'Use this film' }).hasAttribute('disabled')).toBe(true)
  })

  test('a search by hand shows its candidates, and what was done with a Douban address', async () => {
    show('film', {
      film_match: () => ok({ ...aMatch, candidates: [] }),
      film_lookup: ({ query }) =>
        ok(
          query === 'https://movie.douban.com/subject/1/'
            ? { candidates: [], note: 'douban_bare', database: 'ok' }
            : { candidates: [springtime], note: '', database: 'ok' },
        ),
    })
    await openSheet()
    expect(await screen.findByText(/^No match for this name/)).toBeTruthy()
    const field = await screen.findByRole('searchbox')
    fireEvent.change(field, { target: { value: 'https://movie.douban.com/subject/1/' } })
    fireEvent.submit(field)
    expect(await screen.findByText(/^A Douban address alone can’t be read/)).toBeTruthy()
    fireEvent.change(field, { target: { value: 'Springtime 2002' } })
    fireEvent.submit(field)
    expect(await screen.findByRole('radio', { name: /^Springtime/ })).toBeTruthy()
  })

  test('without a key it says what a key gives, and title and year can be typed in', async () => {
    show('film', {
      film_match: () => ok({ ...aMatch, candidates: [], database: 'no_key' }),
      film_identify: () => ok({ ...aMatch, identified: 'person' }),
    })
    await openSheet()
    expect(await screen.findByText(/^Add a TMDB key to fetch posters and plots\./)).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Add a key' }).getAttribute('href')).toBe('#/pages/device/setting/keys')
    expect(screen.queryByRole('searchbox')).toBe(null)
    // Nothing can be used, so nothing offers it.
    for (const name of ['Use this film', 'None of these']) expect(screen.queryByRole('button', { name })).toBe(null)
    await press('Enter details')
    fireEvent.change(await screen.findByLabelText('Title'), { target: { value: '' } })
    await press('Save')
    expect(await screen.findByText('Enter a title')).toBeTruthy()
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: '小城之春' } })
    fireEvent.change(screen.getByLabelText('Year'), { target: { value: '19' } })
    await press('Save')
    expect(await screen.findByText('Enter a year such as 1948')).toBeTruthy()
    expect(of('film_identify')).toEqual([])
    fireEvent.change(screen.getByLabelText('Year'), { target: { value: '1948' } })
    await press('Save')
    await waitFor(() => expect(of('film_identify')[0]).toMatchObject({ id: 'M1', title: '小城之春', year: 1948, poster: '' }))
  })

  test('S140: title and year that were typed in stay until they are saved, after a reload too', async () => {
    const acts = {
      film_match: () => ok({ ...aMatch, candidates: [], database: 'no_key' as const }),
      film_identify: () => ok({ ...aMatch, identified: 'person' as const }),
    }
    const reopen = async () => {
      cleanup()
      show('film', acts)
      await openSheet()
      await press('Enter details')
      return (await screen.findByLabelText<HTMLInputElement>('Title')).value
    }
    expect(await reopen()).toBe(aMatch.title)
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: '小城之春' } })
    expect(await reopen()).toBe('小城之春')
    expect(sessionStorage.getItem('homeport.typed')).toContain('小城之春')
    await press('Save')
    await waitFor(() => expect(of('film_identify')).toHaveLength(1))
    expect(await reopen()).toBe(aMatch.title)
  })

  test('a match that a person made is removed', async () => {
    show('film', {
      film_match: () => ok({ ...aMatch, identified: 'person', tmdb: 'movie/1' }),
      film_forget: () => ok(aMatch),
    })
    await openSheet()
    expect(await screen.findByText(/chosen now/)).toBeTruthy()
    await press('Remove the match')
    await waitFor(() => expect(of('film_forget')).toEqual([{ devid: aDevice.devid, id: 'M1' }]))
  })

  test('an offline box is named', async () => {
    show('film', { film_match: () => ({ code: Code.offline }) })
    await openSheet()
    expect(await screen.findByText('Device is offline, please slide down to refresh')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('the list', () => {
  const charade = {
    ...aMatch,
    id: 'M2',
    file_name: 'Charade.1963.mkv',
    candidates: [candidate('Charade', 1963, { tmdb: 'movie/3' })],
  }
  const disc = { ...aMatch, id: 'M3', file_name: 'VTS_01_1.VOB', path: 'Videos/VTS_01_1.VOB', is_named: false, candidates: [] }
  const check = { ...aMatch, candidates: [springtime] }
  const listOf = (all: FilmMatch[]) => {
    const sure = all.filter(({ candidates: [best] }) => best?.level === 'sure')
    const counts = { all: all.length, sure: sure.length, check: all.length - sure.length }
    return { counts, database: 'ok', data: all, total: all.length, page: 1, limit: 60 }
  }
  beforeEach(() => {
    location.hash = '#/pages/device/movie/unidentified'
  })

  test('shows the sure ones and those to check with counts, and the files that cannot be shown with their reason', async () => {
    show('list', { films_unidentified: () => ok(listOf([charade, check, disc])) })
    expect((await screen.findByRole('tab', { name: 'Review 2' })).textContent).toContain('2')
    expect(screen.getByText('No match, needs a name')).toBeTruthy()
    expect(screen.getByText('· 2002, file says 1948')).toBeTruthy()
    expect(await screen.findByText('There’s no video in it. The file may be damaged.')).toBeTruthy()
    expect(screen.getByText(/^This is a disc image, which the box can’t play/)).toBeTruthy()
    fireEvent.click(screen.getByRole('tab', { name: 'Confident 1' }))
    await waitFor(() => expect(of('films_unidentified').at(-1)).toMatchObject({ level: 'sure' }))
    expect(location.hash).toContain('level=sure')
  })

  test('accepts all sure ones with one button, and undoes the whole sweep', async () => {
    const sweep = { sweep_id: 'sweep', films: 1, changed_at: Date.now() }
    let isAccepted = false
    show('list', {
      films_unidentified: () => ok(isAccepted ? { ...listOf([check]), sweep } : listOf([charade, check])),
      films_accept: () => ((isAccepted = true), ok({ sweep_id: 'sweep', accepted: 1 })),
      films_undo: () => ok({ undone: 1 }),
    })
    await press('Accept 1 confident')
    await waitFor(() => expect(of('films_accept')[0]).toMatchObject({ ids: [], min_score: 0.9 }))
    expect(await screen.findByText('1 film accepted')).toBeTruthy()
    // One button: the list has it for as long as the box keeps the sweep.
    expect((await screen.findAllByRole('button', { name: 'Undo' })).length).toBe(1)
    await press('Undo')
    await waitFor(() => expect(of('films_undo')[0]).toMatchObject({ sweep_id: 'sweep' }))
    expect(await screen.findByText('1 film is as it was')).toBeTruthy()
  })

  test('accepts from a chosen match on, with how many films each takes', async () => {
    const scores = [
      { min_score: 0.9, films: 1 },
      { min_score: 0.8, films: 1 },
      { min_score: 0.6, films: 2 },
    ]
    show('list', {
      films_unidentified: () => ok({ ...listOf([charade, check]), scores }),
      films_accept: () => ok({ sweep_id: 'sweep', accepted: 2 }),
    })
    await press('Accept by match')
    const sheet = await screen.findByRole('dialog')
    fireEvent.click(within(sheet).getByRole('button', { name: /^Title is close.*60% and up · 2 films/ }))
    await waitFor(() => expect(of('films_accept')[0]).toMatchObject({ ids: [], min_score: 0.6 }))
    expect(await screen.findByText('2 films accepted')).toBeTruthy()
  })

  test('what was accepted at once can be undone in the list, long after its toast', async () => {
    const sweep = { sweep_id: 'old', films: 12, changed_at: 1_700_000_000 }
    show('list', { films_unidentified: () => ok({ ...listOf([check]), sweep }), films_undo: () => ok({ undone: 12 }) })
    expect((await screen.findByText(/^12 films accepted · /)).textContent).toContain('2023')
    await press('Undo')
    await waitFor(() => expect(of('films_undo')[0]).toMatchObject({ sweep_id: 'old' }))
    expect(await screen.findByText('12 films are as they were')).toBeTruthy()
  })

  test('walks from film to film with the arrow keys; after a choice the next one comes', async () => {
    let all = [charade, check, disc]
    show('list', {
      films_unidentified: () => ok(listOf(all)),
      film_match: ({ id }) => ok(all.find((film) => film.id === id) ?? charade),
      film_identify: ({ id }) => {
        all = all.filter((film) => film.id !== id)
        return ok(charade)
      },
      films_undo: () => ok({ undone: 1 }),
    })
    await press(/^Charade/)
    const sheet = await screen.findByRole('dialog')
    expect(await within(sheet).findByText('1 of 3')).toBeTruthy()
    fireEvent.keyDown(await within(sheet).findByRole('radio', { name: /^Charade/ }), { key: 'ArrowRight' })
    expect(await within(sheet).findByText('2 of 3')).toBeTruthy()
    const radio = await within(sheet).findByRole('radio', { name: /^Springtime/ })
    await act(async () => fireEvent.submit(radio))
    await waitFor(() => expect(of('film_identify')[0]).toMatchObject({ id: 'M1', tmdb: 'movie/2' }))
    expect(await within(sheet).findByText('2 of 2')).toBeTruthy()
    expect(await within(sheet).findByText('VTS_01_1.VOB')).toBeTruthy()
    await act(async () => fireEvent.click(within(sheet).getByRole('button', { name: 'Undo' })))
    await waitFor(() => expect(of('films_undo')[0]).toMatchObject({ id: 'M1' }))
  })

  test('without a key films have the title and year of their names, no list to review, and amber only where the name says nothing', async () => {
    const camera = {
      ...aMatch,
      id: 'M9',
      name_title: 'VID 2024',
      title: 'VID 2024',
      file_name: 'VID_2024.mkv',
      year: null,
      is_named: false,
    }
    const all = [
      { ...aMatch, candidates: [] },
      { ...camera, candidates: [] },
    ].map((film) => ({ ...film, database: 'no_key' as const }))
    show('list', { films_unidentified: () => ok({ ...listOf(all), database: 'no_key' }) })
    const row = await screen.findByRole('button', { name: /^Spring Small Town/ })
    expect(row.textContent).toContain('1948 · old · 1.4 GB')
    expect(within(row).queryByText(/No match/)).toBe(null)
    const unnamed = screen.getByRole('button', { name: /^VID_2024\.mkv/ })
    expect(within(unnamed).getByText('No match, needs a name')).toBeTruthy()
    expect(screen.queryByRole('tab')).toBe(null)
    expect(screen.queryByRole('heading', { name: 'Review' })).toBe(null)
    expect(screen.getByRole('link', { name: 'Add a key' }).getAttribute('href')).toBe('#/pages/device/setting/keys')
    setCurrentDevice({ ...aDevice, role: 'member' })
    cleanup()
    show('list', { films_unidentified: () => ok({ ...listOf(all), database: 'no_key' }) })
    expect(await screen.findByText('Add a TMDB key to fetch posters and plots.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Add a key' })).toBe(null)
  })

  test('nothing left', async () => {
    show('list', { films_unidentified: () => ok(listOf([])) })
    expect(await screen.findByText('Every film is identified')).toBeTruthy()
  })

  test('spec 6: without sign-in, and without a box, it says that it cannot identify films', async () => {
    setCurrentDevice(null)
    show('list', {})
    expect(await screen.findByText('Cannot identify films')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Pair a box' })).toBeTruthy()
    await act(async () => endSession())
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
  })
})
