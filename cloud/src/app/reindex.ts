/** Indexes anew what the last migration asked for, in the background: a start does not wait for it, and requests wait for one step at most. */
import { setTimeout } from 'node:timers/promises'
import type { Log } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import type { Feature } from '../shared/feature.ts'
import { reindexSome } from '../shared/search/reindex.store.ts'

/** Requests come first: as long as a few steps take. */
const pauseMs = 10
const stepsAtOnce = 10

/** The returned function stops it after its present step. */
export function startReindexing({
  realms,
  features,
  log,
}: {
  realms: readonly Realm[]
  features: readonly Feature[]
  log: Log
}): () => Promise<void> {
  const stopping = new AbortController()

  async function run(): Promise<void> {
    for (const { db } of realms)
      for (const reindexer of features.flatMap(({ reindexers }) => reindexers ?? [])) {
        try {
          for (let steps = 1; !stopping.signal.aborted && (await reindexSome(db, reindexer)); steps += 1)
            if (steps % stepsAtOnce === 0) await setTimeout(pauseMs, undefined, { signal: stopping.signal })
        } catch (error) {
          // The next start tries again.
          if (!stopping.signal.aborted) log.error({ err: error, subject: reindexer.subject }, 'indexing anew went wrong')
        }
      }
  }

  const running = run()
  return () => {
    stopping.abort()
    return running
  }
}
