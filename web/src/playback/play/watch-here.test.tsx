/** Watch here, in the app: the way to the box's page, what is said before, and to who comes back. */
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Screen } from '@homeport/contract/playback/screen.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClient } from '../../app/client.ts'
import { entryNow } from '../../kit/nav/history-entry.ts'
import { isLanOpen } from '../../kit/lan-open.ts'
import { setLang } from '../../kit/lang.ts'
import { setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aSignIn, aTv } from '../../testing/samples.ts'
import { published, serve } from '../../testing/server.ts'
import { Toasts } from '../../ui/toast.tsx'
import { playIntent, setIntent } from './intent.ts'
import { PlayButton } from './play-button.tsx'
import { PlayFlow } from './play-flow.tsx'

const went: string[] = []
/** The layer of the history entry from which it went: 1 while the sheet is open. */
let layerAtGo = -1
vi.mock('../../kit/platform.ts', async (original) => ({
  ...(await original<object>()),
  goTo(address: string) {
    layerAtGo = entryNow().layer
    went.push(address)
  },
}))
vi.mock('../../kit/browser-features.ts', async (original) => ({
  ...(await original<object>()),
  stopGoing: () => went.push('stopped'),
}))
/** Runs what waits for the box's page. */
let passReach = () => {}
vi.mock('../../kit/time/clock.ts', async (original) => {
  const clock = await original<{ later: (ms: number, run: () => void) => () => void }>()
  const later = (ms: number, run: () => void) => (ms === 8_000 ? ((passReach = run), () => {}) : clock.later(ms, run))
  return { ...clock, later }
})

const tv = { ...aTv, screen_id: 'tv' }
const kitchen = { ...tv, screen_id: 'kitchen', name: 'Kitchen' }
let screens: Screen[]
let lists: number
let hereCode: number
let played: unknown[]
/** The cloud's word on the way through it. */
let away: object

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  sessionStorage.clear()
  went.length = 0
  screens = [tv, kitchen]
  lists = 0
  hereCode = Code.ok
  played = []
  away = { address: '', stream_kbit: 0, is_near: true }
  serve({
    '/user/device/away': () => ({ code: Code.ok, data: away }),
    '/emqx/publish': published({
      screen_list: () => {
        lists += 1
        return { code: Code.ok, data: { data: screens, waiting: [], address: 'http://192.168.1.5:8701' } }
      },
      screen_here: () =>
        hereCode === Code.ok
          ? { code: Code.ok, data: { screen_id: 'mine', address: 'http://192.168.1.5:8701', key: 'once' } }
          : { code: hereCode, data: { reason: 'no_screen' } },
      play: (data) => {
        played.push(data)
        return { code: Code.notFound, data: { reason: 'failed' } }
      },
    }),
  })
})
afterEach(() => {
  cleanup()
  setIntent(null)
})

