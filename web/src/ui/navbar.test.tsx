/** The buttons of a nav bar. */
import { fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { forward, switchTab } from '../kit/nav/nav.ts'
import { NavBar } from './navbar.tsx'

/** On wide screens it is not shown. */
const home = { name: /Go to Home|回首页/, hidden: true }

beforeEach(() => history.replaceState(null, '', '#/'))

test('near a tab there is Back alone', () => {
  switchTab('/pages/main/user/index')
  forward('/pages/settings')
  const back = vi.fn()
  render(<NavBar title="Settings" backLabel="Back" back={back} />)
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  expect(back).toHaveBeenCalledOnce()
  expect(screen.queryByRole('button', home)).toBeNull()
})

test('a page that a link opened leads home too, and what ends a selection does not', () => {
  const { rerender } = render(<NavBar title="A thread" backLabel="Back" back={() => {}} isClose />)
  expect(screen.queryByRole('button', home)).toBeNull()
  rerender(<NavBar title="A thread" backLabel="Back" back={() => {}} />)
  fireEvent.click(screen.getByRole('button', home))
  expect(location.hash).toBe('#/pages/index/index')
})
