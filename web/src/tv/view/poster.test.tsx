/** Pictures on the TV that the box does not give at once. */
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Picture } from './poster.tsx'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a picture that failed once has its title in its place, and is asked for again', () => {
  const { container } = render(<Picture id="p" missing="Heat" />)
  const image = () => container.querySelector('img')
  fireEvent.error(image() ?? container)
  expect(image()).toBeNull()
  expect(container.textContent).toBe('Heat')
  act(() => void vi.advanceTimersByTime(30_000))
  expect(image()?.getAttribute('src')).toBe('poster/p')
  expect(container.textContent).toBe('')
})
