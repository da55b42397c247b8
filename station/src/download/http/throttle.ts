/** Bandwidth limit shared by all streams that go through it. */
import { Transform } from 'node:stream'
import { setTimeout as after } from 'node:timers/promises'

export function createThrottle() {
  let bytesPerSecond = 0
  /** When the next bytes may pass, by the monotonic clock. */
  let freeAt = 0

  return {
    /** 0: no limit. */
    limit(next: number): void {
      bytesPerSecond = next
      freeAt = 0
    },
    stream(): Transform {
      return new Transform({
        async transform(chunk: Buffer, _, done) {
          if (bytesPerSecond > 0) {
            const now = performance.now()
            freeAt = Math.max(now, freeAt) + (1000 * chunk.length) / bytesPerSecond
            await after(freeAt - now, undefined, { ref: false })
          }
          done(null, chunk)
        },
      })
    },
  }
}
