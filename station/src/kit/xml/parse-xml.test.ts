import { expect, test } from 'vitest'
import { parseLongXml, parseXml } from './parse-xml.ts'

test('P43: attributes without end are left out after some, and what follows is read', async () => {
  const many = Array.from({ length: 100_000 }, (_, at) => `a${at}="${at}"`).join(' ')
  const { elements } = await parseLongXml(`<rss ${many}><item b="1"/></rss>`)
  expect(Object.keys(elements[0]?.attributes ?? {})).toHaveLength(64)
  expect(elements[0]?.children).toMatchObject([{ name: 'item', attributes: { b: '1' } }])
})

test('names of attributes are in small letters; the first of a name counts, and none is more than a name', () => {
  const [element] = parseXml('<a B="1" b="2" __proto__="3" Constructor="4"/>').elements
  expect(Object.entries(element?.attributes ?? {})).toEqual([
    ['b', '1'],
    ['__proto__', '3'],
    ['constructor', '4'],
  ])
  expect(parseXml('<a/>').elements[0]?.attributes.constructor).toBe(undefined)
})
