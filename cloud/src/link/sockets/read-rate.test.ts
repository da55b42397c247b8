import { expect, test } from 'vitest'
import { createReadRate } from './read-rate.ts'

test('P43: long frames wait as soon as all apps together sent a second’s worth; short ones never do', () => {
  let now = 0
  const rate = createReadRate(() => now)
  const half = 2 * 1024 * 1024
  expect([rate.waitFor(half), rate.waitFor(half), rate.waitFor(half), rate.waitFor(half)]).toEqual([0, 0, 500, 1_000])
  expect(rate.waitFor(1_000)).toBe(0)
  now = 1_000
  expect(rate.waitFor(half)).toBe(500)
  now = 10_000
  expect([rate.waitFor(half), rate.waitFor(half), rate.waitFor(half)]).toEqual([0, 0, 500])
})
