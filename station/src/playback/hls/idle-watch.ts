/** Notices that nobody watches: no request for a while, and none that waits. */

export function createIdleWatch(idleMs: number, onIdle: () => void) {
  let requests = 0
  let isOver = false
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    /** A request that waits is watched by somebody, however long ffmpeg takes. */
    async during<T>(work: () => Promise<T>): Promise<T> {
      clearTimeout(timer)
      requests += 1
      try {
        return await work()
      } finally {
        requests -= 1
        if (requests === 0 && !isOver) timer = setTimeout(onIdle, idleMs)
      }
    },
    stop(): void {
      isOver = true
      clearTimeout(timer)
    },
  }
}
