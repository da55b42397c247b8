import { expect, test, vi } from 'vitest'
import { newProof } from './secure-address.ts'
import { takeWebviewCode } from './webview-code.ts'

const miniProgram = 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50 NetType/WIFI miniProgram/wx0123456789abcdef'

function open(hash: string, agent = miniProgram): string {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(agent)
  history.replaceState(null, '', `/${hash}`)
  return takeWebviewCode()
}

test('P12: the code leaves the address at once and stands in no storage; the rest of the query stays', () => {
  const before = history.length
  expect(open('#/pages/main/movie/list?from=mini&webview=one-time-code')).toBe('one-time-code')
  expect(location.href).not.toContain('one-time-code')
  expect(location.hash).toBe('#/pages/main/movie/list?from=mini')
  expect(history.length).toBe(before)
  expect(JSON.stringify({ ...localStorage, ...sessionStorage, ...Object(history.state) })).not.toContain('one-time-code')
})

test.each(['Mozilla/5.0 (iPhone) Safari/604.1', 'Mozilla/5.0 (iPhone) MicroMessenger/8.0.50 NetType/WIFI'])(
  'in a browser that no mini-program opened it is dropped: %s',
  (agent) => {
    expect(open('#/pages/index/index?webview=one-time-code', agent)).toBe('')
    expect(location.href).not.toContain('one-time-code')
  },
)

test('P12: from this browser’s own page of http it is taken, once; the proof of another browser, or an old one, is none', () => {
  const chrome = 'Mozilla/5.0 (Linux) Chrome/150'
  const proof = newProof()
  expect(open(`#/pages/index/index?webview=code&proof=${'0'.repeat(32)}`, chrome)).toBe('')
  expect(open(`#/pages/index/index?id=3&webview=code&proof=${proof}`, chrome)).toBe('code')
  expect(location.hash).toBe('#/pages/index/index?id=3')
  expect(open(`#/pages/index/index?webview=code&proof=${proof}`, chrome)).toBe('')
  expect(open('#/pages/index/index?webview=code&proof=', chrome)).toBe('')
  expect(document.cookie).toBe('')
})

test('an address without a code is left alone', () => {
  expect(open('#/pages/forum/type/index?id=3')).toBe('')
  expect(location.hash).toBe('#/pages/forum/type/index?id=3')
})
