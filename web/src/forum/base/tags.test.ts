import { expect, test } from 'vitest'
import { splitTags, tagsOf } from './tags.ts'

test('labels are separated by any blanks, forgive a hash, and stand once', () => {
  expect(tagsOf('  #nuc 静音\u3000低功耗\n＃nuc ')).toEqual(['nuc', '静音', '低功耗'])
  expect(tagsOf('')).toEqual([])
  expect(tagsOf('# ##')).toEqual([])
})

test('a blank ends a label; what follows it is still being typed', () => {
  expect(splitTags('nuc 静音 lo')).toEqual({ done: ['nuc', '静音'], rest: 'lo' })
  expect(splitTags('nuc ')).toEqual({ done: ['nuc'], rest: '' })
  expect(splitTags('')).toEqual({ done: [], rest: '' })
})
