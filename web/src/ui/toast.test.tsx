/** Duration of a toast, and a toast with a link. */
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { actionMs, toast, toastMs, Toasts } from './toast.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  act(() => {
    vi.runAllTimers()
  })
  cleanup()
  vi.useRealTimers()
})

function pass(ms: number): void {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}

function tell(...args: Parameters<typeof toast>): void {
  act(() => {
    toast(...args)
  })
}

const action = { label: 'Show', href: '#/pages/forum/postings/postdetails?id=1&floor=7' }

function show() {
  render(<Toasts />)
  tell('Reply posted (#7)', action)
  return screen.getByRole('link', { name: 'Show' })
}

test('spec 9: one without an action is gone after two seconds', () => {
  render(<Toasts />)
  tell('Copied')
  pass(toastMs - 1)
  expect(screen.getByText('Copied')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Copied')).toBe(null)
})

test('E66: its action is read aloud with it, leads to its address, and closes it', () => {
  const link = show()
  expect(screen.getByRole('status').textContent).toBe('Reply posted (#7) Show')
  expect(link.getAttribute('href')).toBe(action.href)
  fireEvent.click(link)
  expect(screen.queryByText('Show')).toBe(null)
})

test('with an action it is there long enough to reach it, and goes then', () => {
  show()
  pass(actionMs - 1)
  expect(screen.getByText('Show')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Show')).toBe(null)
})

test.each([
  ['pointed at', (link: HTMLElement) => fireEvent.pointerEnter(link), (link: HTMLElement) => fireEvent.pointerLeave(link)],
  ['in focus', (link: HTMLElement) => link.focus(), (link: HTMLElement) => link.blur()],
])('it does not go while it is %s', (_, hold, release) => {
  const link = show()
  act(() => {
    hold(link)
  })
  pass(actionMs * 3)
  expect(screen.getByText('Show')).toBeTruthy()
  act(() => {
    release(link)
  })
  pass(actionMs)
  expect(screen.queryByText('Show')).toBe(null)
})

test('who comes to it by the keyboard has the whole time from each press of Tab', () => {
  show()
  pass(actionMs - 1)
  fireEvent.keyDown(document.body, { key: 'Tab' })
  pass(actionMs - 1)
  expect(screen.getByText('Show')).toBeTruthy()
  pass(1)
  expect(screen.queryByText('Show')).toBe(null)
})

test('another toast takes the place of one that is held, and goes in its own time', () => {
  const link = show()
  fireEvent.pointerEnter(link)
  tell('Copied')
  pass(toastMs)
  expect(screen.queryByText('Copied')).toBe(null)
})

test('what waits for the end of a toast is done when the app is left, and not after its button', () => {
  const unused = vi.fn()
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    act(() => void document.dispatchEvent(new Event('visibilitychange')))
  }
  render(<Toasts />)
  tell('Removed', { label: 'Undo', run: () => {}, unused })
  turn('visible')
  expect(unused).not.toHaveBeenCalled()
  turn('hidden')
  expect(unused).toHaveBeenCalledOnce()
  expect(screen.queryByText(/Removed/)).toBe(null)
  tell('Removed', { label: 'Undo', run: () => {}, unused })
  act(() => screen.getByRole('button', { name: 'Undo' }).click())
  turn('hidden')
  expect(unused).toHaveBeenCalledOnce()
  visibility.mockRestore()
})
