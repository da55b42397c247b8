/** Files chosen by their indexes. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSelectionText, selectionOf } from './selection.ts'

test('ranges and a list of the same files are the same choice', () => {
  expect(selectionOf('1-5,7').text).toBe('1-5,7')
  expect(selectionOf([7, 1, 2, 3, 5, 4, 4]).text).toBe('1-5,7')
  expect(selectionOf('7,4-5,1-4').text).toBe('1-5,7')
  expect(selectionOf('').isEmpty).toBe(true)
  expect(selectionOf('3').isEmpty).toBe(false)
  expect(selectionOf('3-9,1').last).toBe(9)
})

test('it has just what was chosen', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(60), { maxLength: 40 }), (list) => {
      const chosen = new Set(list)
      const selection = selectionOf(selectionOf(list).text)
      for (let index = 0; index <= 61; index += 1) expect(selection.has(index)).toBe(chosen.has(index))
    }),
  )
})

test('other texts are no choice', () => {
  for (const text of ['', '1', '1-5,7', '1-12,40,44-90', '999999999']) expect(isSelectionText(text)).toBe(true)
  for (const text of [
    '5-1',
    '0',
    '0-4',
    '1-5,0',
    '007',
    '-1',
    '1-',
    ',',
    '1,',
    '1 - 5',
    '1;2',
    'all',
    '1-2-3',
    '1e3',
    '9999999999',
  ])
    expect(isSelectionText(text), text).toBe(false)
})
