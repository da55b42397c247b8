import { expect, test } from 'vitest'
import { tagsOf } from './tags.ts'

test('labels are separated by any blanks, forgive a hash, and stand once', () => {
  expect(tagsOf('  #nuc 静音\u3000低功耗\n＃nuc ')).toEqual(['nuc', '静音', '低功耗'])
  expect(tagsOf('')).toEqual([])
  expect(tagsOf('# ##')).toEqual([])
})
