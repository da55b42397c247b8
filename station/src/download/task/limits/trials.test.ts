/** P53: whatever links stand before it, a good one begins within a bound that grows slowly with their number. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { queueOf, type Manner } from '../../../testing/queue-model.ts'

const bytes = fc.integer({ min: 1_400, max: 50_000 })
const silent = fc.constant<Manner>({ bytesPerSecond: 0 })
const trickling = fc.integer({ min: 1, max: 1_300 }).map<Manner>((bytesPerSecond) => ({ bytesPerSecond }))
/** Refuses, or redirects until the box gives it up; with isLittle it brings its bytes in each try. */
const ending = (most: number, isLittle: boolean) =>
  fc
    .record({ bytesPerSecond: isLittle ? bytes : fc.constant(0), seconds: fc.integer({ min: 1, max: most }) })
    .map<Manner>((manner) => ({ ...manner, isCut: true }))
const stopping = (most: number) =>
  fc.record<Manner>({
    bytesPerSecond: bytes,
    after: fc.integer({ min: 0, max: 6 }),
    seconds: fc.integer({ min: 1, max: most }),
  })

const good: Manner = { bytesPerSecond: 200_000 }
const limits = fc.integer({ min: 1, max: 10 })
/** At any size as likely. */
const many = (bad: fc.Arbitrary<Manner>, most: number) =>
  fc.integer({ min: 0, max: most }).chain((count) => fc.array(bad, { minLength: count, maxLength: count, size: 'max' }))

/** Seconds until all of the good ones behind these have begun, in as many slots. */
function secondsBehind(before: readonly Manner[], limit: number, most: number) {
  const queue = queueOf([...before, ...Array.from({ length: limit }, () => good)], { limit })
  queue.pass(most)
  const begun = queue.links.slice(before.length).map(({ firstAt }) => firstAt ?? Infinity)
  return { seconds: Math.max(...begun), queue }
}

describe('behind any mixture', () => {
  test('of up to two thousand that are silent or trickle, refuse, redirect for ever or bring a second’s bytes, all good ones begin within a minute', () => {
    const bad = fc.oneof(
      silent,
      trickling,
      ending(10, false),
      ending(3, true),
      fc.record<Manner>({ bytesPerSecond: bytes, seconds: fc.constant(1) }),
    )
    fc.assert(
      fc.property(many(bad, 2_000), limits, (before, limit) => {
        expect(secondsBehind(before, limit, 61).seconds).toBeLessThanOrEqual(60)
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })

  test('of those that bring bytes for up to ten seconds and no more, within a minute and a second for each eight', () => {
    const bad = fc.oneof(stopping(10), ending(10, true), silent)
    fc.assert(
      fc.property(many(bad, 1_000), limits, (before, limit) => {
        const bound = 60 + before.length / 8
        expect(secondsBehind(before, limit, bound + 1).seconds).toBeLessThanOrEqual(bound)
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })

  test('where good ones stand among them no more of those run in the end than there are places, and no more links at any time than the bound', () => {
    const bad = fc.oneof(stopping(10), ending(10, true), silent, trickling)
    fc.assert(
      fc.property(many(bad, 300), limits, fc.infiniteStream(fc.nat()), (before, limit, at) => {
        const mixed = [...before]
        for (let count = 0; count < 3 * limit; count += 1) mixed.splice((at.next().value ?? 0) % (mixed.length + 1), 0, good)
        const queue = queueOf(mixed, { limit })
        queue.pass(300)
        const running = queue.slots.ids().filter((id) => mixed[Number(id)] === good)
        expect(running).toHaveLength(limit)
        expect(queue.most.running).toBeLessThanOrEqual(5 * limit + 128 + 128)
      }),
      { numRuns: 25, endOnFailure: true },
    )
  })
})

test.each([
  ['stop after a second', { bytesPerSecond: 40_000, seconds: 1 }],
  ['stop after four', { bytesPerSecond: 40_000, seconds: 4 }],
  ['are cut off in each try', { bytesPerSecond: 40_000, seconds: 4, isCut: true }],
  ['redirect for ten seconds', { bytesPerSecond: 0, seconds: 10, isCut: true }],
  ['say nothing', { bytesPerSecond: 0 }],
])('a good one begins within a minute behind 130 that %s, and behind 500 in three places', (_, manner: Manner) => {
  for (const [count, limit] of [
    [130, 1],
    [130, 3],
    [500, 3],
    [500, 10],
  ] as const) {
    const { seconds } = secondsBehind(
      Array.from({ length: count }, () => manner),
      limit,
      61,
    )
    expect(seconds).toBeLessThanOrEqual(60)
  }
})
