/** The region list is complete, in both languages. */
import { expect, test } from 'vitest'
import file from './regions.json' with { type: 'json' }
import { regionPath, Regions, regionWords } from './region.ts'

const regions = Regions.parse(file)
const rows = [...regions.countries, ...Object.values(regions.parts).flat()]

test('every id is unique, is found by its path, and has a name in both languages', () => {
  const ids = rows.map(([id]) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const [id, en, zh] of rows) {
    expect(regionPath(regions, id).at(-1)?.[0]).toBe(id)
    expect(en).toMatch(/^\p{Lu}[\p{L}\p{M} .,'’&()-]*$/u)
    expect(zh).toMatch(/^[\p{Script=Han}·（）-]+$/u)
  }
})

test('there are all 249 countries of ISO 3166-1, 31 provinces of China with their cities, and the states of others', () => {
  expect(regions.countries).toHaveLength(249)
  expect(regions.parts['CN']).toHaveLength(31)
  for (const [id] of regions.parts['CN'] ?? []) expect(regions.parts[id]?.length).toBeGreaterThan(4)
  expect(
    Object.entries(regions.parts)
      .filter(([id]) => id.length === 2)
      .map(([id, list]) => `${id} ${list.length}`),
  ).toEqual(['CN 31', 'US 51', 'CA 13', 'AU 8', 'GB 4', 'DE 16', 'JP 47', 'KR 17', 'MY 16'])
  // Two sibling regions must not have the same name.
  for (const list of [regions.countries, ...Object.values(regions.parts)])
    for (const at of [1, 2] as const) expect(new Set(list.map((row) => row[at])).size).toBe(list.length)
})

test('a place reads as people of each language write it', () => {
  expect(regionWords(regions, 'CN-4403', 'zh')).toBe('广东省 深圳市')
  expect(regionWords(regions, 'CN-4403', 'en')).toBe('Shenzhen, Guangdong, China')
  expect(regionWords(regions, 'CN-310115', 'en')).toBe('Pudong New Area, Shanghai, China')
  expect(regionWords(regions, 'US-CA', 'zh')).toBe('美国 加利福尼亚州')
  expect(regionWords(regions, 'CN', 'zh')).toBe('中国')
  expect(['', 'XX', 'CN-', 'CN-4403x', '__proto__'].map((id) => regionWords(regions, id, 'en'))).toEqual(['', '', '', '', ''])
})
