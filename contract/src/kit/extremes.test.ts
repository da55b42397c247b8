import { expect, test } from 'vitest'
import { maxOf, minOf } from './extremes.ts'

test('the least and the greatest are those of Math.min and Math.max', () => {
  for (const numbers of [[3], [3, -1, 2], [0, Infinity, -Infinity], [1, Number.NaN, 2], [Number.NaN, 1]]) {
    expect(minOf(numbers, 7)).toBe(Math.min(...numbers))
    expect(maxOf(new Set(numbers), 7)).toBe(Math.max(...numbers))
  }
})

test('of no numbers it is the value that was given', () => {
  expect([minOf([], null), maxOf(new Map<string, number>().values(), 0)]).toEqual([null, 0])
})

test('a list of any length is no fault', () => {
  const numbers = Array.from({ length: 200_000 }, (_, at) => at)
  expect([minOf(numbers, -1), maxOf(numbers, -1)]).toEqual([0, 199_999])
})
