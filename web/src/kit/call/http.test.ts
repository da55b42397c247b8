/** The HTTP request that each call sends (spec 7), and how its response is parsed. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { login } from '@homeport/contract/account.ts'
import { bindDevice, listDevices, unbindDevice } from '@homeport/contract/device.ts'
import { listTasks } from '@homeport/contract/download/download.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { ask } from './http.ts'
import { setLang } from '../lang.ts'
import { setCurrentDevice, startSession } from '../session.ts'
import { bodyOf } from '../../testing/server.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'

const fetched = vi.fn<(url: string, request: RequestInit) => Promise<Response>>()
const page = { data: [], total: 0, page: 1, limit: 99, counts: { all: 0, progress: 0, done: 0 }, stale_at: null }

function answers(body: unknown, status = 200) {
  fetched.mockImplementation(async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), { status }))
}

const sent = () => {
  const [url, request] = fetched.mock.calls.at(-1) ?? ['', {}]
  return {
    url,
    method: request.method,
    headers: new Headers(request.headers),
    body: Object.fromEntries(bodyOf(request)),
  }
}

beforeEach(() => {
  localStorage.clear()
  setLang('zh')
  setLang('en')
  fetched.mockReset()
  vi.stubGlobal('fetch', fetched)
})

test('a call is a form POST to its host of the language, with the headers of spec 7', async () => {
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  answers({ code: Code.ok, msg: '', data: page })
  await ask(listTasks, { devid: 'D1', page: 1, limit: 99, is_done: false })
  const { url, method, headers, body } = sent()
  expect([url, method]).toEqual(['/en/device/device/task/lists', 'POST'])
  expect(body).toEqual({ devid: 'D1', page: '1', limit: '99', is_done: '0' })
  const names = ['Token', 'Version', 'Source', 'client', 'SsoClient', 'Devsn']
  expect(names.map((name) => headers.get(name))).toEqual(['token-1', 'v3', 'app', 'app', 'h5', aDevice.devsn])
  expect(headers.has('OS')).toBe(true)
})

test('P12: token and password never stand in the address', async () => {
  startSession(aSignIn)
  answers({ code: Code.wrongCredentials, msg: 'no', data: null })
  await ask(login, { username: 'harbour', password: 'a secret thing', agreed: 1 }).catch(() => null)
  expect(sent().url).not.toMatch(/secret|token-1/)
  expect(sent().body['password']).toBe('a secret thing')
})

test('a body that names another box leaves the Devsn header empty: both and different would be refused', async () => {
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  answers({ code: Code.ok, msg: '', data: null })
  await ask(unbindDevice, { devsn: 'BBBBBBBBBBBBBBBB' })
  expect(sent().headers.get('Devsn')).toBe('')
})

test('the language chooses the host', async () => {
  setLang('zh')
  answers({ code: Code.wrongCredentials, msg: '', data: null })
  await ask(login, { username: 'a', password: 'b', agreed: 1 }).catch(() => null)
  expect(sent().url).toBe('/zh/forum/user/account/login')
})

test('what needs a user or a box is refused before it is asked', async () => {
  await expect(ask(listDevices, {})).rejects.toMatchObject({ kind: 'session', code: Code.noToken })
  startSession(aSignIn)
  await expect(ask(listTasks, { devid: 'D1' })).rejects.toMatchObject({ kind: 'device', code: Code.notBound })
  expect(fetched).not.toHaveBeenCalled()
})

test.each([
  ['a status other than 200 is a network failure', '', 502, { kind: 'network', code: 502 }],
  ['a page that is no envelope is a failure of shape', '<html>', 200, { kind: 'shape' }],
  ['data that is not of the contract is a failure of shape', { code: Code.ok, msg: '', data: 7 }, 200, { kind: 'shape' }],
  ['1003 ends the session', { code: Code.expiredToken, msg: '', data: null }, 200, { kind: 'session', code: Code.expiredToken }],
  [
    '1004 ends the session',
    { code: Code.endedElsewhere, msg: '', data: null },
    200,
    { kind: 'session', code: Code.endedElsewhere },
  ],
  ['4016 is the server speaking', { code: Code.modal, msg: 'locked', data: null }, 200, { kind: 'modal', message: 'locked' }],
  [
    '4000 names the field',
    { code: Code.invalid, msg: '', data: { field: 'code', rule: 'code' } },
    200,
    { kind: 'field', invalid: { field: 'code', rule: 'code' } },
  ],
  [
    'any other code is a code',
    { code: Code.tooMany, msg: 'slow', data: null },
    200,
    { kind: 'code', code: Code.tooMany, message: 'slow' },
  ],
])('%s', async (...[, body, status, failure]) => {
  startSession(aSignIn)
  answers(body, status)
  await expect(ask(bindDevice, { code: 'ABCD1234' })).rejects.toMatchObject(failure)
})

test('no connection is a network failure, and 60 s without an answer is a timeout', async () => {
  startSession(aSignIn)
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await expect(ask(listDevices, {})).rejects.toMatchObject({ kind: 'network' })
  fetched.mockRejectedValueOnce(new DOMException('', 'TimeoutError'))
  const signal = vi.spyOn(AbortSignal, 'timeout')
  await expect(ask(listDevices, {})).rejects.toMatchObject({ kind: 'timeout' })
  expect(signal).toHaveBeenCalledWith(60_000)
})
