/** No match is lost: a pattern that matches a text is among those that may. */
import { expect, it } from 'vitest'
import { possibleIn, without } from './required-signs.ts'

const pieces = [
  'a',
  'K',
  '[bs]',
  '[^b]',
  '[a-c]',
  String.raw`\d`,
  String.raw`\d{2}`,
  '(?:a|集)',
  '(?:[集话]|b?)',
  '集?',
  '(?:ab){0,2}',
  '集{1,2}',
  String.raw`\p{Script=Han}`,
  String.raw`[\p{L}-]`,
  '(?!a)',
  '(?<!集)',
  '(?=话)',
  '(?<=a)',
  '(?<name>a|b)',
  '(?i:k)',
  String.raw`\.`,
  String.raw`[\s._-]+`,
  '【|（',
  String.raw`\uE001*`,
  '(?:(?:国|粤)语|s)',
  '^',
  '$',
  '.',
]
const texts = [
  '',
  'a',
  'ab',
  'aab',
  'AB',
  'b',
  's',
  'k',
  '12',
  'a1',
  '集',
  'a集',
  '集话',
  '话',
  '国语',
  '粤',
  '【a】',
  '（1）',
  'a.b',
  '-',
  '_集',
  '\uE001a',
  '\u212A',
  '\u017Fa',
  '𠮷a',
  'é',
]

it('a pattern that matches is never left out, whatever it is made of', () => {
  const patterns = pieces.flatMap((one) =>
    pieces.flatMap((other) => ['u', 'iu'].map((flags) => new RegExp(one + other.replace('<name>', '<other>'), flags))),
  )
  const lost = texts.flatMap((text) => {
    const possible = new Set(possibleIn(text, patterns))
    return patterns.filter((pattern) => pattern.test(text) && !possible.has(pattern)).map((pattern) => [text, String(pattern)])
  })
  expect(lost.slice(0, 5)).toEqual([])
})

it.each([
  [/abc/, 'ab', 0],
  [/a(?!z)/, 'a', 1],
  [/第\d+集/u, 'Harbour 12', 0],
  [/第\d+集/u, '第十集', 0],
  [/第\d+集/u, '第3集', 1],
  [/(?:国|粤)语/u, '英语', 0],
  [/(?<=\p{Script=Han})x?/u, 'x', 0],
  [/[【[]\d/u, '(1)', 0],
  [/HDTV|WEB/i, 'web', 1],
  [/HDTV|WEB/i, 'bluray', 0],
])('%s is tried on %s %i times', (pattern, text, times) => {
  expect(possibleIn(text, [pattern])).toHaveLength(times)
})

it('a text that lost parts is asked about anew', () => {
  const patterns = [/b+/, /a/]
  expect(without('abc', patterns)).toBe('c')
  expect(without('c', patterns)).toBe('c')
  expect(possibleIn('c', patterns)).toEqual([])
})
