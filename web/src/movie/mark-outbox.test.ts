/** Favourites and watched marks that were set without a network are sent once there is one, the last tap alone. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { endSession, setCurrentDevice, startSession } from '../kit/session.ts'
import { useIndexedDb } from '../testing/indexed-db.ts'
import { ok, serve } from '../testing/server.ts'
import { aDevice, aSignIn } from '../testing/samples.ts'
import { sendMark, startMarkOutbox } from './mark-outbox.ts'
import { hasPendingMarks } from './pending-marks.ts'

const client = new QueryClient()
const heart = (film: string, isOn: boolean) => sendMark(client, { devid: 'D1', film, season: null, kind: 'favorite', isOn })

beforeEach(() => {
  useIndexedDb()
  vi.useFakeTimers()
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  setCurrentDevice(aDevice)
})
afterEach(async () => {
  endSession()
  await vi.advanceTimersByTimeAsync(60_000)
  vi.useRealTimers()
})

const settle = () => vi.advanceTimersByTimeAsync(2_000)
const favorites = (server: ReturnType<typeof serve>) =>
  server.of('/movie/favorite/save').map(({ id, is_favorite }) => `${id} ${is_favorite === '1'}`)

test('with a network a mark is sent at once, and a refusal is told to who set it', async () => {
  const server = serve({
    '/movie/favorite/save': ({ id }) => (id === 'gone' ? { code: Code.notFound, msg: 'Not found' } : ok({ is_favorite: true })),
  })
  await heart('F1', true)
  expect(favorites(server)).toEqual(['F1 true'])
  await expect(heart('gone', true)).rejects.toThrow()
  expect(await hasPendingMarks()).toBe(false)
})

test('without one it waits, over a reload too; then the last tap is sent, and nothing twice', async () => {
  serve({})
  await heart('F1', true)
  await heart('F2', true)
  await heart('F1', false)
  await settle()
  expect(await hasPendingMarks()).toBe(true)
  const server = serve({ '/movie/favorite/save': () => ok({ is_favorite: true }) })
  startMarkOutbox(client)
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(favorites(server)).toEqual(['F2 true', 'F1 false'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(favorites(server)).toEqual(['F2 true', 'F1 false'])
})

test('one whose film is gone by then holds up nothing', async () => {
  serve({})
  await heart('gone', true)
  await heart('F3', true)
  const server = serve({
    '/movie/favorite/save': ({ id }) => (id === 'gone' ? { code: Code.notFound, msg: 'Not found' } : ok({ is_favorite: true })),
  })
  window.dispatchEvent(new Event('online'))
  await settle()
  expect(favorites(server)).toEqual(['gone true', 'F3 true'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(favorites(server)).toEqual(['gone true', 'F3 true'])
})
