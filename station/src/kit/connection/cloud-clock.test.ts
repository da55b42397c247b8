/** The box's estimate of the cloud's clock, and the detection of delayed messages (promise 26). */
import { beforeEach, expect, it } from 'vitest'
import { createCloudClock, type CloudClock } from './cloud-clock.ts'

const hour = 3_600_000
let real = 0
let driftMs = 0
let clock: CloudClock
const cloud = () => real + 5 * hour

beforeEach(() => {
  real = 0
  driftMs = 0
  clock = createCloudClock(() => real + driftMs)
})

/** A message with this transit time; returns the delay that the box computes. */
function word(roadMs: number): number {
  const cloudTime = cloud()
  real += roadMs
  clock.note(cloudTime)
  return clock.now() - cloudTime
}

it('is right to the quickest word, though the first said whole seconds only', () => {
  clock.note(Math.floor((cloud() + 900) / 1000) * 1000 - 900)
  expect(word(3)).toBeLessThan(1_000)
  for (let turn = 0; turn < 5; turn += 1) {
    real += 1_000
    word(2 + turn)
  }
  expect(Math.abs(clock.now() - cloud())).toBeLessThanOrEqual(3)
})

it('P26: sees that a word was held up on its way', () => {
  for (let turn = 0; turn < 5; turn += 1) {
    real += 1_000
    expect(word(3)).toBeLessThan(10)
  }
  expect(word(900)).toBeGreaterThan(800)
  real += 10 * 60_000
  expect(word(900)).toBeGreaterThan(700)
})

it('P26: takes no word for late because the clocks drifted apart or one was set', () => {
  for (let turn = 0; turn < 10_000; turn += 1) {
    real += 5_000
    driftMs += 0.3
    expect(word(3)).toBeLessThan(50)
  }
  driftMs += 10_000
  for (let turn = 0; turn < 20; turn += 1) {
    real += 5_000
    word(3)
  }
  expect(word(3)).toBeLessThan(50)
})

it('P26: a clock that is set forward or back by an hour makes no word late, not even the first', () => {
  for (const jump of [hour, -hour]) {
    word(3)
    driftMs += jump
    expect(word(3)).toBeLessThan(10)
    real += 500
    expect(word(900)).toBeGreaterThan(800)
  }
})
