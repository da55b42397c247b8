/** Calls the sweep of each feature at start and every ten minutes. */
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import { emptyLog } from '../kit/db.ts'
import type { Log } from '../kit/log.ts'
import type { Realm } from '../kit/realm.ts'
import type { Sender } from '../kit/mail/sender.ts'
import type { Feature } from '../shared/feature.ts'

const sweepEveryMs = 10 * 60 * 1000

export type SweepDeps = {
  realms: readonly Realm[]
  features: readonly Feature[]
  sender: Sender
  now: () => number
  log: Log
}

/** The returned function stops it and waits for the current run. */
export function startSweeping({ realms, features, sender, now, log }: SweepDeps): () => Promise<void> {
  /** One that fails keeps no other from its turn. */
  const attempt = async (work: () => Promise<void> | undefined) => {
    try {
      await work()
    } catch (error) {
      log.error({ err: error }, 'sweeping went wrong')
    }
  }
  return every(sweepEveryMs, async () => {
    await attempt(() => sender.sweep())
    for (const realm of realms) {
      for (const { sweep } of features) await attempt(() => sweep?.(realm, now()))
      await attempt(() => emptyLog(realm.db))
    }
  })
}

function every(ms: number, work: () => Promise<void>): () => Promise<void> {
  const oneAtATime = createOneAtATime()
  const run = () => void oneAtATime(work)
  const timer = setInterval(run, ms).unref()
  run()
  return () => {
    clearInterval(timer)
    return oneAtATime.idle()
  }
}
