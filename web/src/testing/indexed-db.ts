/** The browser's IndexedDB, in memory, as far as kit/storage.ts uses it: one store, whose entries a test puts in and reads. */
import { vi } from 'vitest'

const entries = new Map<string, unknown>()
/** Connections are numbered; those up to this one are closed. */
let lastClosed = 0
let lastOpened = 0

/** Installs it with these entries; returns the live entries. It is taken away before the next test. */
export function useIndexedDb(stored: Record<string, unknown> = {}): ReadonlyMap<string, unknown> {
  entries.clear()
  for (const [key, value] of Object.entries(stored)) entries.set(key, value)
  vi.stubGlobal('indexedDB', { open: () => requestOf(connection()) })
  vi.stubGlobal('IDBKeyRange', { bound: (lower: string, upper: string): Range => ({ lower, upper }) })
  return entries
}

/** As iOS does to an app in the background: without an event. */
export function closeConnections(): void {
  lastClosed = lastOpened
}

function connection() {
  lastOpened += 1
  const number = lastOpened
  return {
    transaction() {
      if (number <= lastClosed) throw new DOMException('The database connection is closing.', 'InvalidStateError')
      return { objectStore: () => objectStore }
    },
  }
}

type Range = { lower: string; upper: string }

const within = (key: string, { lower, upper }: Range) => key >= lower && key <= upper

const objectStore = {
  get transaction() {
    const transaction = { oncomplete: () => {} }
    void Promise.resolve().then(() => transaction.oncomplete())
    return transaction
  },
  getAll: (range: Range) =>
    requestOf(
      [...entries]
        .filter(([key]) => within(key, range))
        .toSorted(byKey)
        .map(([, value]) => copyOf(value)),
    ),
  count: (range: Range) => requestOf([...entries.keys()].filter((key) => within(key, range)).length),
  get: (key: string) => requestOf(copyOf(entries.get(key))),
  put(value: unknown, key: string) {
    entries.set(key, copyOf(value))
    return requestOf(key)
  },
  delete(range: Range) {
    for (const key of entries.keys()) if (within(key, range)) entries.delete(key)
    return requestOf(undefined)
  },
}

const byKey = ([one]: [string, unknown], [other]: [string, unknown]) => (one < other ? -1 : 1)

/** jsdom's pictures cannot be cloned, and never change. */
function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf)
  return value instanceof Blob ? value : structuredClone(value)
}

/** A request that succeeds once its caller has set a handler. */
function requestOf(result: unknown) {
  const request = { result, onsuccess: () => {} }
  void Promise.resolve().then(() => request.onsuccess())
  return request
}
