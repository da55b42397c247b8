/** Time to read what one name says, over all labelled names of the development sets, in a process of its own. */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { report } from './parts/figures.ts'

const budgetMs = 1
const Times = z.object({ count: z.number(), meanMs: z.number(), p95Ms: z.number() })

test('a name is read in less than a millisecond', () => {
  const script = fileURLToPath(new URL('../scripts/time-names.ts', import.meta.url))
  const { count, meanMs, p95Ms } = Times.parse(JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })))
  report('a name is read, mean', { figure: meanMs, budget: budgetMs, unit: 'ms' })
  console.log(`95th percentile ${p95Ms.toFixed(3)} ms, ${count} names`)
  expect(count).toBeGreaterThan(800)
  expect(meanMs).toBeLessThanOrEqual(budgetMs)
})
