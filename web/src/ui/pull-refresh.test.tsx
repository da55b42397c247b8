/** Slid down from the top, a page is asked for again. */
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { slide } from '../testing/slide.ts'
import { PullRefresh } from './pull-refresh.tsx'

const refresh = vi.fn(async () => {})
let scrolled: number

beforeEach(() => {
  scrolled = 0
  vi.spyOn(globalThis, 'scrollY', 'get').mockImplementation(() => scrolled)
  render(
    <PullRefresh refresh={refresh}>
      <p>Films</p>
      <button type="button" style={{ touchAction: 'none' }}>
        Move
      </button>
    </PullRefresh>,
  )
})
afterEach(() => {
  cleanup()
  refresh.mockClear()
})

test('a finger that slides far enough down asks again', async () => {
  await slide(screen.getByText('Films'), [100, 100], [100, 120], [104, 260])
  expect(refresh).toHaveBeenCalledTimes(1)
})

const along: [x: number, y: number][] = [
  [100, 100],
  [100, 120],
  [100, 300],
]
test.each([
  {
    how: 'not far enough',
    name: 'Films',
    from: 0,
    points: [
      [100, 100],
      [100, 130],
      [100, 200],
    ] satisfies typeof along,
  },
  {
    how: 'first to the side, as along a shelf',
    name: 'Films',
    from: 0,
    points: [
      [100, 100],
      [130, 110],
      [140, 300],
    ] satisfies typeof along,
  },
  { how: 'from the middle of a page', name: 'Films', from: 40, points: along },
  { how: 'on a grip, which moves its row', name: 'Move', from: 0, points: along },
])('$how it does not', async ({ name, from, points }) => {
  scrolled = from
  await slide(screen.getByText(name), ...points)
  expect(refresh).not.toHaveBeenCalled()
})
