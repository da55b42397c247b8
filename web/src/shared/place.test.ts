import { expect, test } from 'vitest'
import { askForPlace, chosenPlace, placeHref, placeOf, takePlace } from './place.ts'

const harbour = { name: 'Pier 7 & 老码头', lat: 31.22, lon: 121.46 }

test('what was chosen on the map goes to the form that asked, and once', () => {
  askForPlace('post')
  expect(location.hash).toMatch(/^#\/choose-location\?by=post/)
  chosenPlace.set({ by: 'post', place: harbour, region: 'CN-31' })
  expect(takePlace('profile')).toBeNull()
  expect(takePlace('post')).toEqual({ place: harbour, region: 'CN-31' })
  expect(takePlace('post')).toBeNull()
})

test('who asks again gets nothing of what was chosen before', () => {
  chosenPlace.set({ by: 'post', place: harbour, region: '' })
  askForPlace('post', harbour)
  expect(takePlace('post')).toBeNull()
  expect(location.hash).toContain('lat=31.22')
})

test('P30: a place goes through an address and comes out as it was; what is none on earth is none', () => {
  const query = new URLSearchParams(placeHref(harbour).split('?')[1])
  const read = { name: query.get('name') ?? '', lat: query.get('lat') ?? '', lon: query.get('lon') ?? '' }
  expect(placeOf(read)).toEqual(harbour)
  for (const wrong of [{ lat: '91' }, { lon: '181' }, { lat: '' }, { lon: 'east' }])
    expect(placeOf({ ...read, ...wrong })).toBeNull()
})
