/** At most so many requests a second, in the order in which they come; a pause holds all of them. */

export function createPace({ perSecond, now }: { perSecond: number; now: () => number }) {
  const gapMs = 1_000 / perSecond
  let nextAt = 0
  let pausedUntil = 0
  return {
    /** Resolves when the next request may be sent; rejects when the signal aborts. */
    async turn(signal: AbortSignal): Promise<void> {
      const at = Math.max(now(), nextAt, pausedUntil)
      nextAt = at + gapMs
      if (at > now()) await sleep(at - now(), signal)
      while (pausedUntil > now()) await sleep(pausedUntil - now(), signal)
    },
    pause(ms: number): void {
      pausedUntil = Math.max(pausedUntil, now() + ms)
    },
  }
}

export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
