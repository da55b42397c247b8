/** The limit of the download speed holds for all engines together. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { shareLimit, type Load } from './limits.ts'

const limits = fc.integer({ min: 1024, max: 1_000_000_000 })
const loads = fc.array(fc.record({ jobs: fc.integer({ min: 0, max: 40 }), speed: fc.integer({ min: 0, max: 2_000_000_000 }) }), {
  minLength: 1,
  maxLength: 7,
})
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

it('never gives all together more than the setting, nor one of them no limit at all', () => {
  fc.assert(
    fc.property(limits, loads, (limit, now) => {
      const shares = shareLimit(limit, now)
      expect(shares).toHaveLength(now.length)
      expect(Math.min(...shares)).toBeGreaterThan(0)
      expect(sum(shares)).toBeLessThanOrEqual(limit)
    }),
  )
})

it('starves none: each that has jobs comes to what it can bring, or to an equal part, and nothing is left over', () => {
  const mosts = fc.array(fc.integer({ min: 0, max: 2_000_000_000 }), { minLength: 1, maxLength: 7 })
  fc.assert(
    fc.property(limits, mosts, (limit, most) => {
      let now: Load[] = most.map(() => ({ jobs: 1, speed: 0 }))
      for (let round = 0; round < 40; round += 1)
        now = shareLimit(limit, now).map((share, at) => ({ jobs: 1, speed: Math.min(share, most[at] ?? 0) }))
      for (const [at, { speed }] of now.entries())
        expect(speed).toBeGreaterThanOrEqual(Math.floor(0.9 * Math.min(most[at] ?? 0, limit / most.length)) - 1)
      expect(sum(now.map(({ speed }) => speed))).toBeGreaterThanOrEqual(0.4 * Math.min(limit, sum(most)) - most.length)
    }),
  )
})

it('gives nearly all of it to the one that brings something, and half to each where both could use it', () => {
  const idle = { jobs: 0, speed: 0 }
  expect(
    shareLimit(1_600_000, [
      { jobs: 1, speed: 1_500_000 },
      { jobs: 3, speed: 0 },
    ]),
  ).toEqual([1_500_000, 100_000])
  expect(
    shareLimit(1_600_000, [
      { jobs: 1, speed: 800_000 },
      { jobs: 1, speed: 800_000 },
    ]),
  ).toEqual([800_000, 800_000])
  expect(
    shareLimit(1_600_000, [
      { jobs: 1, speed: 100_000 },
      { jobs: 1, speed: 1_450_000 },
    ]),
  ).toEqual([150_000, 1_450_000])
  expect(shareLimit(1_600_000, [idle, { jobs: 1, speed: 5 }, idle])).toEqual([1, 1_599_998, 1])
  expect(shareLimit(1_600_000, [idle, idle])).toEqual([1, 1])
})

it('without a setting there is no limit', () => {
  expect(
    shareLimit(0, [
      { jobs: 2, speed: 5 },
      { jobs: 2, speed: 5 },
    ]),
  ).toEqual([0, 0])
})
