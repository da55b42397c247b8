/** Which episodes of one title are one series. */
import { expect, it } from 'vitest'
import { splitByYear } from './series-key.ts'

const base = 'series\nbattlestar galactica'
const of = (season: number, year: number | null, episodes = 1) => ({ season, year, episodes })
const inSeries = (season: number, year: number | null, key = base) => ({ ...of(season, year), series_key: key })

it('seasons of other years are one series', () => {
  const { keyOf, separated } = splitByYear(base, [inSeries(1, 2019)], [of(2, 2024), of(2, null)])
  expect([keyOf(2019), keyOf(2024), keyOf(null)]).toEqual([base, base, base])
  expect([...separated]).toEqual([])
})

it('one season in two years are two series, and the one that was there first keeps its key', () => {
  const { keyOf, separated } = splitByYear(base, [inSeries(1, 2004), inSeries(1, 2004), inSeries(2, 2004)], [of(1, 1978, 30)])
  expect([keyOf(2004), keyOf(1978), keyOf(null)]).toEqual([base, `${base}\n1978`, base])
  expect([...separated]).toEqual([1978])
})

it('a year that has a series of its own goes on there, also in a season that does not collide', () => {
  const { keyOf } = splitByYear(base, [inSeries(1, 2004), inSeries(1, 1978, `${base}\n1978`)], [of(3, 1978), of(3, 2004)])
  expect([keyOf(1978), keyOf(2004)]).toEqual([`${base}\n1978`, base])
})

it('a new title whose seasons collide is split at once', () => {
  const { keyOf } = splitByYear(base, [], [of(1, 1978), of(1, 2004), of(1, 2004), of(2, 2004)])
  expect([keyOf(1978), keyOf(2004)]).toEqual([`${base}\n1978`, base])
})
