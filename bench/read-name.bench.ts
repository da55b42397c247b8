/** Time to read one name, over all labelled names. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readPath } from '../station/src/movie/name/read-path.ts'
import { percentile, report } from './parts/figures.ts'

const budgetMs = 1
const files = ['film-names.json', 'names/western-names.json', 'names/chinese-names.json']
const Names = z.array(z.object({ name: z.string() }))

test('a name is read in less than a millisecond', () => {
  const names = files.flatMap((file) =>
    Names.parse(JSON.parse(readFileSync(new URL(`../station/src/movie/${file}`, import.meta.url), 'utf8'))),
  )
  const times: number[] = []
  for (let round = 0; round < 5; round += 1)
    for (const { name } of names) {
      const start = performance.now()
      readPath(`${name}.mkv`)
      if (round > 0) times.push(performance.now() - start)
    }
  const mean = times.reduce((sum, time) => sum + time, 0) / times.length
  report('a name is read, mean', { figure: mean, budget: budgetMs, unit: 'ms' })
  console.log(`95th percentile ${percentile(times, 0.95).toFixed(3)} ms of ${names.length} names`)
  expect(mean).toBeLessThanOrEqual(budgetMs)
})
