import { expect, test, vi } from 'vitest'
import { retryAfterMs } from './retry-after.ts'

const now = Date.UTC(2026, 10, 30, 12, 0, 0)
const day = 86_400_000

// RFC 9110, 10.2.3 and 5.6.7.
test.each([
  ['120', 120_000],
  [' 5 ', 5_000],
  ['0', 0],
  ['86400', day],
  ['999999999999999999999', day],
  ['Mon, 30 Nov 2026 12:10:00 GMT', 600_000],
  ['Monday, 30-Nov-26 12:10:00 GMT', 600_000],
  ['Mon Nov 30 12:10:00 2026', 600_000],
  ['Mon, 30 Nov 2026 11:00:00 GMT', 0],
  ['Wed, 30 Nov 2033 12:00:00 GMT', day],
  ['-5', 0],
  ['1.5', 0],
  ['5 minutes', 0],
  ['soon', 0],
  ['', 0],
  [undefined, 0],
])('%s is %i ms', (header, ms) => expect(retryAfterMs({ 'retry-after': header }, now)).toBe(ms))

test('a date is read by the clock of its server', () => {
  const headers = { 'retry-after': 'Mon, 30 Nov 2026 09:10:00 GMT', date: 'Mon, 30 Nov 2026 09:00:00 GMT' }
  expect(retryAfterMs(headers, now)).toBe(600_000)
})

test('a date that names no zone is in GMT, wherever the machine is (RFC 9110, 5.6.7)', () => {
  vi.stubEnv('TZ', 'Asia/Shanghai')
  expect(new Date(now).getHours()).toBe(20)
  expect(retryAfterMs({ 'retry-after': 'Mon Nov 30 12:10:00 2026' }, now)).toBe(600_000)
  expect(retryAfterMs({ 'retry-after': 'Mon, 30 Nov 2026 12:10:00 GMT' }, now)).toBe(600_000)
})
