/** The library tab in its states, with a fake server. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { unknownFilm, type Film } from '@homeport/contract/movie/movie.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { oldestShownAt } from '../../../kit/call/connection.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { ok, published, serve, type Answer } from '../../../testing/server.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { Screen } from './list.tsx'

const listPath = '/movie/movie/list'
const aFilm = (id: string, more: Partial<Film> = {}): Film => ({
  ...unknownFilm,
  id,
  title: `Film ${id}`,
  year: 1934,
  duration_ms: 6_000_000,
  added_at: 1,
  quality: '1080p',
  is_favorite: false,
  is_watched: false,
  position_ms: null,
  ...more,
})
// Later work runs by a clock that the test moves.
const clock = await vi.hoisted(async () => (await import('../../../../../testing/hand-clock.ts')).handClock())
vi.mock('../../../kit/time/clock.ts', async (original) => ({ ...(await original<object>()), later: clock.later }))

let isWide: boolean

const listed = (data: Film[], more: object = {}): Answer =>
  ok({ data, total: data.length, page: 1, limit: 60, stale_at: null, ...more })

function show() {
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <Screen />
    </QueryClientProvider>,
  )
}

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  location.hash = '#/pages/main/movie/list'
  isWide = false
  vi.stubGlobal('matchMedia', () => ({ matches: isWide, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(cleanup)

test('a guest, and someone without a box, is led to the device tab', async () => {
  localStorage.clear()
  setCurrentDevice(null)
  show()
  fireEvent.click(screen.getByRole('button', { name: 'Pair a box' }))
  expect(location.hash).toBe('#/pages/main/device/index')
})

test('films stand with title, year and quality, and lead to their page', async () => {
  serve({ [listPath]: () => listed([aFilm('a'), aFilm('b', { title: '<b>影</b>', is_watched: true })]) })
  show()
  expect(await screen.findByText('2 films')).toBeTruthy()
  const link = screen.getByRole('link', { name: /Film a/ })
  expect(link.getAttribute('href')).toBe('#/pages/device/movie/detail?id=a')
  expect(link.textContent).toContain('1934 · 1080p')
  // P30: a title is text, whatever it contains
  expect(screen.getAllByText('<b>影</b>').length).toBeGreaterThan(0)
  expect(screen.getByRole('img', { name: 'Watched' })).toBeTruthy()
})

test('a series says how long it is, in seasons or else in episodes, and no quality', async () => {
  const series = { kind: 'series' as const, year: 2024, quality: 'SD', episodes: 6 }
  serve({ [listPath]: () => listed([aFilm('a', { ...series, seasons: 2 }), aFilm('b', { ...series, seasons: 1 })]) })
  show()
  expect((await screen.findByRole('link', { name: /Film a/ })).textContent).toMatch(/2024 · 2 seasons$/)
  expect(screen.getByRole('link', { name: /Film b/ }).textContent).toMatch(/2024 · 6 episodes$/)
})

test('an empty library says what to do next', async () => {
  serve({ [listPath]: () => listed([]) })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Go to downloads' }))
  expect(location.hash).toBe('#/pages/device/download/list')
})

test('a failed list says so and can be asked for again', async () => {
  let isBroken = true
  serve({ [listPath]: () => (isBroken ? { code: Code.fault } : listed([aFilm('a')])) })
  show()
  const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 20_000 })
  isBroken = false
  fireEvent.click(retry)
  expect(await screen.findByText('1 film')).toBeTruthy()
})

test('P39: while the box is off its films stay, with their age', async () => {
  serve({ [listPath]: () => listed([aFilm('a')], { stale_at: Math.floor(Date.now() / 1000) - 7_200 }) })
  setCurrentDevice({ ...aDevice, online: 0 })
  show()
  expect(await screen.findByText(/^as of /)).toBeTruthy()
  expect(Date.now() - (oldestShownAt.get() ?? 0)).toBeGreaterThanOrEqual(7_200_000)
})

test('spec 4: a sync asks the box, and the list is fetched one second later', async () => {
  const requests = serve({ [listPath]: () => listed([aFilm('a')]), '/user/device/syncMovie': () => ok(null) })
  show()
  await screen.findByText('1 film')
  const before = requests.of(listPath).length
  fireEvent.click(screen.getByRole('button', { name: 'Sync' }))
  await waitFor(() => expect(clock.waiting()).toBe(1))
  expect(requests.of('/user/device/syncMovie')).toEqual([{ devsn: aDevice.devsn }])
  await act(async () => clock.pass(999))
  expect(clock.waiting()).toBe(1)
  expect(requests.of(listPath)).toHaveLength(before)
  await act(async () => clock.pass(1))
  await waitFor(() => expect(requests.of(listPath).length).toBeGreaterThan(before))
})

test('the sort is chosen in a sheet, by keyboard too', async () => {
  const requests = serve({ [listPath]: () => listed([aFilm('a')]) })
  show()
  await screen.findByText('1 film')
  fireEvent.click(screen.getByRole('button', { name: /Sort: Recommended/ }))
  fireEvent.click(await screen.findByRole('radio', { name: 'Year' }))
  await waitFor(() => expect(requests.of(listPath).at(-1)).toMatchObject({ sort: 'year', order: 'desc', page: '1' }))
})

test('the sort stays in the address, and for the next visit; an address that names another one has its own', async () => {
  const requests = serve({ [listPath]: () => listed([aFilm('a')]) })
  const visit = async (address: string) => {
    cleanup()
    location.hash = address
    show()
    await screen.findByText('1 film')
    return requests.of(listPath).at(-1)
  }
  await visit('#/pages/main/movie/list?favorite=1')
  fireEvent.click(screen.getByRole('button', { name: /Sort: Recommended/ }))
  fireEvent.click(await screen.findByRole('radio', { name: 'File size' }))
  await waitFor(() => expect(location.hash).toBe('#/pages/main/movie/list?favorite=1&sort=size&order=desc'))
  expect(await visit('#/pages/main/movie/list')).toMatchObject({ sort: 'size', order: 'desc' })
  expect(await visit('#/pages/main/movie/list?sort=title&order=asc')).toMatchObject({ sort: 'title', order: 'asc' })
  expect(await visit('#/pages/main/movie/list?sort=nonsense')).toMatchObject({ sort: 'size', order: 'desc' })
})

const noCounts = { kinds: [], genres: [], regions: [], qualities: [], years: [], watched: 0, unwatched: 0, favorite: 0 }

const counts = {
  ...noCounts,
  total: 2,
  unidentified: 0,
  unwatched: 2,
  genres: [
    { value: 'Drama', count: 2 },
    { value: 'Comedy', count: 1 },
  ],
}

test('in a wide window the filter is a panel beside the films: what is chosen shows at once, and Reset takes it out', async () => {
  isWide = true
  const requests = serve({
    [listPath]: ({ genres }) => listed(genres ? [aFilm('a')] : [aFilm('a'), aFilm('b')]),
    '/movie/genre': () => ok(counts),
  })
  show()
  await screen.findByText('2 films')
  const chip = screen.getByRole('button', { name: 'Filter' })
  expect(chip.getAttribute('aria-expanded')).toBe('false')
  fireEvent.click(chip)
  const panel = within(screen.getByRole('complementary', { name: 'Filter' }))
  expect(screen.queryByRole('dialog')).toBe(null)
  const reset = panel.getByRole('button', { name: 'Reset' })
  expect(reset.matches(':disabled')).toBe(true)
  const key = history.state
  fireEvent.click(await panel.findByRole('button', { name: /^Drama/ }))
  expect(await screen.findByText('1 film')).toBeTruthy()
  expect(requests.of(listPath).at(-1)).toMatchObject({ genres: '["Drama"]' })
  expect(location.hash).toBe('#/pages/main/movie/list?genres=Drama')
  expect(history.state).toEqual(key)
  fireEvent.click(reset)
  expect(await screen.findByText('2 films')).toBeTruthy()
  expect(location.hash).toBe('#/pages/main/movie/list')
  fireEvent.click(chip)
  expect(screen.queryByRole('complementary')).toBe(null)
})

test('films are filtered by the least rating, one at a time; each says how many it leaves, but those of a box that does not tell', async () => {
  isWide = true
  const ratings = [
    { from: 7, count: 2 },
    { from: 8, count: 0 },
    { from: 9, count: 1 },
  ]
  const requests = serve({ [listPath]: () => listed([aFilm('a')]), '/movie/genre': () => ok({ ...counts, ratings }) })
  show()
  fireEvent.click(await screen.findByRole('button', { name: 'Filter' }))
  const panel = within(screen.getByRole('complementary', { name: 'Filter' }))
  const press = async (name: string) => fireEvent.click(await panel.findByRole('button', { name }))
  await press('7 and up 2')
  expect(panel.getByRole('button', { name: '8 and up 0' })).toHaveProperty('disabled', true)
  expect(panel.getByRole('button', { name: '6 and up' })).toHaveProperty('disabled', false)
  await waitFor(() => expect(requests.of(listPath).at(-1)).toMatchObject({ rating_from: '7' }))
  fireEvent.click(panel.getByRole('button', { name: '9 and up 1' }))
  expect(panel.getByRole('button', { name: '7 and up 2' }).getAttribute('aria-pressed')).toBe('false')
  expect(location.hash).toBe('#/pages/main/movie/list?rating_from=9')
  fireEvent.click(panel.getByRole('button', { name: '9 and up 1' }))
  expect(location.hash).toBe('#/pages/main/movie/list')
})

test('on a phone the filter is a sheet, which changes nothing before it is applied', async () => {
  const requests = serve({ [listPath]: () => listed([aFilm('a'), aFilm('b')]), '/movie/genre': () => ok(counts) })
  show()
  await screen.findByText('2 films')
  fireEvent.click(screen.getByRole('button', { name: 'Filter' }))
  const sheet = within(await screen.findByRole('dialog'))
  const listsBefore = requests.of(listPath).length
  fireEvent.click(await sheet.findByRole('button', { name: /^Drama/ }))
  expect(requests.of(listPath).length).toBe(listsBefore)
  fireEvent.click(sheet.getByRole('button', { name: 'Show 2 films' }))
  await waitFor(() => expect(requests.of(listPath).at(-1)).toMatchObject({ genres: '["Drama"]' }))
})

describe('a box without a key of the film database', () => {
  const counts = { all: 7, sure: 0, check: 7, unnamed: 0 }
  const serveBox = (answer: () => Answer) =>
    serve({
      [listPath]: () => listed([aFilm('1')]),
      '/movie/genre': () => ok({ ...noCounts, total: 7, unidentified: 7 }),
      '/movie/file/unreadable': () => ok({ data: [], total: 0, page: 1, limit: 60, stale_at: null }),
      '/emqx/publish': published({ films_unidentified: answer }),
    })
  const withoutKey = (more: object = {}) =>
    ok({ data: [], total: 7, page: 1, limit: 1, counts: { ...counts, ...more }, database: 'no_key' })

  test('says in one line what a key brings, which leads the owner to the field and is hidden for good', async () => {
    serveBox(() => withoutKey())
    show()
    expect(await screen.findByText('Posters need a free key')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Add a key for posters' }).getAttribute('href')).toBe('#/pages/device/setting/keys')
    await waitFor(() => expect(screen.getByRole('link', { name: /Film 1/ })).toBeTruthy())
    expect(screen.queryByText(/not identified/)).toBe(null)
    fireEvent.click(screen.getByRole('button', { name: 'Hide' }))
    expect(screen.queryByText('Posters need a free key')).toBe(null)
    cleanup()
    show()
    await screen.findByRole('link', { name: /Film 1/ })
    expect(screen.queryByText('Posters need a free key')).toBe(null)
  })

  test('a member is told whose it is', async () => {
    setCurrentDevice({ ...aDevice, role: 'member' })
    serveBox(() => withoutKey())
    show()
    expect(await screen.findByText('Posters need a free key. The owner can add one.')).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Add a key for posters' })).toBe(null)
  })

  test('counts as not identified only files whose name says nothing', async () => {
    serveBox(() => withoutKey({ unnamed: 2 }))
    show()
    expect(await screen.findByRole('link', { name: '2 not identified' })).toBeTruthy()
  })

  test('with a key all of them count, and nothing is said of keys', async () => {
    serveBox(() => ok({ data: [], total: 7, page: 1, limit: 1, counts, database: 'ok' }))
    show()
    expect(await screen.findByRole('link', { name: '7 not identified' })).toBeTruthy()
    expect(screen.queryByText('Posters need a free key')).toBe(null)
  })

  test('the films wait for its answer only a moment, and nothing pushes them down later', async () => {
    const answer = Promise.withResolvers<void>()
    serveBox(() => withoutKey())
    const fetched = globalThis.fetch
    vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
      if (url.includes('/emqx/publish')) await answer.promise
      return fetched(url, request)
    })
    show()
    await waitFor(() => expect(screen.getByText('1 film')).toBeTruthy())
    expect(screen.queryByText('Film 1')).toBe(null)
    await act(async () => clock.pass(500))
    expect(screen.getByRole('link', { name: /Film 1/ })).toBeTruthy()
    await act(async () => answer.resolve())
    await act(async () => {})
    expect(screen.queryByText('Posters need a free key')).toBe(null)
  })
})
