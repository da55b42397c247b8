/** P46: one line shows what is not connected, with the same texts everywhere; meanwhile nothing on screen is green, moving or counting. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { devices, status } from '../device/data.ts'
import { away, lostTv } from '../kit/call/connection.ts'
import { connectionText } from '../kit/text/connection-text.ts'
import { setLang } from '../kit/lang.ts'
import type { PageModule } from '../kit/page.ts'
import { reach } from '../kit/reachability.ts'
import { endSession, setCurrentDevice, startSession, useSession } from '../kit/session.ts'
import { ok, pageOf, published, serve } from '../testing/server.ts'
import { aDevice, aSignIn, aStatus, aTask } from '../testing/samples.ts'
import * as devicePage from '../pages/main/device/index.tsx'
import * as home from '../pages/index/index.tsx'
import * as me from '../pages/main/user/index.tsx'
import * as downloads from '../pages/device/download/list.tsx'
import { AsOf } from '../ui/as-of.tsx'
import { ConnectionNote } from '../ui/connection-line.tsx'
import { createClient } from './client.ts'
import { healQueries } from './refetch-on-reconnect.ts'
import { linesOn, tabOf } from './tabs.ts'

// chunks load slowly on a machine that runs other tests in parallel
vi.setConfig({ testTimeout: 20_000 })

const states = ['phone', 'cloud', 'box', 'tv'] as const
let isConnected = true
let stops: (() => void)[] = []

const tasks = ({ is_done }: Record<string, string>) => {
  const data = is_done === '1' ? [] : [aTask]
  return ok({ data, total: data.length, page: 1, limit: 99, counts: { all: 1, progress: 1, done: 0 }, stale_at: null })
}
const disk = { total: 20_000, used: 10_000, free: 10_000, path: '/', value: 50 }
const answers = () => ({
  '/user/device/lists': () => pageOf([aDevice]),
  '/device/task/lists': tasks,
  '/emqx/publish': published({
    storage_info: () => ok({ list: [disk] }),
    device_status: () => ok(aStatus),
  }),
})

function show(children: React.ReactNode) {
  const client = createClient(() => {})
  stops.push(healQueries(client))
  render(<QueryClientProvider client={client}>{children}</QueryClientProvider>)
  return client
}

/** Sets the browser's online state. */
async function connected(is: boolean): Promise<void> {
  isConnected = is
  await act(async () => void dispatchEvent(new Event(is ? 'online' : 'offline')))
}

beforeEach(async () => {
  localStorage.clear()
  isConnected = true
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isConnected)
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('scrollTo', () => {})
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  serve(answers())
  const { startReachability } = await import('../kit/reachability.ts')
  stops = [startReachability(async () => isConnected)]
  await waitFor(() => expect(reach.unreached.get()).toBe(null))
})
afterEach(async () => {
  cleanup()
  lostTv.set('')
  await connected(true)
  await waitFor(() => expect(reach.unreached.get()).toBe(null))
  stops.forEach((stop) => stop())
  endSession()
})

test.each(states)('the line of %s has its words in both languages, no two alike', (state) => {
  const { en, zh } = connectionText
  expect(states.filter((other) => en[other] === en[state])).toEqual([state])
  expect(states.filter((other) => zh[other] === zh[state])).toEqual([state])
  expect(en[state]).toMatch(/offline|TV is off|can’t be reached/)
})

test('the nearest counts: this phone before the cloud, the box before the TV', async () => {
  lostTv.set('S1')
  expect(away.get()).toBe('tv')
  setCurrentDevice({ ...aDevice, online: 0 })
  expect(away.get()).toBe('box')
  await connected(false)
  expect(away.get()).toBe('phone')
})

test('a person without a box is told of no box', () => {
  setCurrentDevice(null)
  expect(away.get()).toBe(null)
})

test('every page tells of the phone and the cloud; the forum tells of no box', () => {
  for (const route of ['/pages/index/index', '/pages/main/user/index', '/pages/forum/postings/thread', '/pages/user/setup/index'])
    expect(linesOn(route).slice(0, 2)).toEqual(['phone', 'cloud'])
  for (const route of ['/pages/index/index', '/pages/main/movie/list', '/pages/device/download/list', '/pages/main/user/index'])
    expect(linesOn(route)).toContain('box')
  for (const route of ['/pages/device/movie/detail', '/pages/device/download/list', '/pages/main/device/index'])
    expect(linesOn(route)).toEqual(['phone', 'cloud', 'direct', 'box', 'tv'])
  expect(linesOn('/pages/forum/type/index')).not.toContain('box')
  expect(tabOf('/pages/nowhere')).toBe(null)
})

test('the line says how old the oldest part of what is shown is', async () => {
  const at = new Date()
  at.setHours(0, 5, 0, 0)
  await connected(false)
  show(
    <>
      <ConnectionNote />
      <AsOf at={Date.now()} />
      <AsOf at={at.getTime()} />
    </>,
  )
  expect(screen.getByText('This phone is offline')).toBeTruthy()
  expect(screen.getByText('Last updated 00:05')).toBeTruthy()
})

