import { expect, test } from 'vitest'
import { cityName, findCities, nearestCity, readCities } from './cities.ts'

const cities = readCities(
  [
    'Shanghai|上海|CN-31|31.22|121.46|24874',
    'São Paulo||BR|-23.55|-46.64|12400',
    'London|伦敦|GB|51.51|-0.13|8961',
    'New London||US|41.36|-72.10|27',
    'Londrina||BR|-23.31|-51.16|506',
    'Łódź||PL|51.77|19.46|768',
    'Suzhou|苏州|CN-3205|31.30|120.60|5345',
  ].join('\n'),
)

test('a city is found by how its name begins, in either language, whatever accents one types', () => {
  expect(findCities(cities, 'lond').map(({ name }) => name)).toEqual(['London', 'Londrina', 'New London'])
  expect(findCities(cities, 'SAO PAULO').map(({ name }) => name)).toEqual(['São Paulo'])
  expect(findCities(cities, 'lodz').map(({ name }) => name)).toEqual(['Łódź'])
  expect(findCities(cities, '上').map(({ name }) => name)).toEqual(['Shanghai'])
  expect(findCities(cities, '苏州').map(({ name }) => name)).toEqual(['Suzhou'])
  expect(findCities(cities, '  ')).toEqual([])
  expect(findCities(cities, 'zzz')).toEqual([])
})

test('the city next to a place names it; in the middle of the sea there is none', () => {
  const near = nearestCity(cities, { lat: 31.1, lon: 121.4 })
  expect(near?.name).toBe('Shanghai')
  expect(near && cityName(near, 'zh')).toBe('上海')
  expect(nearestCity(cities, { lat: 0, lon: -140 })).toBeUndefined()
})
