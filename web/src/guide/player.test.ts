import { expect, test } from 'vitest'
import { atStart, jumped, paused, positionAt, started } from './player.ts'

const durationMs = 10_000

test('a guide runs on from where it was paused, and stops at its end', () => {
  const running = started(atStart, 1_000, durationMs)
  expect(positionAt(running, 4_000, durationMs)).toBe(3_000)
  const still = paused(running, 4_000, durationMs)
  expect(positionAt(still, 99_000, durationMs)).toBe(3_000)
  const again = started(still, 50_000, durationMs)
  expect(positionAt(again, 51_000, durationMs)).toBe(4_000)
  expect(positionAt(again, 90_000, durationMs)).toBe(durationMs)
})

test('play at the end begins anew; a clock set back never makes it run backwards', () => {
  const over = paused(started(atStart, 0, durationMs), 20_000, durationMs)
  expect(positionAt(started(over, 30_000, durationMs), 30_000, durationMs)).toBe(0)
  expect(positionAt(started(atStart, 5_000, durationMs), 1_000, durationMs)).toBe(0)
})

test('a jump goes where it was asked, within the guide, running or not', () => {
  const running = started(atStart, 0, durationMs)
  const on = jumped(running, 6_000, { nowMs: 2_000, durationMs })
  expect(positionAt(on, 3_000, durationMs)).toBe(7_000)
  expect(positionAt(jumped(atStart, -5, { nowMs: 0, durationMs }), 9_000, durationMs)).toBe(0)
  expect(positionAt(jumped(atStart, 99_000, { nowMs: 0, durationMs }), 0, durationMs)).toBe(durationMs)
  expect(on.turn).toBe(running.turn + 1)
})
