/** The failure handler: what the user sees of each failure, and what is deleted when a session ends (spec 8, P13). */
import { Code, TaskCode } from '@homeport/contract/kit/codes.ts'
import { QueryClientProvider, type QueryClient } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Failure } from '../kit/failure.ts'
import { sharedCache } from '../kit/shell/shared-names.ts'
import { storageKeys } from '../kit/storage.ts'
import { setLang } from '../kit/lang.ts'
import { session, setCurrentDevice, startSession } from '../kit/session.ts'
import { aDevice, aSignIn } from '../testing/samples.ts'
import { Modals } from '../ui/modal.tsx'
import { Toasts } from '../ui/toast.tsx'
import { createClient } from './client.ts'
import { handleFailure } from './failure.tsx'
import { startOffline } from './offline.ts'
import { Guard } from './route/route-guard.tsx'
import { openAt } from '../testing/history.ts'

let client: QueryClient

beforeEach(async () => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  openAt('#/pages/device/download/list')
  client = createClient(handleFailure)
  await startOffline(client)
  render(
    <QueryClientProvider client={client}>
      <Toasts />
      <Modals />
    </QueryClientProvider>,
  )
})
afterEach(async () => {
  const cancel = screen.queryByRole('button', { name: /Cancel|OK/ })
  if (cancel) await act(async () => cancel.click())
  cleanup()
})

const fail = (failure: unknown, isQuiet = false) => act(async () => handleFailure(failure, { isQuiet }))

test.each([1000, 1002, 1003])(
  'P13: code %d clears token, user, bind info, device and every cached answer, and asks to log in',
  async (code) => {
    client.setQueryData(['en', 'device', 'list'], [aDevice])
    await fail(new Failure('session', { code }))
    expect(session.get()).toMatchObject({ token: '', user: null, device: null })
    expect(storageKeys.realm('en', 'bindInfo').get()).toBe(null)
    expect(client.getQueryCache().getAll()).toEqual([])
    expect(await screen.findByRole('alertdialog', { name: 'Sign in to continue' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeTruthy()
  },
)

test('code 1004 clears silently', async () => {
  await fail(new Failure('session', { code: Code.endedElsewhere }))
  expect(session.get().token).toBe('')
  expect(screen.queryByRole('alertdialog')).toBe(null)
})

test('Go login leads to the user name login', async () => {
  await fail(new Failure('session', { code: Code.expiredToken }))
  const go = await screen.findByRole('button', { name: 'Sign in' })
  await act(async () => go.click())
  await waitFor(() => expect(location.hash).toBe('#/pages/user/login/username'))
})

test('code 4016 shows the server’s own words, with no way to cancel', async () => {
  await fail(new Failure('modal', { code: Code.modal, msg: 'Locked for 12 minutes' }))
  expect(await screen.findByRole('alertdialog', { name: 'Locked for 12 minutes' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBe(null)
})

test.each([
  ['a status other than 200', new Failure('network', { code: 502 }), 'Network error, please retry'],
  ['no answer in time', new Failure('timeout'), 'Time out!'],
  ['a fault of ours', new TypeError('x'), 'Unknown Error'],
  ['any other code', new Failure('code', { code: Code.notAllowed, msg: 'Not allowed here' }), 'Not allowed here'],
  ['a box without an answer', new Failure('code', { code: Code.noResponse }), 'Device no response, retry later'],
  [
    'a box with a damaged database',
    new Failure('code', { code: Code.damaged, during: 'act' }),
    'The box’s database is damaged. Stop Homeport and bring a backup back: npm run restore.',
  ],
])('%s is one toast', async (_, failure, word) => {
  await fail(failure)
  expect(screen.getByText(word)).toBeTruthy()
  expect(session.get().token).toBe('token-1')
})

test('a query that is asked again and again stays quiet, but never about a session that ended', async () => {
  await fail(new Failure('network', { code: 502 }), true)
  expect(screen.queryByText('Network error, please retry')).toBe(null)
  await fail(new Failure('session', { code: Code.expiredToken }), true)
  expect(session.get().token).toBe('')
})

test('a code of the box never ends the session, whatever its number', async () => {
  await fail(new Failure('task', { code: TaskCode.invalidLink }))
  expect(session.get().token).toBe('token-1')
})

test('a failure that its caller takes does not reach the failure handler', async () => {
  const onFailure = vi.fn()
  const own = createClient(onFailure)
  const mutate = (takes: boolean) =>
    own
      .getMutationCache()
      .build(own, { mutationFn: () => Promise.reject(new Failure('field')), meta: { takes: () => takes } })
      .execute(undefined)
      .catch(() => null)
  await mutate(true)
  expect(onFailure).not.toHaveBeenCalled()
  await mutate(false)
  expect(onFailure).toHaveBeenCalledOnce()
})

test('where what came with the token is lost, one is asked to log in again to obtain binding information', async () => {
  storageKeys.realm('en', 'bindInfo').set(null)
  await fail(new Failure('device', { code: Code.notBound }))
  expect(await screen.findByRole('alertdialog', { name: 'Sign in again to see your boxes' })).toBeTruthy()
  await act(async () => screen.getByRole('button', { name: 'Sign in' }).click())
  await waitFor(() => expect(location.hash).toBe('#/pages/user/login/username'))
})

test('P13: caches of a service worker that hold a person’s things go with their realm, and the app’s own stay', async () => {
  const names = new Set(['homeport.en.answers', 'homeport.zh.answers', sharedCache, 'homeport-shell'])
  vi.stubGlobal('caches', { keys: async () => [...names], delete: async (name: string) => names.delete(name) })
  await fail(new Failure('session', { code: Code.endedElsewhere }))
  await waitFor(() => expect([...names]).toEqual(['homeport.zh.answers', 'homeport-shell']))
})

test('S97: a session that expires on a page of a box asks once, and who cancels is led away from it', async () => {
  render(
    <QueryClientProvider client={client}>
      <Guard meta={{ needs: 'device' }}>the downloads</Guard>
    </QueryClientProvider>,
  )
  expect(screen.getByText('the downloads')).toBeTruthy()
  await fail(new Failure('session', { code: Code.expiredToken }))
  expect(await screen.findByRole('alertdialog', { name: 'Sign in to continue' })).toBeTruthy()
  await fail(new Failure('session', { code: Code.noToken }))
  await act(async () => (await screen.findByRole('button', { name: 'Cancel' })).click())
  await waitFor(() => expect(location.hash).toBe('#/pages/index/index'))
})

test('S97: what a guest was told of a page is asked again for who signs in', async () => {
  await fail(new Failure('session', { code: Code.endedElsewhere }))
  client.setQueryData(['en', 'forum', 'thread', '7'], { can: { reply: false } })
  await act(async () => startSession({ ...aSignIn, token: 'token-2' }))
  expect(client.getQueryState(['en', 'forum', 'thread', '7'])?.isInvalidated).toBe(true)
})
