import { expect, test } from 'vitest'
import { backoff } from './backoff.ts'

test('each wait is twice the one before, up to the longest, and never more than that however many tries there were', () => {
  const waits = { first: 1_000, most: 15_000 }
  expect([0, 1, 2, 3, 4, 5_000].map((failures) => backoff(failures, waits))).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  expect(backoff(3, { first: 8, factor: 1.5 })).toBe(27)
})

test('the jitter lies as much below the wait as above it', () => {
  const waits = { first: 1_000, most: 60_000, jitter: 0.25 }
  expect([0, 0.5, 1].map((random) => backoff(1, { ...waits, random }))).toEqual([1_500, 2_000, 2_500])
  expect(backoff(1, waits)).toBe(2_000)
})
