/** The library tab in its states, with a fake server. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { unknownFilm, type Film } from '@homeport/contract/movie.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { oldestShownAt } from '../../../kit/connection.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { ok, serve, type Answer } from '../../../testing/server.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { sorted } from '../../../movie/data.ts'
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
// What comes later comes by a clock that the test moves.
const clock = await vi.hoisted(async () => (await import('../../../../../testing/hand-clock.ts')).handClock())
vi.mock('../../../kit/clock.ts', async (original) => ({ ...(await original<object>()), later: clock.later }))

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
  sorted.set({ sort: 'overall', order: 'desc' })
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
