import { expect, test } from 'vitest'
import { stateAfter } from './load.ts'

const idle = { isBusy: false, looks: 0 }
const after = (state: typeof idle, ...used: number[]) => used.reduce(stateAfter, state)

test('a second of work makes it busy, less than half a second changes nothing', () => {
  expect(after(idle, 0.4, 0.3)).toEqual(idle)
  expect(after(idle, 0.7).isBusy).toBe(true)
})

test('it is quiet again after a minute with little to do, in one piece', () => {
  const busy = after(idle, 1)
  const quiet = (seconds: number) => Array<number>(seconds).fill(0.02)
  expect(after(busy, ...quiet(59)).isBusy).toBe(true)
  expect(after(busy, ...quiet(59), 0.3, ...quiet(59)).isBusy).toBe(true)
  expect(after(busy, ...quiet(60))).toEqual(idle)
})
