/** Runs asynchronous work one piece at a time, in the order in which it was given; one that fails holds up none behind it. */
export type OneAtATime = ReturnType<typeof createOneAtATime>

/** idle: resolves once all that was given so far has run. */
export function createOneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
  return Object.assign(oneAtATime, { idle: async (): Promise<void> => void (await last) })
}

/** One piece of work at a time for each key; the keys do not wait for each other. A key without work is forgotten. */
export function createOneAtATimeByKey() {
  const queues = new Map<string, { oneAtATime: OneAtATime; waiting: number }>()
  return async <T>(key: string, work: () => Promise<T>): Promise<T> => {
    const queue = queues.get(key) ?? { oneAtATime: createOneAtATime(), waiting: 0 }
    queues.set(key, queue)
    queue.waiting += 1
    try {
      return await queue.oneAtATime(work)
    } finally {
      queue.waiting -= 1
      if (queue.waiting === 0) queues.delete(key)
    }
  }
}
