/** The visible rows keep their position while rows above them are measured. */
import { expect, test } from 'vitest'
import { keepScrollPosition } from './scroll-anchor.ts'

const row = (index: number, start: number, size = 132) => ({ index, start, size, end: start + size })
const now = { likely: 132, at: 4_000, high: 800, isUpward: true, head: row(30, 4_336) }

test('a row above the window gives way, one below it grows where it is', () => {
  expect(keepScrollPosition(row(20, 3_900), now)).toBe(true)
  expect(keepScrollPosition(row(33, 4_700), now)).toBe(false)
})

test('a row that came in above what one reads gives way though it is in sight', () => {
  expect(keepScrollPosition(row(29, 4_204), now)).toBe(true)
  expect(keepScrollPosition(row(30, 4_336), now)).toBe(false)
  expect(keepScrollPosition(row(29, 4_204), { ...now, head: row(0, 376) })).toBe(false)
})

test('far above what one read before, a row grows where it is', () => {
  expect(keepScrollPosition(row(5, 1_100), { ...now, at: 1_000 })).toBe(false)
})

test('one that was seen before pushes only when it has gone by, and never who goes upwards', () => {
  expect(keepScrollPosition(row(20, 3_700, 180), { ...now, isUpward: false })).toBe(true)
  expect(keepScrollPosition(row(20, 3_900, 180), { ...now, isUpward: false })).toBe(false)
  expect(keepScrollPosition(row(20, 3_700, 180), now)).toBe(false)
})
