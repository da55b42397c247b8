import { expect, it } from 'vitest'
import { retryWaitMs } from './retry.ts'

it('the waits begin at 5 s, double, and stay at 15 min', () => {
  expect([1, 2, 3, 8, 9, 100].map(retryWaitMs)).toEqual([5_000, 10_000, 20_000, 640_000, 900_000, 900_000])
})
