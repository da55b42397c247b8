import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTicking } from './ticker.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('P49: a tick that throws is told, and the others have their turn, each time', () => {
  const faults: unknown[] = []
  const fault = new Error('a tick')
  const [tick, slowTick] = [vi.fn(), vi.fn()]
  const throwing = () => {
    throw fault
  }
  const stop = startTicking(
    [
      { tick: throwing, slowTick: throwing },
      { tick, slowTick },
    ],
    (one) => faults.push(one),
  )
  vi.advanceTimersByTime(60_000)
  stop()
  expect(tick).toHaveBeenCalledTimes(60)
  expect(slowTick).toHaveBeenCalledTimes(2)
  expect(faults).toEqual(Array.from({ length: 62 }, () => fault))
})
