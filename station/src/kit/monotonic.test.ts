import { expect, it } from 'vitest'
import { steadyClock } from './monotonic.ts'

it('a clock that is set an hour forward moves no time of the steady one, and what is kept is of the day', () => {
  let shift = 0
  const clock = steadyClock(() => Date.now() + shift)
  const at = clock.now() + 60_000
  shift = 3_600_000
  expect(clock.now()).toBeLessThan(at)
  expect(clock.wallOf(at)).toBeGreaterThan(Date.now() + 3_600_000)
  expect(Math.abs(clock.steadyOf(clock.wallOf(at)) - at)).toBeLessThan(1_000)
})
