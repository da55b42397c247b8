/** A history of searches, stored in this browser for the signed-in user and deleted with the session (P13). */
import * as z from 'zod/mini'
import { observable, type Observable } from '../../kit/observable.ts'
import { onSessionEnd, session, type Session } from '../../kit/session.ts'
import { readSaved, writeSaved } from '../../kit/storage.ts'

const maxHistory = 12
const History = z.array(z.string())

export type SearchHistory = {
  queries: Observable<readonly string[]>
  /** Reads what is stored for this user. */
  open(signedIn: Session): Promise<void>
  remember(query: string): void
  /** '' forgets all. */
  forget(query: string): void
}

/** name: what is searched, such as 'forum'. */
export function createSearchHistory(name: string): SearchHistory {
  const queries = observable<readonly string[]>([])
  let owner = '-'
  onSessionEnd(() => {
    owner = '-'
    queries.set([])
  })

  /** A guest's history is lost with the page. */
  function keyOf({ lang, token, user }: Session): string {
    return token !== '' && user ? `${lang}/${name}/${user.user_id}/searched` : ''
  }

  function write(list: readonly string[]): void {
    queries.set(list)
    const key = keyOf(session.get())
    if (key !== '' && key === owner) void writeSaved(key, list)
  }

  return {
    queries,
    async open(signedIn) {
      const key = keyOf(signedIn)
      if (key === owner) return
      owner = key
      queries.set([])
      const saved = z.safeParse(History, key === '' ? [] : await readSaved(key))
      if (key === owner && saved.success) queries.set([...new Set([...queries.get(), ...saved.data])].slice(0, maxHistory))
    },
    remember: (query) => write([query, ...queries.get().filter((one) => one !== query)].slice(0, maxHistory)),
    forget: (query) => write(query === '' ? [] : queries.get().filter((one) => one !== query)),
  }
}
