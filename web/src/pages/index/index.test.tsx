/** Home of a guest: where it begins, and what an empty server leaves out. */
import { announcements } from '@homeport/contract/shape/well-known-boards.ts'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { devicePath, goToReturnPath, registerPath } from '../../kit/nav/return-path.ts'
import { endSession, setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aSignIn, aThreadRow } from '../../testing/samples.ts'
import { press, show } from '../../testing/routes.tsx'
import { ok, type Answer } from '../../testing/server.ts'
import { Screen as DevicePage } from '../main/device/index.tsx'
import { Screen } from './index.tsx'

const noThreads = () => ok({ data: [], next: '' })
let requests = 0

beforeEach(() => {
  setLang('en')
  endSession()
  location.hash = '#/pages/index/index'
  requests = 0
})
afterEach(cleanup)

const calls = (first: Answer, latest: (body: Record<string, string>) => unknown[] = () => []) => ({
  '/user/account/first': () => {
    requests += 1
    return first
  },
  '/api/index/banner': () => ok({ data: [] }),
  '/misc/recommend': noThreads,
  '/api/bbs/listByCategory': (body: Record<string, string>) => ok({ data: latest(body), total: 0, page: 1, limit: 1 }),
})

async function start(first: Answer): Promise<void> {
  show(<Screen />, { calls: calls(first) })
  await waitFor(() => expect(requests).toBe(1))
  await act(async () => {})
  await press('Get started')
}

test('Get started opens Create account where nobody has one yet, and leads on to pairing', async () => {
  await start(ok({ is_first: true, registration: 'open' }))
  expect(location.hash).toBe(`#${registerPath}`)
  act(() => goToReturnPath('/pages/main/user/index'))
  expect(location.hash).toBe(`#${devicePath}`)
})

test.each([
  ['there are accounts', ok({ is_first: false, registration: 'open' })],
  ['the server does not say', { code: 500 }],
])('Get started leaves the choice where %s', async (_, first) => {
  await start(first)
  expect(location.hash).toBe(`#${devicePath}`)
})

test.each([
  [true, 'Create account'],
  [false, 'Sign in'],
])('the device page of a guest has its main button on what comes first (%s)', async (is_first, main) => {
  show(<DevicePage />, { calls: calls(ok({ is_first, registration: 'open' })) })
  await waitFor(() => expect(screen.getAllByRole('button')[0]?.textContent).toBe(main))
  expect(
    screen
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .toSorted(),
  ).toEqual(['Create account', 'Sign in'])
})

test('the scan stands on Home until a box is paired', async () => {
  show(<Screen />, { calls: calls(ok({ is_first: false, registration: 'open' })) })
  expect(screen.getByRole('link', { name: 'Pair a box' }).getAttribute('href')).toBe(`#${devicePath}`)
  cleanup()
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  show(<Screen />, { calls: calls(ok({ is_first: false, registration: 'open' })) })
  expect(await screen.findByRole('heading', { name: 'Homeport' })).toBeTruthy()
  expect(screen.queryByLabelText('Pair a box')).toBeNull()
})

test('a board of the house that holds nothing has no card', async () => {
  show(<Screen />, {
    calls: calls(ok({ is_first: true, registration: 'open' }), ({ category_id }) =>
      category_id === String(announcements.en) ? [{ ...aThreadRow, title: 'A newer Homeport' }] : [],
    ),
  })
  const cards = () => screen.queryAllByRole('link').filter((link) => link.getAttribute('href')?.includes('type/three'))
  await waitFor(() => expect(cards().map(({ textContent }) => textContent)).toEqual(['AnnouncementsA newer Homeport']))
})
