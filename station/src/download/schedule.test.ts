/** Other limits at certain hours, in the nights in which the clock is put forward or back (Berlin: 29 March 2026, 2:00 to 3:00; 25 October, 3:00 to 2:00). */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { scheduleAt } from './schedule.ts'

const zone = process.env.TZ
const all = [0, 1, 2, 3, 4, 5, 6]
const minute = 60_000
const limits = { is_on: true, down_limit_bytes: 0, up_limit_bytes: 0, is_paused: true }

beforeAll(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterAll(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

/** When it begins and ends in a time, minute by minute, and what it says of its end meanwhile. */
function runs(hours: string, [begin, end]: [begin: string, end: string], days = all): string[] {
  const [from_min, to_min] = hours.split(' ').map((text) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3)))
  const schedule = { ...limits, days, from_min: from_min ?? 0, to_min: to_min ?? 0 }
  const periods: string[] = []
  let last: number | undefined
  for (let now = Date.parse(begin); now <= Date.parse(end); now += minute) {
    const until = scheduleAt(schedule, now)?.until
    if (until !== undefined && until !== last) periods.push(`${textOf(now)} to ${textOf(until)}`)
    if (until === undefined && last !== undefined) expect(now).toBe(last)
    last = until
  }
  return periods
}

const textOf = (ms: number) => new Date(ms).toISOString().slice(5, 16).replace('T', ' ')

const spring: [string, string] = ['2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z']
const autumn: [string, string] = ['2026-10-24T12:00:00Z', '2026-10-26T12:00:00Z']

it('holds once a day in the nights in which the clock is put forward', () => {
  expect(runs('22:00 02:30', spring)).toEqual(['03-28 21:00 to 03-29 01:30', '03-29 20:00 to 03-30 00:30'])
  expect(runs('22:00 06:00', spring)).toEqual(['03-28 21:00 to 03-29 04:00', '03-29 20:00 to 03-30 04:00'])
  // 2:15 is not on the clock of the 29th: half an hour and one hour from 3:15 on.
  expect(runs('02:15 02:45', spring)).toEqual(['03-29 01:15 to 03-29 01:45', '03-30 00:15 to 03-30 00:45'])
  expect(runs('02:15 03:15', spring)).toEqual(['03-29 01:15 to 03-29 02:15', '03-30 00:15 to 03-30 01:15'])
  expect(runs('02:15 03:00', spring)).toEqual(['03-29 01:15 to 03-29 02:00', '03-30 00:15 to 03-30 01:00'])
})

it('holds once a day in the nights in which it is put back', () => {
  expect(runs('22:00 02:30', autumn)).toEqual(['10-24 20:00 to 10-25 00:30', '10-25 21:00 to 10-26 01:30'])
  expect(runs('22:00 06:00', autumn)).toEqual(['10-24 20:00 to 10-25 05:00', '10-25 21:00 to 10-26 05:00'])
  expect(runs('02:15 02:45', autumn)).toEqual(['10-25 00:15 to 10-25 00:45', '10-26 01:15 to 10-26 01:45'])
})

it('of Sunday still holds after midnight, on the short and on the long one', () => {
  expect(runs('22:00 02:30', spring, [0])).toEqual(['03-29 20:00 to 03-30 00:30'])
  expect(runs('22:00 02:30', autumn, [0])).toEqual(['10-25 21:00 to 10-26 01:30'])
})

it('of the whole day never stops', () => {
  expect(runs('00:00 00:00', spring)).toHaveLength(3)
  expect(runs('00:00 00:00', autumn)).toHaveLength(3)
})
