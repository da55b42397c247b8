/** Long posts of which the beginning is drawn, and pictures that the text does not name, which stand below it. */
import { toBlocks } from '@homeport/contract/shape/post-marks.ts'
import { expect, test } from 'vitest'
import { beginningOf, notInText } from './rich.ts'

test('pictures that the text does not place stand below it', () => {
  expect(notInText(toBlocks('a\n[图片 1]\n[image 9]'), ['x', 'y'])).toEqual([{ picture: 'y', at: 1 }])
})

test('L5: of a post of 10,000 lines so many are drawn as are asked for, a long block up to its own line, and a short post whole', () => {
  const quotes = toBlocks('>\nx\n'.repeat(5_000))
  expect(quotes).toHaveLength(10_000)
  expect(beginningOf(quotes, 400)).toEqual(quotes.slice(0, 400))
  const [paragraph] = beginningOf(toBlocks('x\n'.repeat(10_000)), 400)
  expect(paragraph).toMatchObject({ is: 'paragraph' })
  expect(paragraph && 'lines' in paragraph && paragraph.lines).toHaveLength(400)
  const short = toBlocks('a\n\n> b\n\n[image 1]')
  expect(beginningOf(short, 3)).toBe(short)
  expect(beginningOf(short, 2)).toEqual(short.slice(0, 2))
})
