/** The browser's IndexedDB, in memory, as far as kit/storage.ts uses it: one store, whose entries a test puts in and reads. */
import { vi } from 'vitest'

const entries = new Map<string, unknown>()

/** Installs it with these entries; returns the live entries. It is taken away before the next test. */
export function useIndexedDb(stored: Record<string, unknown>): ReadonlyMap<string, unknown> {
  entries.clear()
  for (const [key, value] of Object.entries(stored)) entries.set(key, value)
  vi.stubGlobal('indexedDB', { open: () => requestOf({ transaction: () => ({ objectStore: () => objectStore }) }) })
  return entries
}

const objectStore = {
  get: (key: string) => requestOf(structuredClone(entries.get(key))),
  put(value: unknown, key: string) {
    entries.set(key, structuredClone(value))
    return requestOf(key)
  },
}

/** A request that succeeds once its caller has set a handler. */
function requestOf(result: unknown) {
  const request = { result, onsuccess: () => {} }
  void Promise.resolve().then(() => request.onsuccess())
  return request
}
