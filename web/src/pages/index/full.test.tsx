/** Home of a person with a box: the film one goes on with stands first. */
import { unknownFilm } from '@homeport/contract/movie/movie.ts'
import { cleanup, screen, within, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { show } from '../../testing/routes.tsx'
import { ok } from '../../testing/server.ts'
import { Screen } from './index.tsx'

vi.setConfig({ testTimeout: 20_000 })

const film = (id: string, title: string) => ({
  ...unknownFilm,
  id,
  title,
  duration_ms: 9_180_000,
  is_favorite: false,
  is_watched: false,
  position_ms: 2_892_000,
})
const watched = (id: string, title: string) => ({
  film: film(id, title),
  episode: null,
  position_ms: 2_892_000,
  is_watched: false,
  watched_at: 1,
})
let going: ReturnType<typeof watched>[]
let isFull: boolean

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  isFull = true
  vi.stubGlobal('matchMedia', () => ({ matches: isFull, addEventListener() {}, removeEventListener() {} }))
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  location.hash = '#/pages/index/index'
})
afterEach(() => {
  cleanup()
  endSession()
})

function open(): void {
  const none = () => ok({ data: [], total: 0, page: 1, limit: 20, stale_at: null })
  show(<Screen />, {
    calls: {
      '/movie/history/continue': () => ok({ data: going }),
      '/movie/movie/list': none,
      '/api/index/banner': () =>
        ok({ data: [{ id: 'B1', title: 'A quiet place', about: '', picture: null, scene: 'room', to: '' }] }),
      '/misc/recommend': () => ok({ data: [], next: '' }),
    },
  })
}

test('it can be played there, and does not stand on the shelf once more', async () => {
  going = [watched('M1', 'Metropolis'), watched('M2', 'Sunrise')]
  open()
  const hero = await screen.findByRole('region', { name: 'Continue watching' }, { timeout: 15_000 })
  expect(within(hero).getByRole('link', { name: 'Metropolis' }).getAttribute('href')).toContain('id=M1')
  expect(within(hero).getByRole('button', { name: 'Resume from 48:12: Metropolis' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: /^Sunrise/ })).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /^Metropolis/ })).toHaveLength(1)
})

test('who has nothing to go on with sees no empty place', async () => {
  going = []
  open()
  expect(await screen.findByRole('heading', { name: 'Homeport' })).toBeTruthy()
  await waitFor(() => expect(document.querySelector('.home-top')).toBeTruthy())
  expect(screen.queryByRole('region', { name: 'Continue watching' })).toBe(null)
})

test('on a phone what one goes on with stands above the guides, which come first where there is nothing yet', async () => {
  isFull = false
  going = [watched('M1', 'Metropolis')]
  open()
  const film = await screen.findByRole('link', { name: /^Metropolis/ }, { timeout: 15_000 })
  const guide = await screen.findByText('A quiet place', {}, { timeout: 15_000 })
  expect(film.compareDocumentPosition(guide) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  cleanup()
  going = []
  open()
  expect(await screen.findByText('A quiet place', {}, { timeout: 15_000 })).toBeTruthy()
})
