/** Answers kept for the next start, in IndexedDB; where the browser has none they live as long as the page. */
const database = 'homeport'
const store = 'answers'

export async function readSaved(key: string): Promise<unknown> {
  return withStore('readonly', (answers) => answers.get(key))
}

export async function writeSaved(key: string, value: unknown): Promise<void> {
  await withStore('readwrite', (answers) => answers.put(value, key))
}

/** Forgets all that was kept under keys that begin so. */
export async function forgetSaved(prefix: string): Promise<void> {
  await withStore('readwrite', (answers) => answers.delete(IDBKeyRange.bound(prefix, `${prefix}\uffff`)))
}

let opening: Promise<IDBDatabase | null> | null = null

async function withStore<T>(mode: IDBTransactionMode, use: (answers: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
  const db = await (opening ??= open())
  if (!db) return undefined
  return new Promise((resolve) => {
    const request = use(db.transaction(store, mode).objectStore(store))
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(undefined)
  })
}

function open(): Promise<IDBDatabase | null> {
  return new Promise((resolve) => {
    if (typeof indexedDB === 'undefined') return resolve(null)
    const request = indexedDB.open(database, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(store)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => resolve(null)
    request.onblocked = () => resolve(null)
  })
}
