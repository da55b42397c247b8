import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Badge } from './badge.tsx'

afterEach(cleanup)

test('a badge stops at 99 (spec 9), says the true number to who cannot see it, and is nothing at zero', () => {
  const { rerender, container } = render(<Badge count={120} label="120 unread" />)
  expect(screen.getByText('99').getAttribute('aria-hidden')).toBe('true')
  expect(screen.getByText('120 unread')).toBeTruthy()
  rerender(<Badge count={7} label="7 unread" />)
  expect(screen.getByText('7')).toBeTruthy()
  rerender(<Badge count={0} label="0 unread" />)
  expect(container.textContent).toBe('')
})
