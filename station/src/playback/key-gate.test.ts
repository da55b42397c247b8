/** The rate limit of the remote's keys (promise 26). */
import { beforeEach, expect, it } from 'vitest'
import { createKeyGate } from './key-gate.ts'

let now = 0
let isAllowed: ReturnType<typeof createKeyGate>
beforeEach(() => {
  now = 0
  isAllowed = createKeyGate(() => now)
})

function held(everyMs: number, forMs: number): number {
  isAllowed({ key: 'down', phase: 'down' })
  let passed = 0
  for (now = 500; now < 500 + forMs; now += everyMs) if (isAllowed({ key: 'down', phase: 'repeat' })) passed += 1
  return passed
}

it('P26: a key held at ten a second passes whole, also with a trembling timer', () => {
  expect(held(100, 3_000)).toBe(30)
  let passed = 0
  for (let turn = 0; turn < 30; turn += 1) {
    now = 10_000 + turn * 100 + (turn % 2 ? 30 : 0)
    if (isAllowed({ key: 'down', phase: 'repeat' })) passed += 1
  }
  expect(passed).toBe(30)
})

it.each([10, 33, 50])('P26: a key repeated every %i ms moves ten times a second and no more', (everyMs) => {
  const passed = held(everyMs, 3_000)
  expect(passed).toBeLessThanOrEqual(31)
  expect(passed).toBeGreaterThanOrEqual(28)
})

it('P26: after the release nothing of the same hold passes, and a lost release blocks no other key', () => {
  isAllowed({ key: 'left', phase: 'down' })
  now = 500
  expect(isAllowed({ key: 'left', phase: 'repeat' })).toBe(true)
  expect(isAllowed({ key: 'left', phase: 'up' })).toBe(true)
  now = 600
  expect(isAllowed({ key: 'left', phase: 'repeat' })).toBe(false)
  isAllowed({ key: 'left', phase: 'down' })
  now = 1_000
  expect(isAllowed({ key: 'right', phase: 'down' })).toBe(true)
  now = 1_500
  expect(isAllowed({ key: 'left', phase: 'repeat' })).toBe(false)
  expect(isAllowed({ key: 'right', phase: 'repeat' })).toBe(true)
})

it('lets quick taps of a thumb through, and a flood not', () => {
  expect([0, 1, 2].map(() => isAllowed({ key: 'ok', phase: 'press' }))).toEqual([true, true, true])
  let passed = 0
  for (now = 0; now < 1_000; now += 5) if (isAllowed({ key: 'ok', phase: 'press' })) passed += 1
  expect(passed).toBeLessThanOrEqual(10)
})
