/** The search in the films, with a fake server: hits as one types, a forgiven typo, and the address that keeps it all. */
import { unknownFilm } from '@homeport/contract/movie/movie.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../../app/client.ts'
import { setLang } from '../../../../kit/lang.ts'
import { session, setCurrentDevice, startSession } from '../../../../kit/session.ts'
import { searchHistory } from '../../../../movie/search/search-data.ts'
import { aDevice, aSignIn } from '../../../../testing/samples.ts'
import { ok, serve } from '../../../../testing/server.ts'
import { Screen } from './index.tsx'
import { Screen as Screening } from './screening.tsx'

vi.mock('../../../../shared/box-picture.ts', () => ({ usePicture: (id: string) => id && `blob:${id}` }))

const searchPath = '/movie/movie/search'
const hit = (id: string, title: string, more: object = {}) => ({
  ...unknownFilm,
  id,
  title,
  is_favorite: false,
  is_watched: false,
  position_ms: null,
  marked_title: [{ text: title, is_hit: false }],
  ...more,
})
const nothing = {
  counts: { films: 0, series: 0, files: 0, people: 0 },
  films: [],
  series: [],
  files: [],
  people: [],
  corrected: '',
  page: 1,
  limit: 20,
  stale_at: null,
}

function show(Page = Screen) {
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Page />
    </QueryClientProvider>,
  )
}
const type = (value: string) => fireEvent.change(screen.getByRole('searchbox'), { target: { value } })

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  location.hash = '#/pages/device/movie/search/index'
})
afterEach(() => {
  cleanup()
  searchHistory.forget('')
})

test('films come as one types, each with its hit marked, and the address keeps the words', async () => {
  const requests = serve({
    [searchPath]: () =>
      ok({
        ...nothing,
        counts: { films: 1, series: 0, files: 12, people: 0 },
        films: [
          hit('g', 'The Godfather', {
            year: 1972,
            genres: ['crime', 'drama'],
            quality: '4K',
            marked_title: [
              { text: 'The ', is_hit: false },
              { text: 'God', is_hit: true },
              { text: 'father', is_hit: false },
            ],
          }),
        ],
        files: [
          {
            id: 'f',
            movie_id: 'g',
            path: 'Films/God.mkv',
            file_size: 24_100_000_000,
            marked_name: [{ text: 'God.mkv', is_hit: false }],
          },
        ],
      }),
  })
  show()
  type('god')
  const link = await screen.findByRole('link', { name: /The Godfather/ })
  expect(link.getAttribute('href')).toBe('#/pages/device/movie/detail?id=g')
  expect(link.textContent).toContain('1972 · Crime, Drama · 4K')
  expect(screen.getByText('God', { selector: 'mark' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'All 12 · Files' }).getAttribute('href')).toContain('tab=files')
  expect(location.hash).toContain('q=god')
  expect(requests.of(searchPath).at(-1)).toMatchObject({ q: 'god', tab: 'films', is_exact: '0' })
})

test('an empty field says what can be typed and shows what is new, also to whom nothing was ever searched', async () => {
  serve({
    '/device/movie/lists': () =>
      ok({ data: [hit('m', 'A Trip to the Moon', { year: 1902 })], total: 1, page: 1, limit: 12, stale_at: null }),
  })
  show()
  expect(screen.getByText('Pinyin, initials and small typos are fine.')).toBeTruthy()
  const link = await screen.findByRole('link', { name: /A Trip to the Moon/ })
  expect(link.closest('section')?.querySelector('h2')?.textContent).toBe('Newly added')
  expect(screen.queryByText('Recent')).toBe(null)
  const filter = screen.getByRole('link', { name: 'Filter by genre, year, rating' })
  expect(filter.getAttribute('href')).toBe('#/pages/device/movie/search/screening')
})

