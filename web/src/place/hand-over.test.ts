import { expect, test } from 'vitest'
import { mapApps } from './hand-over.ts'

const place = { name: 'Pier 7 & (old) harbour', lat: 31.22, lon: 121.46 }
const first = (os: string, lang: 'zh' | 'en', of = place) => mapApps(of, os, lang)[0]?.href ?? ''

test('each kind of phone gets the address that its own map app knows, the name kept whole', () => {
  expect(new URL(first('ios', 'en')).searchParams.get('q')).toBe(place.name)
  expect(first('android', 'zh')).toBe(
    `geo:31.22000,121.46000?q=${encodeURIComponent('31.22000,121.46000(Pier 7 & (old) harbour)')}`,
  )
  expect(first('android', 'en', { ...place, name: '' })).toBe('geo:31.22000,121.46000?q=31.22000%2C121.46000')
})

test('elsewhere a map on the web that works where one reads, with the degrees in the order that it wants', () => {
  const amap = new URL(first('h5', 'zh'))
  expect([
    amap.host,
    amap.searchParams.get('position'),
    amap.searchParams.get('name'),
    amap.searchParams.get('coordinate'),
  ]).toEqual(['uri.amap.com', '121.46000,31.22000', place.name, 'wgs84'])
  const google = new URL(first('h5', 'en'))
  expect([google.host, google.searchParams.get('query')]).toEqual(['www.google.com', '31.22000,121.46000'])
  expect(mapApps(place, 'h5', 'en').map(({ name }) => name)).toEqual(['google', 'osm', 'amap'])
  expect(mapApps(place, 'ios', 'zh').map(({ name }) => name)).toEqual(['apple', 'amap', 'google', 'osm'])
})
