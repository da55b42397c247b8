/** A limit of speed that changes all the time lets no more through than it says. */
import { expect, it } from 'vitest'
import { handClock } from '../../../../testing/hand-clock.ts'
import { createThrottle } from './throttle.ts'

const { signal } = new AbortController()

it('forgives nothing when it changes, and lets all through when there is none', async () => {
  const clock = handClock()
  const wait = (ms: number) => new Promise<void>((resolve) => void clock.later(ms, resolve))
  /** Waits that have ended go on. */
  const turn = () => new Promise((resolve) => setImmediate(resolve))
  const throttle = createThrottle({ now: clock.now, wait })
  throttle.limit(10_000)
  let passed = 0
  const all = Array.from({ length: 40 }, () => throttle.pass(1_000, signal).then(() => (passed += 1_000)))
  for (let count = 0; count < 200; count += 1) {
    throttle.limit(10_000 + (count % 2))
    clock.pass(10)
    await turn()
    expect(passed).toBeLessThanOrEqual((10_001 * clock.now()) / 1000)
    // Each notices within 250 ms that its time has come.
    expect(passed).toBeGreaterThanOrEqual(Math.floor((10 * (clock.now() - 250)) / 1000) * 1_000)
  }
  throttle.limit(0)
  clock.pass(250)
  await turn()
  expect(passed).toBe(40_000)
  await Promise.all(all)
})
