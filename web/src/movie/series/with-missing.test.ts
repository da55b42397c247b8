/** Missing episodes between those that are here. */
import type { MissingEpisode } from '@homeport/contract/feed/wish.ts'
import { expect, test } from 'vitest'
import { seasonRow } from './with-missing.ts'

const one = (number: number, after: number): MissingEpisode => ({
  number,
  after,
  title: '',
  air_date: '',
  state: 'missing',
  task_id: '',
})
const rows = (missing: readonly MissingEpisode[], count: number) =>
  Array.from({ length: count + missing.length }, (_, index) => {
    const row = seasonRow(missing, count, index)
    return 'missing' in row ? `-${row.missing.number}` : `${row.at}`
  }).join(' ')

test.each<[MissingEpisode[], number, string]>([
  [[], 3, '0 1 2'],
  [[one(1, 0)], 2, '-1 0 1'],
  [[one(2, 1), one(3, 1), one(6, 3)], 4, '0 -2 -3 1 2 -6 3'],
  [[one(5, 4), one(6, 4)], 4, '0 1 2 3 -5 -6'],
  [[one(1, 0), one(2, 0)], 0, '-1 -2'],
  // The list of those that are here is older than what the box says.
  [[one(5, 4)], 2, '0 1 -5'],
])('%#: every row stands once', (missing, count, expected) => expect(rows(missing, count)).toBe(expected))
