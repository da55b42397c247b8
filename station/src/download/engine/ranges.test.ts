/** Ranges of a download among its connections: every byte belongs to exactly one of them at any time. */
import { expect, it } from 'vitest'
import { createRanges, minRangeBytes } from './ranges.ts'

const MB = 1024 * 1024

it('gives a new connection half of the largest range, and nothing that is too small to be worth one', () => {
  const ranges = createRanges([[0, 4 * minRangeBytes]])
  expect(ranges.take()).toMatchObject({ written: 0 })
  expect(ranges.take()).toMatchObject({ written: 2 * minRangeBytes, end: 4 * minRangeBytes })
  expect(ranges.take()).toMatchObject({ written: minRangeBytes, end: 2 * minRangeBytes })
  expect(ranges.take()).toMatchObject({ written: 3 * minRangeBytes, end: 4 * minRangeBytes })
  expect(ranges.take()).toBeUndefined()
  expect(ranges.remaining()).toEqual([0, 1, 2, 3].map((at) => [at * minRangeBytes, (at + 1) * minRangeBytes]))
})

it('keeps what a broken connection did not write for the next one', () => {
  const ranges = createRanges([[0, 6 * MB]])
  const range = ranges.take()
  Object.assign(range ?? {}, { received: 3 * MB, written: 2 * MB })
  if (range) ranges.release(range)
  expect(ranges.remaining()).toEqual([[2 * MB, 6 * MB]])
  expect(ranges.take()).toMatchObject({ written: 2 * MB, received: 2 * MB, isTaken: true })
})

it('lets a connection go on into a range that another one gave back untouched, as far as its request reaches', () => {
  const ranges = createRanges([[0, 16 * MB]])
  const first = ranges.take()
  const second = ranges.take()
  expect(first?.end).toBe(8 * MB)
  if (second) ranges.release(second)
  expect(first?.end).toBe(16 * MB)
  const third = ranges.take()
  Object.assign(third ?? {}, { received: 9 * MB, written: 9 * MB })
  if (third) ranges.release(third)
  expect(first?.end).toBe(8 * MB)
  expect(ranges.remaining()).toEqual([
    [0, 8 * MB],
    [9 * MB, 16 * MB],
  ])
})

it('is done once everything is written', () => {
  const ranges = createRanges([[0, 10]])
  const range = ranges.take()
  Object.assign(range ?? {}, { received: 10, written: 10 })
  expect(ranges.isDone()).toBe(false)
  if (range) ranges.release(range)
  expect(ranges.isDone()).toBe(true)
})
