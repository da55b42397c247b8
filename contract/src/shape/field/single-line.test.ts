/** Tax IDs, validated by their check character. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTaxId, normalTaxId } from './single-line.ts'

test('real shapes are taken, in any spelling', () => {
  for (const typed of [
    '91440300708461136T',
    '9144 0300 7084 6113 6t',
    '11010519491231002X',
    'DE 123 456 789',
    '12-3456789',
    'IE6388047V',
    '11010519491231002001',
  ])
    expect([typed, isTaxId(normalTaxId(typed))]).toEqual([typed, true])
})

test('a slip of one letter in an 18-place number is seen', () => {
  const right = '91440300708461136T'
  const slip = fc.tuple(fc.nat(16), fc.constantFrom(...'0123456789ABCDEFGHJKLMNPQRTUWXY'))
  fc.assert(
    fc.property(slip, ([at, letter]) => {
      fc.pre(right[at] !== letter)
      // The last character is a letter: the other 18-character format cannot make it valid.
      expect(isTaxId(right.slice(0, at) + letter + right.slice(at + 1))).toBe(false)
    }),
  )
})

test('words, signs and too few or too many places are refused', () => {
  for (const typed of ['', '1234567', 'ABCDEFGH', '税号12345678', '1'.repeat(21), 'I1440300708461136T'])
    expect([typed, isTaxId(normalTaxId(typed))]).toEqual([typed, false])
})
