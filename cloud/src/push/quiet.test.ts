/** Quiet hours by the clock of the phone, over midnight and when clocks are put forward or back. */
import { expect, test } from 'vitest'
import { dueAt } from './quiet.ts'

const night = { quiet_from: 23 * 60, quiet_to: 7 * 60 }
const at = (text: string) => Date.parse(text)
const due = (now: string, time_zone: string, quiet: { quiet_from: number | null; quiet_to: number | null } = night) =>
  new Date(dueAt({ ...quiet, time_zone }, at(now))).toISOString()

test('what comes in quiet hours is due at their end, on the clock of the phone', () => {
  expect(due('2026-06-01T15:30:10Z', 'Asia/Shanghai')).toBe('2026-06-01T23:00:00.000Z')
  expect(due('2026-06-01T22:59:59Z', 'Asia/Shanghai')).toBe('2026-06-01T23:00:00.000Z')
  expect(due('2026-06-01T02:00:00Z', 'UTC')).toBe('2026-06-01T07:00:00.000Z')
})

test('outside of them, and where they are off, it is due now', () => {
  expect(due('2026-06-01T23:00:00Z', 'Asia/Shanghai')).toBe('2026-06-01T23:00:00.000Z')
  expect(due('2026-06-01T12:00:01Z', 'UTC')).toBe('2026-06-01T12:00:01.000Z')
  expect(due('2026-06-01T02:00:00Z', 'UTC', { quiet_from: null, quiet_to: null })).toBe('2026-06-01T02:00:00.000Z')
  expect(due('2026-06-01T02:00:00Z', 'UTC', { quiet_from: 60, quiet_to: 60 })).toBe('2026-06-01T02:00:00.000Z')
})

test('they end at seven also in the nights in which clocks change', () => {
  // 29 March 2026: 2:00 becomes 3:00; 25 October: 3:00 becomes 2:00.
  expect(due('2026-03-28T23:30:00Z', 'Europe/Berlin')).toBe('2026-03-29T05:00:00.000Z')
  expect(due('2026-10-24T22:30:00Z', 'Europe/Berlin')).toBe('2026-10-25T06:00:00.000Z')
})

test('an end that the night does not have, or has twice, is never before it', () => {
  const early = { quiet_from: 22 * 60, quiet_to: 2 * 60 + 30 }
  expect(due('2026-03-28T22:30:00Z', 'Europe/Berlin', early)).toBe('2026-03-29T01:30:00.000Z')
  expect(due('2026-03-29T00:59:00Z', 'Europe/Berlin', early)).toBe('2026-03-29T01:30:00.000Z')
  expect(due('2026-03-29T01:00:00Z', 'Europe/Berlin', early)).toBe('2026-03-29T01:00:00.000Z')
  expect(due('2026-10-24T21:30:00Z', 'Europe/Berlin', early)).toBe('2026-10-25T00:30:00.000Z')
})
