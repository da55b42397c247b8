/** When a download that could not go on is tried again: waits that grow, for as long as it takes. */
import { longestRetryAfterMs } from '@homeport/contract/kit/http/retry-after.ts'
import { backoff } from '@homeport/contract/kit/backoff.ts'
import type { TaskRow } from './task-row.ts'

const firstWaitMs = 5_000
export const longestWaitMs = 15 * 60_000

/** tries: 1 after the first that failed. */
export function retryWaitMs(tries: number): number {
  return backoff(tries - 1, { first: firstWaitMs, most: longestWaitMs })
}

/** A wait that ends later than this is of a clock that was ahead, and has been set back since: it is over. */
export const longestWaitOf = { ownMs: longestWaitMs, serverMs: longestRetryAfterMs } as const

type Tried = Pick<TaskRow, 'tries' | 'next_at' | 'tried_size' | 'is_fruitless'>

/** The columns of a task that has not failed since it was started. */
export const notTried: Tried = { tries: 0, next_at: null, tried_size: 0, is_fruitless: 0 }

/** A try that brought new bytes starts the waits anew. down: bytes that are on the disk. */
export function afterFailedTry(row: TaskRow, down: number, now: number): Pick<Tried, 'tries' | 'next_at' | 'tried_size'> {
  const tries = down > row.tried_size ? 1 : row.tries + 1
  return { tries, next_at: now + retryWaitMs(tries), tried_size: Math.max(down, row.tried_size) }
}
