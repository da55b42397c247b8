/** Home, library, device and downloads are asked for again by a finger that slides down. */
import { unknownFilm } from '@homeport/contract/movie/movie.ts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../kit/session.ts'
import { Screen as Downloads } from '../pages/device/download/list.tsx'
import { Screen as Home } from '../pages/index/index.tsx'
import { Screen as DevicePage } from '../pages/main/device/index.tsx'
import { Screen as Library } from '../pages/main/movie/list.tsx'
import { show } from '../testing/routes.tsx'
import { aDevice, aSignIn, aStatus, aTask } from '../testing/samples.ts'
import { ok, type Answer } from '../testing/server.ts'
import { slide } from '../testing/slide.ts'
import { listed } from '../testing/task-list.ts'

vi.setConfig({ testTimeout: 20_000 })

const box = { ...aDevice, isdefault: 1, role: 'owner' as const, online: 1 }
const film = { ...unknownFilm, id: 'M1', title: 'Metropolis', is_favorite: false, is_watched: false, position_ms: null }
const watched = { film, episode: null, position_ms: 60_000, is_watched: false, watched_at: 1 }
const pageOfFilms = ok({ data: [film], total: 1, page: 1, limit: 60, stale_at: null })

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
      unobserve() {}
    },
  )
  // jsdom has no layout: the virtual lists get the height of a window.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84)
  startSession(aSignIn)
  setCurrentDevice(box)
})
afterEach(() => {
  cleanup()
  endSession()
})

test.each([
  { name: 'home', Page: Home, route: '/pages/index/index', path: '/movie/history/continue', shown: 'Metropolis' },
  { name: 'library', Page: Library, route: '/pages/main/movie/list', path: '/movie/movie/list', shown: 'Metropolis' },
  { name: 'device', Page: DevicePage, route: '/pages/main/device/index', path: '/device/task/lists', shown: '1 downloading' },
  {
    name: 'device, by its head',
    Page: DevicePage,
    route: '/pages/main/device/index',
    path: '/device/task/lists',
    shown: box.name,
  },
  { name: 'downloads', Page: Downloads, route: '/pages/device/download/list', path: '/device/task/lists', shown: aTask.name },
])('$name', async ({ Page, route, path: watchedPath, shown }) => {
  location.hash = `#${route}`
  const requests: string[] = []
  const answers: Record<string, (body: Record<string, string>) => Answer> = {
    '/movie/history/continue': () => ok({ data: [watched] }),
    '/movie/movie/list': () => pageOfFilms,
    '/api/index/banner': () => ok({ data: [] }),
    '/misc/recommend': () => ok({ data: [], next: '' }),
    '/user/device/lists': () => ok({ data: [box], total: 1, page: 1, limit: 20 }),
    '/device/task/lists': (input) => listed([aTask], input),
  }
  const calls = Object.fromEntries(
    Object.entries(answers).map(([path, answer]) => [
      path,
      (body: Record<string, string>) => {
        requests.push(path)
        return answer(body)
      },
    ]),
  )
  show(<Page />, { calls, acts: { device_status: () => ok(aStatus) } })
  const [line] = await screen.findAllByText(shown, {}, { timeout: 15_000 })
  if (!line) throw new Error('nothing to put a finger on')
  const before = requests.filter((path) => path === watchedPath).length
  await slide(line, [100, 100], [100, 120], [104, 260])
  await waitFor(() => expect(requests.filter((path) => path === watchedPath).length).toBeGreaterThan(before))
})