test('a box that is off says since when, and what to do', async () => {
  const at = new Date()
  at.setHours(0, 5, 0, 0)
  setCurrentDevice({ ...aDevice, online: 0, seen_at: at.getTime() / 1000 })
  show(<ConnectionNote />)
  expect(screen.getByText('Box is offline')).toBeTruthy()
  expect(screen.getByText('since 00:05')).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Help' }).click())
  expect(await screen.findByRole('dialog', { name: 'Box is offline' })).toBeTruthy()
})

test('a TV that went is told until the person has seen it', async () => {
  lostTv.set('S1')
  show(<ConnectionNote />)
  expect(screen.getByText('TV is off')).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'OK' }).click())
  expect(screen.queryByText('TV is off')).toBe(null)
})

test('A6: what failed while the cloud was away is asked for again by itself', async () => {
  let isThere = false
  serve({ '/user/device/lists': () => (isThere ? pageOf([aDevice]) : { code: Code.fault }) })
  function Names() {
    const list = useQuery({ ...devices(), retry: false, refetchInterval: false })
    return <p>{list.data?.map(({ name }) => name).join() ?? (list.isError ? 'failed' : 'waiting')}</p>
  }
  show(<Names />)
  expect(await screen.findByText('failed')).toBeTruthy()
  await connected(false)
  isThere = true
  await connected(true)
  expect(await screen.findByText('Box')).toBeTruthy()
})

const pages: [string, PageModule, RegExp][] = [
  ['Home', home, /18\.4 ?MB\/s/],
  ['Device', devicePage, /18\.4 MB\/s/],
  ['Downloads', downloads, /18\.4 MB\/s/],
  ['Me', me, /1 online/],
]

describe.each(pages)('A5, P46: %s', (_, { Screen }, live) => {
  test.each(['phone', 'box'] as const)('with the %s offline shows nothing green, live or counting', async (what) => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(84)
    show(<Screen />)
    await waitFor(() => expect(document.body.textContent).toMatch(live))
    expect(document.querySelectorAll('.dot-dot:not(.dot-off), .bar-bar.bar-live, [fill="var(--ok)"]').length).toBeGreaterThan(0)
    if (what === 'phone') await connected(false)
    else {
      serve({ ...answers(), '/user/device/lists': () => pageOf([{ ...aDevice, online: 0 }]) })
      await act(async () => setCurrentDevice({ ...aDevice, online: 0 }))
    }
    const isMe = live.source.includes('online')
    if (isMe && what === 'box') return
    expect(
      [...document.querySelectorAll('.dot-dot:not(.dot-off), .bar-bar.bar-live, [fill="var(--ok)"], .tab-bar-ring')].map(
        (one) => one.outerHTML,
      ),
    ).toEqual([])
    expect(document.body.textContent).not.toMatch(live)
    expect(document.body.textContent).not.toMatch(/\bOnline\b/)
  })
})

test('a box that stands still is not online: its figures are of one time, and nothing moves', async () => {
  let isStill = false
  const parts = published({
    storage_info: () => ok({ list: [disk] }),
    device_status: () => (isStill ? { code: Code.noResponse } : ok(aStatus)),
  })
  serve({ ...answers(), '/emqx/publish': parts })
  const client = show(<devicePage.Screen />)
  expect(await screen.findByText(/^Online · HP/, {}, { timeout: 15_000 })).toBeTruthy()
  isStill = true
  await act(() => client.refetchQueries({ queryKey: status(aDevice).queryKey }))
  await waitFor(() => expect(screen.queryByText(/^Online · HP/)).toBe(null))
  expect(document.querySelectorAll('.dot-dot:not(.dot-off), .bar-bar.bar-live').length).toBe(0)
  const times = screen.getAllByText(/^as of /).map((one) => one.textContent)
  expect(times.length).toBeGreaterThan(1)
  expect(new Set(times).size).toBe(1)
  isStill = false
  await act(() => client.refetchQueries({ queryKey: status(aDevice).queryKey }))
  expect(await screen.findByText(/^Online · HP/)).toBeTruthy()
})

test('the parts of a screen say one time, the oldest', async () => {
  const at = new Date()
  at.setHours(0, 5, 0, 0)
  setCurrentDevice({ ...aDevice, online: 0 })
  show(
    <>
      <AsOf at={Date.now()} />
      <AsOf at={at.getTime()} />
    </>,
  )
  await waitFor(() => expect(screen.getAllByText('as of 00:05')).toHaveLength(2))
})

test('a screen sees its box as off while the cloud is not reached, and as it was once it is', async () => {
  function Online() {
    const list = useInfiniteQuery({
      queryKey: ['nothing'],
      queryFn: async () => [],
      initialPageParam: 1,
      getNextPageParam: () => null,
    })
    return <p>{`online ${useSession().device?.online} ${list.status}`}</p>
  }
  show(<Online />)
  expect(await screen.findByText('online 1 success')).toBeTruthy()
  await connected(false)
  expect(screen.getByText('online 0 success')).toBeTruthy()
  await connected(true)
  expect(await screen.findByText('online 1 success')).toBeTruthy()
})
