/** Lists, quotes and reminders show the words of a post as the app draws them (the same samples: web/src/forum/base/rich-text.test.tsx). */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { excerptOfPost, excerptOfReply } from './plain-text.ts'

const fixtures = new URL('../../../../contract/fixtures/post-marks.json', import.meta.url)
const Samples = z.array(z.object({ title: z.string(), text: z.string(), plain: z.string(), reply: z.string() }))

for (const { title, text, plain, reply } of Samples.parse(JSON.parse(readFileSync(fixtures, 'utf8'))))
  test(`an excerpt has the words and not the marks: ${title}`, () => {
    expect(excerptOfPost(text)).toBe(plain)
    expect(excerptOfReply(text)).toBe(reply)
  })

test('an excerpt ends after 120 letters, and no letter is cut in two', () => {
  expect(excerptOfPost('𠮷'.repeat(120))).toBe('𠮷'.repeat(120))
  expect(excerptOfPost('𠮷'.repeat(121))).toBe(`${'𠮷'.repeat(119)}…`)
})
