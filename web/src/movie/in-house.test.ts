/** The library that the box answers while the cloud is away. */
import { listFilms, type Film } from '@homeport/contract/movie/movie.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { unknownFilm } from '@homeport/contract/shape/film.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { filmListOf } from './in-house.ts'

const filmOf = (id: string, more: Partial<Film>): Film => ({
  ...unknownFilm,
  id,
  title: id,
  is_favorite: false,
  is_watched: false,
  position_ms: null,
  ...more,
})
const films = [
  filmOf('old', { added_at: 1, year: 1927, rating: 8, genres: ['drama'] }),
  filmOf('seen', { added_at: 9, year: 2001, rating: null, is_watched: true }),
  filmOf('new', { added_at: 5, year: null, rating: 6, genres: ['drama', 'war'], kind: 'series', is_favorite: true }),
]
const list = (more: Partial<In<typeof listFilms.input>> = {}) =>
  filmListOf(films, z.parse(listFilms.input, { devid: 'D1', ...more }))
const ids = (more?: Partial<In<typeof listFilms.input>>) => list(more).data.map(({ id }) => id)

test('it is sorted both ways, films without the value last, and by pages', () => {
  expect(ids()).toEqual(['new', 'old', 'seen'])
  expect(ids({ sort: 'added' })).toEqual(['seen', 'new', 'old'])
  expect(ids({ sort: 'added', order: 'asc' })).toEqual(['old', 'new', 'seen'])
  expect(ids({ sort: 'year' })).toEqual(['seen', 'old', 'new'])
  expect(ids({ sort: 'year', order: 'asc' })).toEqual(['old', 'seen', 'new'])
  expect(list({ page: 2, limit: 2 })).toMatchObject({ data: [{ id: 'seen' }], total: 3, page: 2 })
})

test('it is filtered', () => {
  expect(ids({ genres: ['war'] })).toEqual(['new'])
  expect(ids({ kind: 'film', watched: false })).toEqual(['old'])
  expect(ids({ year_from: 1990 })).toEqual(['seen'])
  expect(ids({ rating_from: 7 })).toEqual(['old'])
  expect(ids({ favorite: true })).toEqual(['new'])
})
