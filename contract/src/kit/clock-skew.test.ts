/** How a late message is detected (promise 26). */
import { beforeEach, expect, test } from 'vitest'
import { createLateness } from './clock-skew.ts'

let now = 0
let late: ReturnType<typeof createLateness>
/** The station's clock differs. */
const station = () => now + 7_654_321

beforeEach(() => {
  now = 0
  late = createLateness(() => now)
})

function beats(count: number, roadMs = 2): void {
  for (let turn = 0; turn < count; turn += 1) {
    const at = station()
    now += roadMs
    late.note(at)
    now += 5_000 - roadMs
  }
}

test('P26: a key that was held up on its way from the box to the TV is late, whatever the clocks say', () => {
  beats(3)
  const key = station()
  now += 4
  late.note(key)
  expect(late.of(key)).toBeLessThan(5)
  const stuck = station()
  now += 900
  late.note(stuck)
  expect(late.of(stuck)).toBeGreaterThan(300)
})

test('P26: two clocks that drift apart make no key late', () => {
  let drift = 0
  for (let turn = 0; turn < 5_000; turn += 1) {
    drift += 5
    const at = station() - drift
    now += 3
    late.note(at)
    expect(late.of(at)).toBeLessThan(150)
    now += 5_000
  }
})

test('nothing is late before the first beat', () => {
  expect(late.of(5)).toBe(0)
})

test('P26: a clock that is set forward or back by an hour makes no key late after the next word', () => {
  for (const jump of [3_600_000, -3_600_000]) {
    late = createLateness(() => now)
    beats(3)
    const at = station() + jump
    now += 2
    late.note(at)
    now += 100
    const key = station() + jump
    now += 3
    expect(late.of(key)).toBeLessThan(10)
    now += 900
    expect(late.of(key)).toBeGreaterThan(800)
  }
})