test('people stand with their photo, where there is one', async () => {
  const person = (id: string, photo: string, text: string) => ({ id, photo, films: 3, marked_name: [{ text, is_hit: false }] })
  const people = [person('1', 'p1', 'Audrey Hepburn'), person('2', '', 'Cary Grant')]
  serve({ [searchPath]: () => ok({ ...nothing, counts: { ...nothing.counts, people: 2 }, people }) })
  show()
  type('r')
  const photoOf = async (name: RegExp) => (await screen.findByRole('link', { name })).querySelector('img')?.getAttribute('src')
  expect(await photoOf(/Audrey Hepburn/)).toBe('blob:p1')
  expect(await photoOf(/Cary Grant/)).toBeUndefined()
})

test('the first kind with hits is open, until a person chooses one', async () => {
  const requests = serve({
    [searchPath]: () =>
      ok({
        ...nothing,
        counts: { films: 0, series: 1, files: 0, people: 0 },
        series: [hit('s', 'The Expanse', { kind: 'series' })],
      }),
  })
  show()
  type('expanse')
  expect(await screen.findByRole('link', { name: /The Expanse/ })).toBeTruthy()
  expect(screen.getByRole('tab', { name: /Series/ }).getAttribute('aria-selected')).toBe('true')
  expect(screen.queryByText(/No films found/)).toBe(null)
  expect(location.hash).not.toContain('tab=')
  expect(requests.of(searchPath).map((one) => one['tab'])).toContain('series')
  fireEvent.click(screen.getByRole('tab', { name: /Films/ }))
  await waitFor(() => expect(location.hash).toContain('tab=films'))
})

test('a forgiven typo says what was searched, and offers what was typed', async () => {
  const requests = serve({
    [searchPath]: ({ is_exact }) =>
      ok(
        is_exact === '1'
          ? nothing
          : { ...nothing, counts: { ...nothing.counts, films: 1 }, films: [hit('g', 'The Godfather')], corrected: 'godfather' },
      ),
  })
  location.hash = '#/pages/device/movie/search/index?q=godfathr'
  show()
  expect(await screen.findByText('godfather', { selector: 'b' })).toBeTruthy()
  fireEvent.click(screen.getByRole('link', { name: 'Search “godfathr” instead' }))
  location.hash = screen.getByRole('link', { name: 'Search “godfathr” instead' }).getAttribute('href') ?? ''
  await waitFor(() => expect(requests.of(searchPath).at(-1)).toMatchObject({ is_exact: '1' }))
  expect(await screen.findByText('Nothing found for “godfathr”')).toBeTruthy()
})

test('an empty field shows the searches of before', async () => {
  await searchHistory.open(session.get())
  searchHistory.remember('metropolis')
  show()
  expect((await screen.findByRole('link', { name: 'metropolis' })).getAttribute('href')).toContain('q=metropolis')
})

test('the filter page counts what each choice leaves, and leads to the library with it', async () => {
  const counts = {
    total: 17,
    kinds: [
      { value: 'film', count: 17 },
      { value: 'series', count: 0 },
    ],
    genres: [{ value: 'drama', count: 17 }],
    regions: [{ value: 'HK', count: 3 }],
    qualities: [{ value: 'SD', count: 4 }],
    years: [
      { year: 1921, count: 1 },
      { year: 2016, count: 2 },
    ],
    watched: 0,
    unwatched: 17,
    favorite: 0,
    unidentified: 2,
  }
  const requests = serve({ '/movie/genre': () => ok(counts) })
  location.hash = '#/pages/device/movie/search/screening'
  show(Screening)
  fireEvent.click(await screen.findByRole('button', { name: 'Drama 17' }))
  await waitFor(() => expect(requests.of('/movie/genre').at(-1)).toMatchObject({ genres: '["drama"]' }))
  fireEvent.click(screen.getByRole('button', { name: 'Unwatched 17' }))
  expect(screen.getByRole('button', { name: 'Watched 0' }).hasAttribute('disabled')).toBe(true)
  fireEvent.change(screen.getByRole('slider', { name: 'From year' }), { target: { value: '1950' } })
  fireEvent.keyUp(screen.getByRole('slider', { name: 'From year' }))
  fireEvent.click(screen.getByRole('button', { name: 'Show 17 films' }))
  await waitFor(() => expect(location.hash).toBe('#/pages/main/movie/list?genres=drama&year_from=1950&watched=0'))
})
