/** Polling of the lists beside pushes, and when the box is back. */
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../kit/session.ts'
import { aDevice, aSignIn } from '../testing/samples.ts'
import { listEveryMs, pollLists } from './poll-lists.ts'
import { pagesKeyOf } from './task-cache.ts'

const box = { ...aDevice, online: 1 }
let client: QueryClient
let reads: number
let stops: (() => void)[]

beforeEach(() => {
  vi.useFakeTimers()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(box)
  client = new QueryClient()
  reads = 0
  const list = new QueryObserver(client, { queryKey: pagesKeyOf(box.devid), queryFn: () => (reads += 1), staleTime: Infinity })
  stops = [list.subscribe(() => {}), pollLists(client)]
})

afterEach(() => {
  stops.forEach((stop) => stop())
  client.clear()
  endSession()
  vi.useRealTimers()
})

test('a list that pushes change each second is read again all the same', async () => {
  await vi.advanceTimersByTimeAsync(0)
  expect(reads).toBe(1)
  for (let passed = 0; passed < listEveryMs; passed += 1_000) {
    client.setQueryData(pagesKeyOf(box.devid), () => 100 + passed)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(reads).toBe(2)
})

test('not while the box is away; at once when it is back, and then at the same pace', async () => {
  setCurrentDevice({ ...box, online: 0 })
  await vi.advanceTimersByTimeAsync(3 * listEveryMs)
  expect(reads).toBe(1)
  setCurrentDevice(box)
  await vi.advanceTimersByTimeAsync(0)
  expect(reads).toBe(2)
  await vi.advanceTimersByTimeAsync(listEveryMs)
  expect(reads).toBe(3)
})

test('ends with its session services', async () => {
  stops.pop()?.()
  await vi.advanceTimersByTimeAsync(3 * listEveryMs)
  expect(reads).toBe(1)
})
