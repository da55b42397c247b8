/** A page of an earlier build asks for a part that is gone: the server says so, or answers with the app's page in its place, as proxies do. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isPageQuiet } from '../app/quiet-moment.ts'
import { loadUntilThere, longestRetryMs, setPartFailed } from '../kit/lazy-part.ts'
import { createNewBuild } from './new-build.ts'

const hourMs = 3_600_000
const page = '<!doctype html><title>Homeport</title>'
/** The answer for build.json; undefined: there is no network. */
let answer: string | undefined
let tried: string
const reload = vi.fn<() => void>()

beforeEach(() => {
  vi.useFakeTimers()
  tried = ''
  reload.mockReset()
  document.body.replaceChildren()
})
afterEach(() => {
  setPartFailed(() => {})
  vi.useRealTimers()
})

/** The open page, which asks for its part again and again, and counts that. */
function openOldPage(): { count: number } {
  const requests = { count: 0 }
  const build = createNewBuild({
    own: 'old',
    read: async () => {
      if (answer === undefined) throw new TypeError('Failed to fetch')
      return answer
    },
    isQuiet: async () => isPageQuiet(),
    reload,
    tried: { get: () => tried, set: (next) => (tried = next) },
    isShown: () => true,
    now: () => Date.now(),
  })
  setPartFailed(build.partFailed)
  // Browsers refuse a script of the type text/html as they do one that is not there.
  void loadUntilThere(async () => {
    requests.count += 1
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  return requests
}

test('it reloads once, and not again where that did not bring the newer build', async () => {
  answer = JSON.stringify({ build: 'new' })
  openOldPage()
  await vi.advanceTimersByTimeAsync(longestRetryMs)
  expect(reload).toHaveBeenCalledTimes(1)
  const requests = openOldPage()
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(requests.count).toBeGreaterThan(100)
  expect(reload).toHaveBeenCalledTimes(1)
})

test('what is typed stays: it reloads once that is sent', async () => {
  answer = JSON.stringify({ build: 'new' })
  document.body.innerHTML = '<textarea>Dear</textarea>'
  openOldPage()
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(reload).not.toHaveBeenCalled()
  document.body.replaceChildren()
  await vi.advanceTimersByTimeAsync(longestRetryMs)
  expect(reload).toHaveBeenCalledTimes(1)
})

test.each([
  ['without a network', undefined],
  ['where a proxy answers everything with the page', page],
  ['where the server has no newer build', JSON.stringify({ build: 'old' })],
])('%s it does not reload, and goes on asking', async (_, next) => {
  answer = next
  const requests = openOldPage()
  await vi.advanceTimersByTimeAsync(hourMs)
  expect(requests.count).toBeGreaterThan(100)
  expect(reload).not.toHaveBeenCalled()
})
