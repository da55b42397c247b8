/** How much of a film passes on the way through a cloud. */
import { expect, test } from 'vitest'
import { limitOnWay } from './prepare-source.ts'

const film = (kbit: number) => ({ bitrate: kbit * 1_000 })

test.each([
  // chosen, file, way: limit
  [0, 6_000, 20_000, 0],
  [0, 15_900, 20_000, 0],
  [0, 17_000, 20_000, 8_000],
  // A file that says nothing of itself may be any.
  [0, 0, 20_000, 8_000],
  [1_500, 6_000, 20_000, 1_500],
  // A conversion without a limit may be more than passes.
  [0, 3_000, 8_000, 4_000],
  [8_000, 6_000, 8_000, 4_000],
  [0, 3_000, 2_000, 1_500],
  [700, 3_000, 2_000, 700],
  [0, 3_000, 100, 700],
])('chosen %i, a film of %i kbit/s and a way of %i: %i', (...[chosen, file, way, limit]) => {
  expect(limitOnWay(chosen, film(file), way)).toBe(limit)
})
