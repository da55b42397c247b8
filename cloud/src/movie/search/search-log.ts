/** Notes what people searched for once they stopped typing: of the queries on the way only the last one counts. */
import { createBackgroundTasks } from '../../kit/background-tasks.ts'
import type { Log } from '../../kit/log.ts'
import type { Realm } from '../../kit/realm.ts'
import { noteSearch, type Searched } from './hot-search.store.ts'

/** A query counts if no other one of the same person follows within this time. */
const settleMs = 2_000

export type SearchLog = ReturnType<typeof createSearchLog>

export function createSearchLog({ now, log, settle = settleMs }: { now: () => number; log: Log; settle?: number }) {
  const work = createBackgroundTasks(log)
  const typed = new Map<string, { realm: Realm; searched: Searched; timer: NodeJS.Timeout }>()

  function store(key: string): void {
    const last = typed.get(key)
    if (!last) return
    clearTimeout(last.timer)
    typed.delete(key)
    const { realm, searched } = last
    const job = realm.change(async (trx) => {
      await noteSearch(trx, searched, now())
    })
    work.run(job, 'A search in the library could not be noted')
  }

  return {
    /** The last query counts only if it has hits: without any the one before is dropped too. */
    note(realm: Realm, searched: Searched, hasHits: boolean): void {
      const key = `${realm.lang}/${searched.devsn}/${searched.user_id}`
      clearTimeout(typed.get(key)?.timer)
      typed.delete(key)
      if (hasHits) typed.set(key, { realm, searched, timer: setTimeout(() => store(key), settle).unref() })
    },
    async stop(): Promise<void> {
      for (const key of typed.keys()) store(key)
      await work.settled()
    },
  }
}
