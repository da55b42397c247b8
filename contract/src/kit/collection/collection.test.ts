import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dropOldest } from './drop-oldest.ts'
import { lowerBound } from './lower-bound.ts'

test('the entries of a map or set that are the newest stay', () => {
  const map = new Map([1, 2, 3, 4].map((key) => [key, `${key}`]))
  map.delete(1)
  map.set(1, 'again')
  dropOldest(map, 2)
  expect([...map.keys()]).toEqual([4, 1])
  dropOldest(map, 2)
  expect(map.size).toBe(2)
  const set = new Set(['a', 'b'])
  dropOldest(set, 0)
  expect(set.size).toBe(0)
})

test('a binary search finds the place that a look at each entry finds', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(20)), fc.nat(21), fc.nat(5), (values, sought, start) => {
      const list = values.toSorted((one, other) => one - other)
      const from = Math.min(start, list.length)
      const each = list.findIndex((value, at) => at >= from && value >= sought)
      expect(lowerBound((at) => (list[at] ?? 0) < sought, { from, end: list.length })).toBe(each < 0 ? list.length : each)
    }),
  )
})
