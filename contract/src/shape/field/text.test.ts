/** Texts in which nothing is seen, and the ends of long ones. */
import { expect, it } from 'vitest'
import { screenHere, screenRename } from '../../playback/screen.ts'
import { BulletText } from '../film/bullet.ts'
import { SingleLine } from './single-line.ts'
import { isUnseen, TextOf, trimEnd } from './text.ts'

const blanks = [
  '',
  ' ',
  '\u3000',
  '\u00a0\u2003',
  '\u200b',
  '\u2060\ufeff',
  '\u2800',
  '\u3164',
  '\u{13441}\u{13442}',
  '\u00ad',
  '\u{e0020}',
  '\u200e\u200f',
  '\u202e',
  '\u{1d159}',
  '\u{16fe4}',
]
const fields = {
  'one line': SingleLine({ min: 1, max: 50, rule: 'required' }),
  'a text': TextOf(50, { filled: 'required', length: 'range' }),
  'a bullet comment': BulletText,
}

it.each(Object.entries(fields))('%s of blanks only, however they are written, is as one without a letter', (_, schema) => {
  for (const text of blanks) expect([text, schema.safeParse(text).success]).toEqual([text, false])
  for (const text of ['a', '。', '🙂', ' a ', '\u200ba', '한'])
    expect([text, schema.safeParse(text).success]).toEqual([text, true])
  expect(blanks.every(isUnseen)).toBe(true)
})

it('a TV or phone has a name that is seen', () => {
  for (const name of blanks) {
    expect(screenRename.input.safeParse({ screen_id: 's', name }).error?.issues[0]).toMatchObject({
      path: ['name'],
      message: 'required',
    })
    expect(screenHere.input.safeParse({ name }).success).toBe(false)
  }
})

it.each([
  ['name. . ', 'name'],
  ['. .', ''],
  ['', ''],
  [' a. b', ' a. b'],
])('%j without dots and blanks at its end is %j', (text, trimmed) => expect(trimEnd(text, /[. ]/)).toBe(trimmed))

it('P43: the end of a text with hundreds of thousands of them in its middle is found at once', () => {
  const text = `${'. '.repeat(400_000)}x`
  expect(trimEnd(`${text}...`, /[. ]/)).toBe(text)
})
