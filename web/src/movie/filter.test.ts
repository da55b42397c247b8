/** The filter of the library in the address: what is written is read again, and what is not understood is left out. */
import { describe, expect, test } from 'vitest'
import { pathTo } from '../kit/nav/href.ts'
import { countChosen, filterFrom, queryOf, toggled, withField, type Filter } from './filter.ts'

const read = (query: string) => filterFrom(new URLSearchParams(query))

describe('in the address', () => {
  const filters: Filter[] = [
    {},
    { genres: ['drama', 'science-fiction'], regions: ['CN'], qualities: ['4K'] },
    { kind: 'series', year_from: 1920, year_to: 1949, rating_from: 7.5 },
    { watched: false, favorite: true },
    { watched: true, unidentified: true, person: 'tmdb:1', collection: 'tmdb:2' },
    { genres: ['Film, noir & more'] },
  ]
  test.each(filters)('%j is read as it was written', (filter) => {
    expect(read(pathTo('', queryOf(filter)).slice(1))).toEqual(filter)
  })

  test.each([
    'year_from=12',
    'year_to=x',
    'kind=cartoon',
    'watched=maybe',
    'rating_from=-1',
    'rating_from=11',
    'genres=~~',
    'other=1',
  ])('%s is left out', (query) => {
    expect(read(query)).toEqual({})
  })
})

test('a value is added and taken out again, and an empty field goes', () => {
  const drama = toggled({}, 'genres', 'drama')
  const both = toggled(drama, 'genres', 'comedy')
  expect(both).toEqual({ genres: ['drama', 'comedy'] })
  expect(toggled(both, 'genres', 'drama')).toEqual({ genres: ['comedy'] })
  expect(toggled(drama, 'genres', 'drama')).toEqual({})
  expect(withField({ watched: true, favorite: true }, 'watched', undefined)).toEqual({ favorite: true })
})

test('a span of years counts as one choice, a person’s films as none', () => {
  expect(countChosen({ year_from: 1920, year_to: 1949, genres: ['drama', 'comedy'], person: 'p' })).toBe(2)
  expect(countChosen({ collection: 'c' })).toBe(0)
})
