import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstRetryMs, loadPart, loadUntilThere, longestRetryMs, watchStyles } from './lazy-part.ts'
import { reach } from './reachability.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
})

test('a part that does not load is tried again with growing waits, until it is there', async () => {
  let isThere = false
  const tries: number[] = []
  const begin = Date.now()
  const load = async () => {
    tries.push(Date.now() - begin)
    if (!isThere) throw new Error('no network')
    return 'part'
  }
  const part = loadUntilThere(load)
  await vi.advanceTimersByTimeAsync(firstRetryMs * 7)
  expect(tries).toEqual([0, firstRetryMs, firstRetryMs * 3, firstRetryMs * 7])
  isThere = true
  await vi.advanceTimersByTimeAsync(longestRetryMs)
  expect(await part).toBe('part')
})

test('when the cloud answers again it is tried at once', async () => {
  let onHealed = () => {}
  vi.spyOn(reach, 'onHealed').mockImplementation((listener) => {
    onHealed = listener
    return () => true
  })
  const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('no network')).mockResolvedValue('part')
  const part = loadUntilThere(load)
  await vi.advanceTimersByTimeAsync(1)
  expect(load).toHaveBeenCalledTimes(1)
  onHealed()
  expect(await part).toBe('part')
})

test('a stylesheet that did not load is loaded before the part that needs it is shown', async () => {
  watchStyles()
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/part.css' })
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  const load = vi.fn(async () => 'part')
  const first = loadPart(load)
  expect(load).not.toHaveBeenCalled()
  const again = document.head.querySelector('link')
  expect(again).not.toBe(link)
  expect(again?.getAttribute('href')).toBe('/part.css')
  again?.dispatchEvent(new Event('error'))
  await expect(first).rejects.toThrow('/part.css')
  const second = loadPart(load)
  document.head.querySelector('link')?.dispatchEvent(new Event('load'))
  expect(await second).toBe('part')
  expect(document.head.querySelectorAll('link')).toHaveLength(1)
})

test('a picture that could not be fetched ahead, or is gone from the page, stops no part', async () => {
  watchStyles()
  const link = Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'image', href: '/picture.jpg' })
  document.head.append(link)
  link.dispatchEvent(new Event('error'))
  link.remove()
  expect(await loadPart(async () => 'part')).toBe('part')
})
