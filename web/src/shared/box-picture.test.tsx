/** Pictures of the box: what does not come at once comes as soon as it can be had. */
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { endSession, startSession } from '../kit/session.ts'
import { aSignIn } from '../testing/samples.ts'
import { usePicture } from './box-picture.ts'

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  setLang('en')
  startSession(aSignIn)
  vi.stubGlobal('URL', WithObjects)
})
afterEach(() => {
  cleanup()
  endSession()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a picture that the box uploads only after five minutes is shown then, and is asked for no more', async () => {
  let isThere = false
  let requests = 0
  vi.stubGlobal('fetch', async (url: string) => {
    if (!url.includes('/blob/')) return new Response('', { status: 404 })
    requests += 1
    return isThere
      ? new Response('jpeg', { headers: { 'Content-Type': 'application/octet-stream' } })
      : new Response('', { status: 404 })
  })
  const { container } = render(<Shown id="late" />)
  await pass(300_000)
  expect(requests).toBeLessThan(12)
  expect(container.querySelector('img')).toBeNull()
  isThere = true
  await pass(60_000)
  expect(container.querySelector('img')?.getAttribute('src')).toBe('blob:poster')
  const before = requests
  await pass(300_000)
  expect(requests).toBe(before)
})

/** jsdom has no object URLs. */
class WithObjects extends URL {
  static override createObjectURL = () => 'blob:poster'
  static override revokeObjectURL = () => {}
}

async function pass(ms: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(ms))
}

function Shown({ id }: { id: string }) {
  const url = usePicture(id)
  return url === '' ? null : <img src={url} alt="" />
}
