/** Lists a browser's stored data of a user in one realm: names in local storage, keys of the IndexedDB database, and all caches. */
import type { Page } from 'playwright-core'

export type Kept = { names: string[]; saved: string[]; caches: string[] }

export function keptBy(page: Page, realm: string): Promise<Kept> {
  return page.evaluate(async (lang) => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open('homeport')
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
    const keys = await new Promise<IDBValidKey[]>((resolve, reject) => {
      const request = db.transaction('answers').objectStore('answers').getAllKeys()
      request.addEventListener('success', () => resolve(request.result))
      request.addEventListener('error', () => reject(request.error))
    })
    db.close()
    return {
      names: Object.keys(localStorage).filter((name) => name.startsWith(`homeport.${lang}.`)),
      saved: keys.filter((key) => typeof key === 'string').filter((key) => key.startsWith(`${lang}/`)),
      caches: await caches.keys(),
    }
  }, realm)
}
