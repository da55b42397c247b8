import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTurnQueue } from './turn-queue.ts'

test('P43: work in bulk is done in its order, and what else waits has its turn in between', async () => {
  const add = createTurnQueue()
  const done: number[] = []
  const busyMs = 2
  for (let at = 0; at < 100; at += 1)
    add(() => {
      const end = performance.now() + busyMs
      while (performance.now() < end);
      done.push(at)
    })
  let turns = 0
  while (done.length < 100) {
    await setImmediate()
    turns += 1
  }
  expect(done).toEqual(Array.from({ length: 100 }, (_, at) => at))
  // All at once would be one turn, one by one a hundred.
  expect(turns).toBeGreaterThan(5)
})
