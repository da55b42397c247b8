/** Formats of sizes, speeds and times. */
import { afterEach, describe, expect, test, vi } from 'vitest'
import {
  agoOf,
  dayOf,
  durationOf,
  firstLetter,
  formatClock,
  formatLeft,
  parted,
  partOf,
  percentOf,
  qualityOf,
  sizeOf,
  speedOf,
  usedOf,
} from './format.ts'
import { setLang } from '../lang.ts'

afterEach(() => setLang('en'))

describe('sizes count by 1000 with three significant digits, the same on every screen', () => {
  test.each([
    [0, '0 B'],
    [999, '999 B'],
    [38_000, '38 KB'],
    [6_200_000, '6.2 MB'],
    [18_234_567_890, '18.2 GB'],
    [999_960, '1 MB'],
    [1_240_000_000_000, '1.24 TB'],
  ])('%d bytes read %s', (bytes, text) => expect(sizeOf(bytes)).toBe(text))
})

test('a speed has three digits, and rests as 0K/S', () => {
  expect(speedOf(24_630_000)).toBe('24.6 MB/s')
  expect(speedOf(0)).toBe('0K/S')
  expect(parted('24.6 MB/s')).toEqual(['24.6', 'MB/s'])
})

test('a device shows GB of 1024³, from a thousand on TB', () => {
  const gb = 1024 ** 3
  expect(usedOf(3.1 * gb, 8 * gb)).toEqual({ used: '3.1', total: '8 GB' })
  expect(usedOf(28.4 * gb, 252 * gb)).toEqual({ used: '28', total: '252 GB' })
  expect(usedOf(2.76 * 1024 * gb, 4 * 1024 * gb)).toEqual({ used: '2.76', total: '4 TB' })
})

test('time left is told in the language of the app', () => {
  setLang('en')
  expect([20, 360, 6300, 200_000].map((seconds) => durationOf(seconds))).toEqual(['20 s', '6 min', '1 h 45 min', '2 d'])
  setLang('zh')
  expect(durationOf(6300)).toBe('1 小时 45 分')
})

test('spec 9: under five minutes just now, then minutes, hours, days until thirty days, then a date', () => {
  const at = Date.UTC(2026, 5, 30, 12)
  const ago = (seconds: number) => agoOf(at / 1000 - seconds, at)
  setLang('en')
  expect([299, 300, 3599, 3600, 86_399, 86_400, 30 * 86_400 - 1].map(ago)).toEqual([
    'just now',
    '5 minutes ago',
    '59 minutes ago',
    '1 hour ago',
    '23 hours ago',
    '1 day ago',
    '29 days ago',
  ])
  expect(ago(30 * 86_400)).toMatch(/2026/)
})

test('what finished today shows its hour, the day before its word', () => {
  const noon = new Date(2026, 5, 30, 12).getTime()
  expect(dayOf(noon / 1000 - 3600, noon)).toBe('11:00')
  expect(dayOf(noon / 1000 - 86_400, noon)).toBe('Yesterday')
})

test('a percentage stays between 0 and 100, and is 0 of nothing', () => {
  expect([percentOf(1, 0), percentOf(5, 4), percentOf(-1, 4), percentOf(1, 4)]).toEqual([0, 100, 0, 25])
})

test('a quality reads as people of each language say it', () => {
  expect(['4K', '1080p', 'SD', ''].map(qualityOf)).toEqual(['4K', '1080p', 'SD', ''])
  setLang('zh')
  expect(['1080p', 'SD'].map(qualityOf)).toEqual(['1080p', '标清'])
})

test('A14: a disk is counted in thousands, and has one total wherever it stands', () => {
  expect(partOf(37_300_000_000, 271_000_000_000)).toEqual({ part: '37', whole: '271 GB' })
  expect(partOf(2_760_000_000_000, 4_000_000_000_000)).toEqual({ part: '2.76', whole: '4 TB' })
  expect(partOf(30_000_000_000, 4_000_000_000_000)).toEqual({ part: '30 GB', whole: '4 TB' })
  expect(partOf(3_900_000_000, 8_100_000_000)).toEqual({ part: '3.9', whole: '8.1 GB' })
})

describe('the position and the rest of a film make its length', () => {
  const secondsOf = (clock: string) =>
    clock
      .replace('−', '')
      .split(':')
      .reduce((sum, part) => sum * 60 + Number(part), 0)

  test.each([
    [0, 20_000],
    [700, 20_500],
    [10_999, 20_001],
    [19_900, 20_300],
    [3_599_999, 7_200_100],
  ])('at %d of %d ms', (position, duration) => {
    expect(secondsOf(formatClock(position)) + secondsOf(formatLeft(position, duration))).toBe(secondsOf(formatClock(duration)))
  })

  test('at the end, and beyond it, nothing is subtracted', () => {
    for (const position of [20_000, 20_300, 25_000]) expect(formatLeft(position, 20_300)).toBe('0:00')
    expect(formatLeft(5_000, 0)).toBe('')
  })
})

describe('the letter of a picture that is not there', () => {
  afterEach(() => vi.unstubAllGlobals())

  test.each([
    ['ann', 'A'],
    ['🇩🇪 Max', '🇩🇪'],
    ['👨‍👩‍👧‍👦 home', '👨‍👩‍👧‍👦'],
    ['👍🏽 yes', '👍🏽'],
    ['e\u0301mile', 'E\u0301'],
    ['क्षितिज', 'क्षि'],
    ['한글', '한'],
    ['𠮷野', '𠮷'],
    ['', ''],
  ])('%s: %s', (name, letter) => expect(firstLetter(name)).toBe(letter))

  test('a browser without a segmenter has the first sign', () => {
    vi.stubGlobal('Intl', {})
    expect([firstLetter('ann'), firstLetter('𠮷野')]).toEqual(['A', '𠮷'])
  })
})
