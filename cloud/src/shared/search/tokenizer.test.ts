import { expect, test } from 'vitest'
import { parseQuery, isOneTypo, tokenize } from './tokenizer.ts'
import { highlight, snippet } from './highlight.ts'

test('Chinese is found by every two neighbours, other scripts by words in small letters without accents', () => {
  expect(tokenize('流浪地球2 Café ＭＡＧＮＥＴ')).toEqual(['流浪', '浪地', '地球', '球', '2', 'cafe', 'magnet'])
})

test('a query is cut into words, so that they are found in any order', () => {
  expect(parseQuery('地球 流浪').map(({ text }) => text)).toEqual(['地球', '流浪'])
  expect(parseQuery('下载Magnet').map(({ text, dense }) => [text, dense])).toEqual([
    ['下载', true],
    ['magnet', false],
  ])
  expect(parseQuery(' ,.!  ')).toEqual([])
})

test.each([
  ['magnet', 'magnt', true],
  ['magnet', 'magnett', true],
  ['magnet', 'magnit', true],
  ['magnet', 'manget', true],
  ['magnet', 'magnet', true],
  ['magnet', 'mgnt', false],
  ['magnet', 'tagnit', false],
])('%s and %s are one typo apart: %s', (one, other, isNear) => {
  expect(isOneTypo(one, other)).toBe(isNear)
  expect(isOneTypo(other, one)).toBe(isNear)
})

test('matches are highlighted, and the parts together are the text', () => {
  expect(highlight('夜のスター・ウォーズ', ['スターウォーズ'])).toEqual([
    { text: '夜の', is_hit: false },
    { text: 'スター・ウォーズ', is_hit: true },
  ])
  const parts = highlight('Café 磁力 cafeteria, decaf', ['cafe', '磁力'])
  expect(parts.filter(({ is_hit }) => is_hit).map(({ text }) => text)).toEqual(['Café', '磁力', 'cafe'])
  expect(parts.map(({ text }) => text).join('')).toBe('Café 磁力 cafeteria, decaf')
})

test.each<[string, string, string[]]>([
  ['Smørrebrød og Łódź', 'smorre|lodz', ['Smørre', 'Łódź']],
  ['cafe\u0301 Café', 'cafe', ['cafe\u0301', 'Café']],
  ['Œuvre, ﬁnal', 'oe|fin', ['Œ', 'ﬁn']],
  ['C++, C and C#', 'c++', ['C++']],
  ['ASP.NET', '.net', ['.NET']],
  ['AT&T attacks', 'att', ['AT&T', 'att']],
  ['أَحْمَد ﾗｰﾒﾝ ｶﾞﾝ', 'احمد|ガン', ['أَحْمَد', 'ｶﾞﾝ']],
  ['あのスターとすたー', 'スター', ['スター', 'すたー']],
  ['ΣΟΦΟΣ', 'σοφοσ', ['ΣΟΦΟΣ']],
  ['sea\u00adrch', 'search', ['sea\u00adrch']],
])('in %j the hits of %j are marked where they stand', (text, words, hits) => {
  const parts = highlight(text, words.split('|'))
  expect(parts.filter(({ is_hit }) => is_hit).map((part) => part.text)).toEqual(hits)
  expect(parts.map((part) => part.text).join('')).toBe(text)
})

test('the piece is around a word that is written with marks', () => {
  expect(snippet(`${'harbour '.repeat(200)}Łódź ${'boat '.repeat(300)}`, ['lodz'])).toMatch(/^….*Łódź.*…$/)
})

test('of a long text the piece around the first hit is shown', () => {
  const text = `${'harbour '.repeat(200)}lighthouse ${'boat '.repeat(300)}`
  expect(snippet(text, ['lighthouse'])).toMatch(/^….*lighthouse.*…$/)
  expect(snippet(`${'港口的灯塔，'.repeat(100)}スター・ウォーズ${'夜'.repeat(300)}`, ['スターウォーズ'])).toMatch(
    /スター・ウォーズ/,
  )
  expect(snippet('short', ['none'])).toBe('short')
})

test.each(['a', '1'])('P43: a word of hundreds of thousands of %j is read once, and cut', (sign) => {
  expect(tokenize(sign.repeat(200_000))).toEqual([sign.repeat(40)])
})
