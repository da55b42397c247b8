/** History entries over loads of the app. */
import { beforeEach, expect, test, vi } from 'vitest'

/** The app as it starts at an address that is opened in this tab. */
async function openAddress(): Promise<string> {
  vi.resetModules()
  history.replaceState(null, '')
  return (await import('./history-entry.ts')).entryNow().key
}

beforeEach(() => sessionStorage.clear())

test('S94: each address that is opened in a tab begins at its top, wherever an earlier one was left', async () => {
  const keys = [await openAddress(), await openAddress()]
  expect(new Set(keys).size).toBe(2)
})

test('a reload is the same entry', async () => {
  const key = await openAddress()
  vi.resetModules()
  expect((await import('./history-entry.ts')).entryNow().key).toBe(key)
})
