import { renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useSettledQueries } from './use-settled-queries.ts'

afterEach(() => {
  vi.useRealTimers()
})

const fetching = { isPending: true, fetchStatus: 'fetching', dataUpdatedAt: 0 }
const answered = { isPending: false, fetchStatus: 'idle', dataUpdatedAt: Date.now() }
const keptEarlier = { ...fetching, isPending: false, dataUpdatedAt: performance.timeOrigin - 60_000 }
const refetched = { ...answered, fetchStatus: 'fetching' }
const paused = { ...fetching, fetchStatus: 'paused' }

test.each([
  ['have been answered', [answered, answered]],
  ['are loaded again within a visit', [answered, refetched]],
  ['wait for a network', [answered, paused]],
])('queries that %s are settled at once', (_, queries) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const settled = vi.fn()
  renderHook(() => useSettledQueries(queries, settled))
  vi.advanceTimersByTime(0)
  expect(settled).toHaveBeenCalledOnce()
})

test.each([
  ['that was never answered', fetching],
  ['with an answer of an earlier visit', keptEarlier],
])('a query %s is waited for, but no longer than a second', (_, query) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const settled = vi.fn()
  const { rerender } = renderHook(({ one }) => useSettledQueries([answered, one], settled), { initialProps: { one: query } })
  vi.advanceTimersByTime(999)
  expect(settled).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(settled).toHaveBeenCalledOnce()
  settled.mockClear()
  rerender({ one: answered })
  vi.advanceTimersByTime(0)
  expect(settled).toHaveBeenCalledOnce()
})
