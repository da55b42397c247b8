import { expect, test } from 'vitest'
import { boundaryBefore, cutText } from './text.ts'

// UAX 29, extended grapheme clusters.
const letters = [
  '👨‍👩‍👧‍👦',
  '🇩🇪',
  '👍🏽',
  'क्ष',
  'e\u0301\u0323',
  '각',
  '❤️',
  '1️⃣',
  '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
  '流',
]

test.each(letters)('%s is whole or not there, wherever the text is cut', (letter) => {
  const text = `ab${letter}cd`
  for (let max = 1; max <= text.length + 1; max += 1) {
    const cut = cutText(text, max)
    expect(cut.length).toBeLessThanOrEqual(max)
    expect([text.slice(0, 1), 'ab', `ab${letter}`, `ab${letter}c`, text]).toContain(cut)
    expect(boundaryBefore(text, Math.min(max, text.length))).toBe(cut.length)
  }
})

test('a first letter without end is cut, in whole signs', () => {
  expect(cutText(`a${'\u0301'.repeat(5_000)}`, 10)).toBe(`a${'\u0301'.repeat(9)}`)
  expect(cutText('😀', 1)).toBe('')
})
