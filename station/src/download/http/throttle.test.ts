/** A limit of speed that changes all the time lets no more through than it says. */
import { setTimeout as after } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createThrottle } from './throttle.ts'

const { signal } = new AbortController()

it('forgives nothing when it changes, and lets all through when there is none', async () => {
  const throttle = createThrottle()
  throttle.limit(10_000)
  const began = performance.now()
  const passedMs = () => performance.now() - began
  let passed = 0
  const all = Array.from({ length: 40 }, () => throttle.pass(1_000, signal).then(() => (passed += 1_000)))
  for (let count = 0; passedMs() < 600; count += 1) {
    throttle.limit(10_000 + (count % 2))
    await after(10)
    expect(passed).toBeLessThanOrEqual((10_001 * passedMs()) / 1000)
  }
  expect(passed).toBeGreaterThan(0)
  throttle.limit(0)
  await Promise.all(all)
  expect(passed).toBe(40_000)
})
