/** Runs asynchronous work one piece at a time, in the order in which it was given. */
export type OneAtATime = ReturnType<typeof createOneAtATime>

export function createOneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const result = last.then(work)
    last = result.catch(() => {})
    return result
  }
}
