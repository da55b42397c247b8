/** Search for a region in both languages. */
import { regionName } from '@homeport/contract/shape/region.ts'
import { expect, test } from 'vitest'
import { above, findRegions, readRegions, within } from './region.ts'

const regions = await readRegions()

test('a few letters in either language find a place; those that begin so come first; marks and case do not matter', () => {
  const matches = (text: string) => findRegions(regions, text).map(([id]) => id)
  expect(matches('urumqi')[0]).toBe('CN-6501')
  expect(matches('乌鲁')[0]).toBe('CN-6501')
  expect(matches('XI AN')).toContain('CN-6101')
  expect(matches("xi'an")).toContain('CN-6101')
  expect(matches('calif')).toEqual(['US-CA'])
  expect(matches('加利福尼亚')).toEqual(['US-CA'])
  expect(matches('man').indexOf('CA-MB')).toBeLessThan(matches('man').indexOf('DE'))
  expect(matches('a')).toHaveLength(40)
  for (const nothing of ['', '   ', 'xyzzy', '\\', '.*']) expect(matches(nothing)).toEqual([])
})

test('the countries stand by their names, in Chinese with China first; what lies in China in its own order', () => {
  const names = (id: string, lang: 'en' | 'zh') => within(regions, id, lang).map((row) => regionName(row, lang))
  expect(names('', 'en').slice(0, 3)).toEqual(['Afghanistan', 'Åland Islands', 'Albania'])
  expect(names('', 'zh').slice(0, 3)).toEqual(['中国', '阿尔巴尼亚', '阿尔及利亚'])
  expect(names('CN', 'en').slice(0, 2)).toEqual(['Beijing', 'Tianjin'])
  expect(names('US', 'en')).toHaveLength(51)
  expect(names('TV', 'en')).toEqual([])
})

test('the list opens at the place that is chosen', () => {
  expect(above(regions, 'CN-4403')).toEqual(['CN', 'CN-44'])
  expect(above(regions, 'TV')).toEqual([])
  expect(above(regions, 'nowhere')).toEqual([])
})
