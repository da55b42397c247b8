import { describe, expect, test } from 'vitest'
import { createOrderedRanges } from './ordered-ranges.ts'
import type { FileRange } from '../engine/ranges.ts'

const mebibyte = 1024 * 1024
const total = 100 * mebibyte

/** Takes and completes one range after the other, and returns where they were. */
function fetchAll(ranges: ReturnType<typeof createOrderedRanges>, most = Infinity): [number, number][] {
  const pieces: [number, number][] = []
  for (let range = ranges.take(); range; range = pieces.length < most ? ranges.take() : undefined) {
    pieces.push([range.written / mebibyte, range.end / mebibyte])
    complete(ranges, range)
  }
  return pieces
}

function complete(ranges: ReturnType<typeof createOrderedRanges>, range: FileRange): void {
  range.received = range.written = range.end
  ranges.release(range)
}

describe('the ranges of a video that is watched while it loads', () => {
  test('the tail early, then small pieces in order, then larger ones', () => {
    const pieces = fetchAll(createOrderedRanges([[0, total]], { total, first: undefined }))
    expect(pieces.slice(0, 10)).toEqual([[99, 100], ...Array.from({ length: 8 }, (_, at) => [at, at + 1]), [8, 12]])
    expect(pieces.at(-1)?.[1]).toBe(99)
    expect(pieces.reduce((sum, [from, end]) => sum + end - from, 0)).toBe(100)
    expect(pieces.length).toBeLessThan(40)
  })

  test('after a seek from there to the end, and then what lies before it', () => {
    const ranges = createOrderedRanges([[0, total]], { total, first: undefined })
    fetchAll(ranges, 2)
    ranges.want(50.5 * mebibyte)
    const pieces = fetchAll(ranges)
    expect(pieces[0]).toEqual([50.5, 51.5])
    expect(pieces[1]).toEqual([51.5, 52.5])
    expect(pieces.findIndex(([from]) => from === 1)).toBe(pieces.findIndex(([, end]) => end === 99) + 1)
    expect(pieces.reduce((sum, [from, end]) => sum + end - from, 0)).toBe(98)
    expect(ranges.isDone()).toBe(true)
  })

  test('a seek calls the farthest connection; what it did not bring is fetched later', () => {
    const ranges = createOrderedRanges([[0, total]], { total, first: undefined })
    const [tail, front] = [ranges.take(), ranges.take()]
    ranges.want(50 * mebibyte)
    expect(tail && tail.end - tail.written).toBe(16 * 1024)
    expect(front && front.end - front.written).toBe(mebibyte)
    ranges.want(0.5 * mebibyte)
    expect(ranges.take()?.written).toBe(50 * mebibyte)
  })
})
