/** Two-line messages in toasts and fields. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { FieldError } from './field.tsx'
import { toast, Toasts } from './toast.tsx'

afterEach(cleanup)

test('a toast shows its first line as the sentence and the rest below it', async () => {
  render(<Toasts />)
  await act(async () => toast('Failed to bind\nTry again in a moment.'))
  expect(screen.getByText('Failed to bind').tagName).toBe('SPAN')
  expect(screen.getByText('Try again in a moment.').tagName).toBe('SMALL')
})

test('a field says what is wrong, and below it what to do; both are read aloud as one alert', () => {
  render(<FieldError>{'Password length 6-32\nUse 6 to 32 characters.'}</FieldError>)
  expect(screen.getByRole('alert').textContent).toBe('Password length 6-32 Use 6 to 32 characters.')
})

test('one line stays one line', () => {
  render(<FieldError>Add a title</FieldError>)
  expect(screen.getByRole('alert').querySelector('small')).toBe(null)
})
