/** So many pieces of work at once; the others wait in their order, and are refused (4029) where too many wait. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { Refusal } from './refusal.ts'

/** maxWaitingWeight: of all that wait together, in the unit of their weights. */
export function createConcurrencyLimit({
  atOnce,
  maxWaiting,
  maxWaitingWeight = Infinity,
}: {
  atOnce: number
  maxWaiting: number
  maxWaitingWeight?: number
}) {
  let running = 0
  let waitingWeight = 0
  const waiting: (() => void)[] = []

  async function start(weight: number): Promise<void> {
    if (running < atOnce) {
      running += 1
      return
    }
    if (waiting.length >= maxWaiting || waitingWeight + weight > maxWaitingWeight) throw new Refusal(Code.tooMany)
    waitingWeight += weight
    await new Promise<void>((go) => waiting.push(go))
    waitingWeight -= weight
  }

  return async <T>(work: () => Promise<T>, weight = 0): Promise<T> => {
    await start(weight)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
