import { expect, test } from 'vitest'
import { createSendBudget } from './send-budget.ts'

class Reader {
  bufferedAmount = 0
  isEnded = false
  terminate(): void {
    this.isEnded = true
  }
}

test('P43: apps share one send buffer: beyond it the slowest are ended, and who has read meanwhile does not count', () => {
  const budget = createSendBudget(1_000)
  const [fast, slow, slowest, small] = [new Reader(), new Reader(), new Reader(), new Reader()]
  const send = (reader: Reader, unsent: number) => {
    reader.bufferedAmount = unsent
    budget.sent(reader)
  }
  send(fast, 600)
  fast.bufferedAmount = 0
  send(slow, 450)
  send(slowest, 500)
  expect([fast, slow, slowest].filter(({ isEnded }) => isEnded)).toEqual([])
  send(small, 60)
  expect([fast, slow, slowest, small].map(({ isEnded }) => isEnded)).toEqual([false, false, true, false])
  budget.closed(slow)
  send(fast, 900)
  expect(fast.isEnded).toBe(false)
})
