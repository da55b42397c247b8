/** A double tap on a button that sends, where the page leaves at the first tap. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Button } from './button.tsx'

const searched = vi.fn()

/** As the editor does it: Post leaves at once, and the search icon of the page before takes its place. */
function Page({ type }: { type: 'submit' | 'button' }) {
  const [isLeft, leave] = useState(false)
  return isLeft ? (
    <button type="button" onClick={searched}>
      Search
    </button>
  ) : (
    <form onSubmit={(event) => (event.preventDefault(), leave(true))}>
      <Button type={type} onClick={() => type === 'button' && leave(true)}>
        Post
      </Button>
    </form>
  )
}
const tap = (name: string, at: object = {}) =>
  fireEvent.click(screen.getByRole('button', { name }), { detail: 1, clientX: 300, clientY: 40, ...at })

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.runAllTimers()
  vi.useRealTimers()
  searched.mockClear()
})

test('the second tap on Post does not press what has come in its place; a later one does', () => {
  render(<Page type="submit" />)
  tap('Post')
  tap('Search', { clientX: 308, detail: 2 })
  expect(searched).not.toHaveBeenCalled()
  vi.advanceTimersByTime(301)
  tap('Search')
  expect(searched).toHaveBeenCalledTimes(1)
})

test.each([
  ['elsewhere on the next page', 'submit', { clientX: 340, detail: 2 }],
  ['by a key', 'submit', { detail: 0, clientX: 0, clientY: 0 }],
  ['behind a button that only opens something', 'button', { detail: 2 }],
] as const)('a quick press %s counts', (_, type, at) => {
  render(<Page type={type} />)
  tap('Post')
  tap('Search', at)
  expect(searched).toHaveBeenCalledTimes(1)
})
