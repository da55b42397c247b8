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
