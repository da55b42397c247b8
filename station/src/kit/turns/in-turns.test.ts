/** Long lists give way to others (P43): what is counted is the work between two turns of the event loop. */
import { expect, it } from 'vitest'
import { inTurns, sortInTurns } from './in-turns.ts'

/** The most work in one turn, and how many turns there were; work: call it for each step. */
async function turnsOf(run: (work: () => void) => Promise<void>): Promise<{ most: number; turns: number }> {
  let [most, turns, inTurn, isOver] = [0, 0, 0, false]
  const next = (): void => {
    turns += 1
    inTurn = 0
    if (!isOver) setImmediate(next)
  }
  setImmediate(next)
  await run(() => {
    inTurn += 1
    most = Math.max(most, inTurn)
  })
  isOver = true
  return { most, turns }
}

it('P43: a list whose items take a while is read in many turns', async () => {
  const items = Array.from({ length: 100 }, (_, at) => at)
  const read: number[] = []
  const { turns } = await turnsOf(async () => {
    for await (const item of inTurns(items)) {
      const until = performance.now() + 3
      while (performance.now() < until);
      read.push(item)
    }
  })
  expect(read).toEqual(items)
  expect(turns).toBeGreaterThan(15)
})

it.each([
  ['sorted already', (at: number) => at],
  ['the other way round', (at: number) => -at],
  ['of two halves', (at: number) => (at % 2) * 100_000 + at],
])('P43: a long list is sorted in short turns: %s', async (_, keyOf) => {
  const list = Array.from({ length: 50_000 }, (_item, at) => ({ at, key: keyOf(at) }))
  let sorted: typeof list = []
  const { most } = await turnsOf(async (work) => {
    sorted = await sortInTurns(list, (a, b) => {
      work()
      return a.key - b.key
    })
  })
  expect(sorted).toEqual(list.toSorted((a, b) => a.key - b.key))
  // A piece of 1,000, or 2,000 that are merged.
  expect(most).toBeLessThan(16_000)
})
