/** Lists a browser's stored data of a user in one realm: names in local storage, keys of the IndexedDB database, and all caches. */
import type { Page } from 'playwright-core'

export type Kept = { names: string[]; saved: string[]; caches: string[] }

export async function keptBy(page: Page, realm: string): Promise<Kept> {
  const saved = (await savedEntries(page)).map(([key]) => key).filter((key) => key.startsWith(`${realm}/`))
  const names = await page.evaluate(() => Object.keys(localStorage))
  return {
    names: names.filter((name) => name.startsWith(`homeport.${realm}.`)),
    saved,
    caches: await page.evaluate(() => caches.keys()),
  }
}

/** Keys of the IndexedDB database with their values as JSON; a picture stands there as its size. */
export function savedEntries(page: Page): Promise<[key: string, json: string][]> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const db = await done(indexedDB.open('homeport'))
    const answers = db.transaction('answers').objectStore('answers')
    const [keys, values] = await Promise.all([done(answers.getAllKeys()), done<unknown[]>(answers.getAll())])
    db.close()
    const plain = (_: string, value: unknown) => (value instanceof Blob ? { bytes: value.size } : value)
    return keys.map((key, at): [string, string] => [
      typeof key === 'string' ? key : JSON.stringify(key),
      JSON.stringify(values[at], plain),
    ])
  })
}
