/** A name that tells which film it is, and one that only tells which program made it. */
import { expect, test } from 'vitest'
import { isNamed } from './is-named.ts'

const bare = (title: string) => isNamed({ title, year: null })

test.each([
  'Amelie',
  'X-Men',
  'It',
  'Up',
  'Se7en',
  '大都会',
  '活',
  'Das Boot',
  'Video Days',
  'Untitled',
  'Clip',
  '12 Monkeys',
  'パプリカ',
  'Été',
])('%s is the name of a film', (title) => expect(bare(title)).toBe(true))

test.each(['', 'VID 20240131 1234', 'IMG 2041', 'a8f9e3c2d1b4', '00012', 'M', '- -', 'video 3'])('“%s” is none', (title) =>
  expect(bare(title)).toBe(false),
)

test('with a year any name is one', () => expect(isNamed({ title: 'M', year: 1931 })).toBe(true))
