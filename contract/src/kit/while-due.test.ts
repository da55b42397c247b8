import { expect, test } from 'vitest'
import { createWhileDue } from './while-due.ts'

test('what is asked for at any turn around the end of a run is done, and never two at once', async () => {
  for (let turns = 0; turns < 20; turns += 1) {
    let requested = 1
    let done = 0
    let atOnce = 0
    const work = createWhileDue(async () => {
      atOnce += 1
      expect(atOnce).toBe(1)
      const taken = requested
      await Promise.resolve()
      done = taken
      atOnce -= 1
    })
    const first = work.wake()
    for (let turn = 0; turn < turns; turn += 1) await Promise.resolve()
    requested = 2
    await work.wake()
    await first
    expect(done).toBe(2)
    expect(work.running()).toBeUndefined()
  }
})

test('a fault is told to who waits; what is due meanwhile is done nevertheless, and so is what comes later', async () => {
  let runs = 0
  const work = createWhileDue(async () => {
    runs += 1
    if (runs === 1) {
      void work.wake()
      throw new Error('the first')
    }
  })
  await expect(work.wake()).rejects.toThrow('the first')
  expect(runs).toBe(2)
  await work.wake()
  expect(runs).toBe(3)
})
