/** P28: how boxes come back after the cloud was away. The waits of 2,000 are computed here; cloud/src/app/storm.test.ts cuts real ones. */
import { expect, it } from 'vitest'
import { waitMs } from './connection.ts'

const boxes = 2_000

/** As even as chance is on the whole, and the same at each run. */
const randomOf = (box: number, failures: number) => ((box + 1) * (failures + 1) * 0.618033988749895) % 1

/** Seconds after the end of the outage at which each box tries the cloud again. */
function returns(outageMs: number): number[] {
  return Array.from({ length: boxes }, (_, box) => {
    let at = 0
    for (let failures = 0; at < outageMs; failures += 1) at += waitMs(failures, randomOf(box, failures))
    return (at - outageMs) / 1000
  })
}

it.each([1, 30, 600])('P28: 2,000 boxes cut at once for %i s are all back within 90 s', (seconds) => {
  expect(Math.max(...returns(seconds * 1000))).toBeLessThan(90)
})

it('P28: after a longer outage they do not all come in the same second', () => {
  const perSecond = Array.from({ length: 90 }, () => 0)
  for (const second of returns(600_000)) perSecond[Math.floor(second)] = (perSecond[Math.floor(second)] ?? 0) + 1
  expect(Math.max(...perSecond)).toBeLessThan(boxes / 8)
  expect(perSecond.filter((count) => count > 0).length).toBeGreaterThan(15)
})
