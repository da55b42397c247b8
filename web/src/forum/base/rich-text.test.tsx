/** A post is drawn with the words that the cloud's excerpts show (the same samples: cloud/src/forum/post/plain-text.test.ts). */
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import samples from '../../../../contract/fixtures/post-marks.json'
import { RichText, ShortText } from './rich-text.tsx'

afterEach(cleanup)

/** The text of the elements, with one space where a line, an item or a block ends. */
function wordsIn(root: Element): string {
  for (const end of root.querySelectorAll('br')) end.replaceWith(' ')
  for (const item of root.querySelectorAll('li, p, pre, blockquote')) item.append(' ')
  return (root.textContent ?? '').replace(/\s+/g, ' ').trim()
}

for (const { title, text, plain, reply } of samples)
  test(`drawn and said in the same words: ${title}`, () => {
    expect(wordsIn(render(<RichText text={text} pictures={[]} />).container)).toBe(plain)
    expect(wordsIn(render(<ShortText text={text} />).container)).toBe(reply)
  })
