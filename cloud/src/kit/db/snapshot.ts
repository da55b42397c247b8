/** The version of a PostgreSQL database for the response cache: the text of its snapshot, which changes with every transaction that writes. */

/**
 * Each caller gets a version that was read after its call; callers share the next read, so that one read at a time serves any number of requests.
 * A failed read rejects for those who share it.
 */
export function sharedReads(read: () => Promise<string>): () => Promise<string> {
  let running: Promise<string> | undefined
  let next: Promise<string> | undefined

  function start(): Promise<string> {
    const own = read().finally(() => {
      if (running === own) running = undefined
    })
    running = own
    return own
  }

  function afterRunning(before: Promise<string>): Promise<string> {
    return before
      .then(
        () => {},
        () => {},
      )
      .then(() => {
        next = undefined
        return start()
      })
  }

  return () => {
    if (!running) return start()
    next ??= afterRunning(running)
    return next
  }
}
