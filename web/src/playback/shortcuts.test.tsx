/** The help on the keyboard, beyond the remote. */
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { Shortcuts } from './shortcuts.tsx'

beforeEach(() => {
  setLang('en')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  render(
    <>
      <input aria-label="Title" />
      <Shortcuts />
    </>,
  )
})
afterEach(cleanup)

test('a question mark shows which keys do what, and Close takes it away', async () => {
  fireEvent.keyDown(document.body, { key: '?' })
  expect(await screen.findByText('Move a download in the queue')).toBeTruthy()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Close' })))
  await waitFor(() => expect(screen.queryByText('Move a download in the queue')).toBe(null))
})

test('in a field it is a letter', () => {
  fireEvent.keyDown(screen.getByLabelText('Title'), { key: '?' })
  expect(screen.queryByRole('dialog')).toBe(null)
})
