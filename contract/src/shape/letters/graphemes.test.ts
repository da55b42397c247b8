import { expect, test } from 'vitest'
import { graphemes } from '../../../../testing/graphemes.ts'
import { boundaryBefore, cutText } from '../field/text.ts'

test.each(graphemes)('%s is whole or not there, wherever the text is cut', (letter) => {
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
