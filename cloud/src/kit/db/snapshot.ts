/** The version of a PostgreSQL database for the response cache: the text of its snapshot, which changes with every transaction that writes. */

/**
 * Each caller gets a version that was read after its call; callers share the next read, so that one read at a time serves any number of requests.
 * A failed read rejects for those who share it.
 */
export function sharedReads(read: () => Promise<string>): () => Promise<string> {
  let running: Promise<void> | undefined
  let next: Promise<string> | undefined

  function start(): Promise<string> {
    next = undefined
    const own = read()
    const end = () => {
      running = undefined
    }
    running = own.then(end, end)
    return own
  }

  return () => {
    if (!running && !next) return start()
    next ??= (running ?? Promise.resolve()).then(start)
    return next
  }
}
