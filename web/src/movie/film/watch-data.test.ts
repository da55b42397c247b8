/** Marks of what was watched, on a slow line. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { markWatched } from '@homeport/contract/movie/watch-history.ts'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { bodyOf } from '../../testing/server.ts'
import { markAs } from './watch-data.ts'

const requests: { is_watched: string | undefined; answer: () => void }[] = []

beforeEach(() => {
  localStorage.clear()
  requests.length = 0
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    expect(url).toContain(markWatched.path)
    const { is_watched } = Object.fromEntries(bodyOf(request))
    return new Promise<Response>((resolve) =>
      requests.push({ is_watched, answer: () => resolve(new Response(JSON.stringify({ code: Code.ok, msg: '', data: {} }))) }),
    )
  })
})

test('an undo waits for the mark that it takes back, which it could overtake otherwise', async () => {
  const client = new QueryClient()
  const mark = (isWatched: boolean) =>
    new MutationObserver(client, markAs(client, aDevice)).mutate({ id: 'film', isWatched }).catch(() => undefined)
  const both = [mark(true), mark(false)]
  await expect.poll(() => requests.length).toBe(1)
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(requests.map(({ is_watched }) => is_watched)).toEqual(['1'])
  requests[0]?.answer()
  await expect.poll(() => requests.length).toBe(2)
  expect(requests[1]?.is_watched).toBe('0')
  requests[1]?.answer()
  await Promise.all(both)
})
