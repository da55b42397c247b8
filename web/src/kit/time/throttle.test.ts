import { expect, test } from 'vitest'
import { createThrottle, throttleMs } from './throttle.ts'

test('spec 9: of two taps within 500 ms the first counts', () => {
  let now = 7
  let runs = 0
  const throttled = createThrottle(() => now)
  const tap = (ms: number) => {
    now += ms
    throttled(() => (runs += 1))
    return runs
  }
  expect([throttleMs, tap(0), tap(1), tap(throttleMs - 2), tap(1), tap(throttleMs)]).toEqual([500, 1, 1, 1, 2, 3])
})
