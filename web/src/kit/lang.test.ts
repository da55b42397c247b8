/** Names within sentences: those from right to left, or with signs that turn, leave the sentence as it is. */
import { expect, test } from 'vitest'
import { both } from './lang.ts'

const words = both({
  en: {
    liked: (name: string, n: number) => `${name} and ${n} others`,
    deep: { of: (title: string) => `In ${title} · 3` },
    plain: 'Likes',
  },
  zh: { liked: (name, n) => `${name} 等 ${n} 人`, deep: { of: (title) => `在 ${title} · 3` }, plain: '赞' },
})

test.each([
  ['Ann', 'Ann'],
  ['李华', '李华'],
  ['Zoë 👩‍👩‍👧 ½', 'Zoë 👩‍👩‍👧 ½'],
  ['عمر', '\u2068عمر\u2069'],
  ['Ann שלום', '\u2068Ann שלום\u2069'],
  // Characters that turn the rest of the line, and those that would end the isolation early.
  ['\u202ecba', '\u2068cba\u2069'],
  ['a\u2069\u2069b\u200fc', '\u2068abc\u2069'],
  ['𐤀𐤁', '\u2068𐤀𐤁\u2069'],
])('%s', (name, shown) => {
  expect(words.en.liked(name, 2)).toBe(`${shown} and 2 others`)
  expect(words.zh.deep.of(name)).toBe(`在 ${shown} · 3`)
  expect(words.zh.plain).toBe('赞')
})
