/** The QR link: its code is taken out of the address at once and kept in memory only. */
import { beforeEach, expect, test } from 'vitest'
import { pairing, takePairing } from './pairing.ts'

beforeEach(() => {
  pairing.set(null)
  localStorage.clear()
  sessionStorage.clear()
})

test('P12: the pairing code leaves the address bar at once and stands in no storage', () => {
  history.replaceState(null, '', '/#/pages/main/device/index?devsn=AAAAAAAAAAAAAAAA&code=ABCD1234')
  const before = history.length
  takePairing()
  expect(location.href).not.toContain('ABCD1234')
  expect(location.hash).toBe('#/pages/main/device/index')
  expect(history.length).toBe(before)
  expect(pairing.get()).toEqual({ devsn: 'AAAAAAAAAAAAAAAA', code: 'ABCD1234' })
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('ABCD1234')
})

test('other parts of the query stay, and an address without a code is left alone', () => {
  history.replaceState(null, '', '/#/pages/main/device/index?from=tv&code=ABCD1234')
  takePairing()
  expect(location.hash).toBe('#/pages/main/device/index?from=tv')
  history.replaceState(null, '', '/#/pages/forum/type/index?id=3')
  takePairing()
  expect(location.hash).toBe('#/pages/forum/type/index?id=3')
})
