import { afterEach, expect, test, vi } from 'vitest'
import { createSecondTap, doubleTapMs, ignoreSecondTaps } from './second-tap.ts'

afterEach(() => document.body.replaceChildren())

function taps() {
  let at = 0
  let page = '/a'
  const isSecond = createSecondTap({ now: () => at, page: () => page })
  return (next: { after: number; x?: number; page?: string }) => {
    at += next.after
    page = next.page ?? page
    return isSecond({ x: next.x ?? 100, y: 100 })
  }
}

test('the second tap of two at one place is ignored where the first opened another page', () => {
  const tap = taps()
  expect(tap({ after: 0 })).toBe(false)
  expect(tap({ after: 60, page: '/b', x: 110 })).toBe(true)
  expect(tap({ after: 100 })).toBe(true)
  expect(tap({ after: doubleTapMs })).toBe(false)
})

test.each([
  ['on the same page', { after: 60 }],
  ['elsewhere on the next page', { after: 60, page: '/b', x: 200 }],
  ['later', { after: doubleTapMs + 1, page: '/b' }],
])('a tap %s counts', (_, second) => {
  const tap = taps()
  tap({ after: 0 })
  expect(tap(second)).toBe(false)
})

test('what is ignored reaches nothing on the page; a key that is pressed twice always does', () => {
  vi.spyOn(performance, 'now').mockReturnValue(0)
  const stop = ignoreSecondTaps()
  const pressed = vi.fn()
  const button = document.body.appendChild(document.createElement('button'))
  button.addEventListener('click', pressed)
  const click = (detail: number) =>
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail, clientX: 5, clientY: 5 }))
  location.hash = '#/pages/a?x=1'
  click(1)
  location.hash = '#/pages/a?x=2'
  click(1)
  expect(pressed).toHaveBeenCalledTimes(2)
  location.hash = '#/pages/b'
  expect(click(1)).toBe(false)
  expect(pressed).toHaveBeenCalledTimes(2)
  click(0)
  expect(pressed).toHaveBeenCalledTimes(3)
  stop()
  location.hash = '#/pages/c'
  click(1)
  expect(pressed).toHaveBeenCalledTimes(4)
})
