/** The watch history, with a fake server: what one watched, removed one by one or as a whole; and the shelf of what one goes on with. */
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../../app/client.ts'
import { setLang } from '../../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../../kit/session.ts'
import { Shelves } from '../../../movie/shelves.tsx'
import { aFilm, anEpisode, aSeries } from '../../../testing/films.ts'
import { aDevice, aSignIn } from '../../../testing/samples.ts'
import { ok, pageOf, published, serve } from '../../../testing/server.ts'
import { Modals } from '../../../ui/modal.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { Screen as GoOn } from './continue.tsx'
import { Screen } from './history.tsx'

const metropolis = {
  film: { ...aFilm, duration_ms: 9_180_000 },
  episode: null,
  position_ms: 2_892_000,
  is_watched: false,
  watched_at: 1,
}
const pilot = { film: aSeries, episode: { ...anEpisode, still: 'picture' }, position_ms: 0, is_watched: true, watched_at: 2 }
let rows: (typeof metropolis | typeof pilot)[] = []
/** Ids of what was taken out of what one goes on with. */
let aside = new Set<string>()
let requests: ReturnType<typeof serve>

function show(part: ReactNode = <Screen />, calls: Parameters<typeof serve>[0] = {}): void {
  requests = serve({
    '/movie/history/list': () => pageOf(rows),
    '/movie/history/continue': () =>
      ok({ data: [metropolis, { ...pilot, is_watched: false }].filter(({ film }) => !aside.has(film.id)) }),
    '/movie/history/aside': ({ id = '', is_aside }) => {
      if (is_aside === '1') aside.add(id)
      else aside.delete(id)
      return ok({ is_aside: is_aside === '1' })
    },
    '/movie/movie/list': () => ok({ data: [], total: 0, page: 1, limit: 12, stale_at: null }),
    '/movie/history/clear': ({ ids = '[]', is_all }) => {
      const gone: string[] = JSON.parse(ids)
      rows = is_all === '1' ? [] : rows.filter(({ film, episode }) => !gone.includes((episode ?? film).id))
      return ok(null)
    },
    ...calls,
  })
  render(
    <QueryClientProvider client={createClient(() => {})}>
      {part}
      <Toasts />
      <Modals />
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
  rows = [pilot, metropolis]
  aside = new Set()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
})
afterEach(cleanup)

test('says where one stopped and what one finished, and leads to the film or the series', async () => {
  show()
  const film = await screen.findByRole('link', { name: /^Metropolis/ })
  expect(film.textContent).toContain('1 h 45 min left')
  const series = screen.getByRole('link', { name: /Nine Harbours · S1 E4/ })
  expect(series.textContent).toContain('Watched')
  expect(series.getAttribute('href')).toBe('#/pages/device/movie/detail?id=S1')
})

test('an entry is removed once its undo is gone', async () => {
  show()
  await press('Remove Metropolis from the history')
  expect(screen.queryByRole('link', { name: /^Metropolis/ })).toBe(null)
  await press('Undo')
  expect(screen.getByRole('link', { name: /^Metropolis/ })).toBeTruthy()
  expect(requests.of('/movie/history/clear')).toEqual([])
  await press('Remove Metropolis from the history')
  await press('Remove Nine Harbours · S1 E4 from the history')
  await waitFor(() => expect(requests.of('/movie/history/clear')).toMatchObject([{ ids: '["M1"]' }]))
  await press('Undo')
})

test('all is cleared only after a question', async () => {
  show()
  await press('Clear all')
  const dialog = await screen.findByRole('alertdialog')
  await act(async () => fireEvent.click(within(dialog).getByRole('button', { name: 'Clear all' })))
  await waitFor(() => expect(requests.of('/movie/history/clear')).toMatchObject([{ is_all: '1' }]))
  expect(await screen.findByText('Nothing watched yet')).toBeTruthy()
})

test('home goes on with what was left in the middle, and with the next episode', async () => {
  show(
    <Shelves device={aDevice} settled={() => {}}>
      {() => null}
    </Shelves>,
  )
  const film = await screen.findByRole('link', { name: /^48|Metropolis/ })
  expect(film.textContent).toContain('1 h 45 min left')
  expect(screen.getByRole('link', { name: /Nine Harbours/ }).textContent).toContain('Next: S1 E4')
  expect(screen.getByRole('link', { name: 'All · Continue watching' }).getAttribute('href')).toBe('#/pages/device/movie/continue')
})

test('the still of the next episode is hidden for who wants that', async () => {
  const habit = { audio_language: '', subtitle_language: '', size: 'm', hides_unseen: true }
  show(<GoOn />, { '/emqx/publish': published({ track_habit: () => ok(habit) }) })
  const row = await screen.findByRole('link', { name: /^Nine Harbours/ })
  await waitFor(() => expect(within(row).getByText('Nine Harbours', { selector: '.poster-noPicture' })).toBeTruthy())
})

test('a film is taken out of what one goes on with at once, and Undo brings it back', async () => {
  show(<GoOn />)
  expect((await screen.findByRole('link', { name: /^Metropolis/ })).textContent).toContain('1 h 45 min left')
  expect(screen.getByRole('link', { name: /^Nine Harbours/ }).textContent).toContain('Next: S1 E4')
  await press('Remove Metropolis from Continue watching')
  await waitFor(() => expect(screen.queryByRole('link', { name: /^Metropolis/ })).toBe(null))
  await waitFor(() => expect(requests.of('/movie/history/aside')).toMatchObject([{ id: 'M1', is_aside: '1' }]))
  expect(screen.getByText('Metropolis removed')).toBeTruthy()
  await press('Undo')
  expect(await screen.findByRole('link', { name: /^Metropolis/ })).toBeTruthy()
  await press('Remove Metropolis from Continue watching')
  await press('Remove Nine Harbours from Continue watching')
  expect(await screen.findByText('Nothing to continue')).toBeTruthy()
  expect(requests.of('/movie/history/clear')).toEqual([])
})