async function choose(position: number | null = null) {
  render(
    <QueryClientProvider client={createClient(() => {})}>
      <PlayButton movieId="M1" title="Metropolis" position={position} duration={9_180_000} />
      <PlayFlow />
      <Toasts />
    </QueryClientProvider>,
  )
  await act(async () => fireEvent.click(screen.getByRole('button', { name: /: Metropolis$/ })))
}
const watch = async (position: number | null = null) => {
  await choose(position)
  fireEvent.click(await screen.findByRole('radio', { name: /This device/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Watch here' }))
  await waitFor(() => expect(went).toHaveLength(1))
  return new URL(went[0] ?? '')
}

test('goes to the box’s page in the same tab, with its key, the film and the way back', async () => {
  const { origin, pathname, hash } = await watch(61_000)
  expect(origin + pathname).toBe('http://192.168.1.5:8701/')
  expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toEqual({
    key: 'once',
    movie: 'M1',
    path: '',
    point: '61000',
    lang: 'en',
    app: location.href,
  })
  expect(played).toEqual([])
  // The sheet's entry is gone: its way back would call off the way there.
  expect(layerAtGo).toBe(0)
  expect(playIntent.get()).toBe(null)
  expect(location.href).toMatch(/^http/)
})

test('who watched and comes back is told nothing', async () => {
  await watch()
  const before = lists
  act(() => void dispatchEvent(new Event('pageshow')))
  await waitFor(() => expect(lists).toBe(before + 1))
  await act(() => waitFor(() => expect(sessionStorage.getItem('homeport.watchesHere')).toBe('')))
  expect(screen.queryByText(/away from home/)).toBe(null)
})

test('who comes back is told what it needs, once, where the box’s page never came', async () => {
  await watch()
  screens = [tv, { ...aTv, screen_id: 'mine', kind: 'here', user_id: 'u1', is_online: false, is_awaited: true }]
  act(() => void dispatchEvent(new Event('pageshow')))
  expect(await screen.findByText('You’re away from home. It plays here on your home Wi-Fi.')).toBeTruthy()
  expect(sessionStorage.getItem('homeport.watchesHere')).toBe('')
})

test('where the box does not answer for eight seconds the way there is given up, and the app says why', async () => {
  await watch()
  screens = [tv, { ...aTv, screen_id: 'mine', kind: 'here', user_id: 'u1', is_online: false, is_awaited: true }]
  const before = lists
  act(() => passReach())
  expect(went.at(-1)).toBe('stopped')
  await waitFor(() => expect(lists).toBe(before + 1))
  expect(await screen.findAllByText(/away from home/)).not.toEqual([])
  expect(sessionStorage.getItem('homeport.watchesHere')).toBe('')
  act(() => passReach())
  expect(went.filter((one) => one === 'stopped')).toHaveLength(1)
})

const cloud = 'https://cloud.example/away/pass.seal/'

test('away from home it goes to the page at the cloud, where the operator relays it', async () => {
  away = { address: cloud, stream_kbit: 20_000, is_near: false }
  await choose(61_000)
  fireEvent.click(await screen.findByRole('radio', { name: /This device.*Through the cloud/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Watch here' }))
  await waitFor(() => expect(went).toHaveLength(1))
  const { origin, pathname, hash } = new URL(went[0] ?? '')
  expect(origin + pathname).toBe(cloud)
  expect(Object.fromEntries(new URLSearchParams(hash.slice(1)))).toMatchObject({ key: 'once', movie: 'M1', point: '61000' })
  // The page itself says what is wrong with its way.
  expect(sessionStorage.getItem('homeport.watchesHere') ?? '').toBe('')
})

test('at home is who reaches the box, whatever the cloud takes from the addresses: a phone by IPv6, a box by IPv4', async () => {
  away = { address: cloud, stream_kbit: 20_000, is_near: false }
  isLanOpen.set(true)
  const { origin } = await watch()
  expect(origin).toBe('http://192.168.1.5:8701')
  isLanOpen.set(false)
})

test('at home it goes to the box; where that does not answer for eight seconds, through the cloud', async () => {
  away = { address: cloud, stream_kbit: 20_000, is_near: true }
  await choose()
  fireEvent.click(await screen.findByRole('radio', { name: /This device.*At home or away/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Watch here' }))
  await waitFor(() => expect(went).toHaveLength(1))
  expect(went[0]).toContain('http://192.168.1.5:8701/#')
  const before = lists
  act(() => passReach())
  await waitFor(() => expect(went).toHaveLength(3))
  expect([went[1], went[2]?.split('#')[0]]).toEqual(['stopped', cloud])
  // Nothing is left to say.
  expect([sessionStorage.getItem('homeport.watchesHere'), lists]).toEqual(['', before])
})

test('a box that refuses says so, and the app stays', async () => {
  hereCode = Code.notFound
  await choose()
  fireEvent.click(await screen.findByRole('radio', { name: /This device/ }))
  fireEvent.click(screen.getByRole('button', { name: 'Watch here' }))
  expect(await screen.findByText('Play failed, please try again')).toBeTruthy()
  expect(went).toEqual([])
})

test('a phone on a line of its provider is told before it goes', async () => {
  Object.defineProperty(navigator, 'connection', { configurable: true, value: { type: 'cellular' } })
  await choose()
  expect(await screen.findByRole('radio', { name: /This device.*On mobile data now/ })).toBeTruthy()
  Reflect.deleteProperty(navigator, 'connection')
})
