/** The letter of a picture that is not there. */
import { afterEach, expect, test, vi } from 'vitest'
import { firstLetter } from './first-letter.ts'

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
