/** Marks of what was watched, on a slow line. */
import { Code } from '@homeport/contract/kit/codes.ts'
import { markWatched, setAside } from '@homeport/contract/movie/watch-history.ts'
import { MutationObserver, QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { setCurrentDevice, startSession } from '../../kit/session.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { bodyOf } from '../../testing/server.ts'
import { markAs, putAside } from './watch-data.ts'

const requests: { path: string; is_watched: string | undefined; answer: () => void }[] = []

beforeEach(() => {
  localStorage.clear()
  requests.length = 0
  startSession(aSignIn)
  setCurrentDevice(aDevice)
  vi.stubGlobal('fetch', (url: string, request: RequestInit) => {
    const path = [markWatched, setAside].find((call) => url.includes(call.path))?.path ?? url
    const { is_watched } = Object.fromEntries(bodyOf(request))
    return new Promise<Response>((resolve) =>
      requests.push({
        path,
        is_watched,
        answer: () => resolve(new Response(JSON.stringify({ code: Code.ok, msg: '', data: { is_aside: true } }))),
      }),
    )
  })
})

test('an undo waits for the mark that it takes back, which it could overtake otherwise', async () => {
  const client = new QueryClient()
  const mark = (isWatched: boolean) =>
    new MutationObserver(client, markAs(client, aDevice)).mutate({ id: 'film', isWatched }).catch(() => undefined)
  const both = [mark(true), mark(false)]
  // A request that waits for nothing comes after where the undo would.
  const aside = new MutationObserver(client, putAside(client, aDevice)).mutate({ id: 'film', isAside: true })
  await expect.poll(() => requests.some(({ path }) => path === setAside.path)).toBe(true)
  const marks = () => requests.filter(({ path }) => path === markWatched.path)
  expect(marks().map(({ is_watched }) => is_watched)).toEqual(['1'])
  for (const { answer } of requests) answer()
  await expect.poll(() => marks().length).toBe(2)
  expect(marks()[1]?.is_watched).toBe('0')
  marks()[1]?.answer()
  await Promise.all([...both, aside])
})
