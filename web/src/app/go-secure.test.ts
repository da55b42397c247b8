/** A page of http is left for its address by https where this browser trusts it. */
import { webviewCode } from '@homeport/contract/account.ts'
import { readHttps } from '@homeport/contract/https.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { startSession } from '../kit/session.ts'
import { rememberedHttps } from '../kit/shell/secure-address.ts'
import { aSignIn } from '../testing/samples.ts'
import { goSecure } from './go-secure.ts'

const ask = vi.hoisted(() => vi.fn<(call: unknown) => Promise<unknown>>())
const isReached = vi.hoisted(() => vi.fn<(address: string) => Promise<boolean>>())
vi.mock('../kit/call/http.ts', async (original) => ({ ...(await original<object>()), ask, isReached }))
vi.mock('../kit/browser-features.ts', async (original) => ({
  ...(await original<object>()),
  goOnTo: (address: string) => void visited.push(address),
}))
const origin = 'https://localhost:8743'
const answers = new Map<unknown, unknown>()
let isTrusted = true
let reached: string[] = []
const visited: string[] = []

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'homeport_https=; Max-Age=0; Path=/'
  isTrusted = true
  reached = []
  visited.length = 0
  answers.clear()
  answers.set(readHttps, { port: 8743, has_ca: true, origin })
  ask.mockImplementation(async (call) => answers.get(call) ?? Promise.reject(new Error('refused')))
  isReached.mockImplementation(async (address) => {
    reached.push(address)
    return isTrusted
  })
})

function open(address: string): Promise<boolean> {
  history.replaceState(null, '', address)
  return goSecure()
}

test('from the trust page the session goes along as a one-time code with this browser’s proof', async () => {
  startSession(aSignIn)
  answers.set(webviewCode, { code: 'once' })
  expect(await open('/?https#/pages/device/index?a=1')).toBe(true)
  const [, proof] = /homeport_proof=(\w+)/.exec(document.cookie) ?? []
  expect(visited).toEqual([`${origin}/#/pages/device/index?a=1&webview=once&proof=${proof}`])
})

test('a guest, or whoever gets no code, goes on and signs in there', async () => {
  expect(await open('/?https')).toBe(true)
  startSession(aSignIn)
  expect(await open('/?https#/pages/user/index')).toBe(true)
  expect(visited).toEqual([`${origin}/`, `${origin}/#/pages/user/index`])
})

test('a browser that was on https goes there again with its whole address, and without a question to the cloud', async () => {
  document.cookie = 'homeport_https=8743; Path=/'
  expect(await open('/?remote=1#/pages/device/bind?devsn=A&code=B')).toBe(true)
  expect(visited).toEqual([`${origin}/?remote=1#/pages/device/bind?devsn=A&code=B`])
  expect(reached).toEqual([`${origin}/trust/reached`])
  expect(ask).not.toHaveBeenCalled()
})

test('where the certificate is not trusted any more the page of http stays, and is not held up again', async () => {
  document.cookie = 'homeport_https=8743; Path=/'
  isTrusted = false
  expect(await open('/')).toBe(false)
  expect([visited, rememberedHttps()]).toEqual([[], ''])
})

test('a cloud without https, or one that does not answer, changes nothing', async () => {
  answers.set(readHttps, { port: 0, has_ca: false, origin: '' })
  expect(await open('/?https')).toBe(false)
  answers.delete(readHttps)
  expect(await open('/?https')).toBe(false)
  expect([visited, reached]).toEqual([[], []])
})
