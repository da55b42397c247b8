/** Links that are typed while others are sent. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { startSession } from '../../kit/session.ts'
import { aDevice, aSignIn } from '../../testing/samples.ts'
import { useNewLinks } from './use-new-links.ts'

const sending = vi.hoisted((): { url: string; end: (isRefused?: boolean) => void }[] => [])
vi.mock('../data.ts', async (original) => ({
  ...(await original<object>()),
  start: ({ url }: { url: string }) =>
    new Promise<void>((resolve, reject) =>
      sending.push({ url, end: (isRefused) => (isRefused === true ? reject(new Error('refused')) : resolve()) }),
    ),
}))
vi.mock('./known-tasks.ts', () => ({ useKnownTasks: () => [] }))

const [one, two, three] = ['http://a.example/1.mkv', 'http://a.example/2.mkv', 'http://a.example/3.mkv']

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  sending.length = 0
})
afterEach(cleanup)

function open() {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
  )
  return renderHook(() => useNewLinks(aDevice, { kinds: null, isOpen: true }), { wrapper }).result
}

test('stay where those that were sent leave, and the sheet is not done', async () => {
  const links = open()
  act(() => links.current.change(`${one}\n${two}`))
  let isDone: boolean | undefined
  act(() => void links.current.send({}).then((answer) => (isDone = answer)))
  await expect.poll(() => sending.length).toBe(1)
  act(() => links.current.change(`${one}\n${two}\n${three}`))
  await act(async () => sending[0]?.end())
  await expect.poll(() => sending.length).toBe(2)
  await act(async () => sending[1]?.end())
  await expect.poll(() => isDone).toBe(false)
  expect(links.current.text).toBe(three)
})

test('one that is refused stays, and with nothing left the sheet is done', async () => {
  const links = open()
  act(() => links.current.change(`${one}\n${two}`))
  const answers: boolean[] = []
  act(() => void links.current.send({}).then((answer) => answers.push(answer)))
  await expect.poll(() => sending.length).toBe(1)
  await act(async () => sending[0]?.end(true))
  await expect.poll(() => sending.length).toBe(2)
  await act(async () => sending[1]?.end())
  await expect.poll(() => answers).toEqual([false])
  expect(links.current.text).toBe(one)
  act(() => links.current.change(two))
  act(() => void links.current.send({}).then((answer) => answers.push(answer)))
  await expect.poll(() => sending.length).toBe(3)
  await act(async () => sending[2]?.end())
  await expect.poll(() => answers).toEqual([false, true])
})
