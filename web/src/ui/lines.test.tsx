/** Two-line messages in toasts and fields. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { EmptyState } from './empty-state.tsx'
import { FieldError } from './field.tsx'
import { Modals, question } from './modal.tsx'
import { toast, Toasts } from './toast.tsx'

afterEach(cleanup)

test('a toast shows its first line as the sentence and the rest below it', async () => {
  render(<Toasts />)
  await act(async () => toast('Failed to bind\nTry again in a moment.'))
  expect(screen.getByText('Failed to bind').tagName).toBe('SPAN')
  expect(screen.getByText('Try again in a moment.').tagName).toBe('SMALL')
})

test('a field has the sentence alone; what would stand below is its tooltip', () => {
  render(<FieldError>{'Couldn’t pair\nFailed to bind'}</FieldError>)
  expect(screen.getByRole('alert').textContent).toBe('Couldn’t pair')
  expect(screen.getByTitle('Failed to bind')).toBeTruthy()
})

test('a face and a dialog have the sentence as their title, and the specification’s below it, once', async () => {
  render(
    <>
      <EmptyState art={null} title={'Couldn’t load\nLoading failed'} />
      <Modals />
    </>,
  )
  expect(screen.getByRole('heading', { name: 'Couldn’t load' })).toBeTruthy()
  expect(screen.getByText('Loading failed').tagName).toBe('P')
  void question({ title: 'Box is offline\nDevice not online', text: 'Check the box.', confirm: 'Sign in\nGo login' })
  expect(await screen.findByRole('alertdialog', { name: 'Box is offline' })).toBeTruthy()
  for (const text of ['Check the box.', 'Device not online']) expect(screen.getAllByText(text)).toHaveLength(1)
  await act(async () => screen.getByRole('button', { name: 'Sign in' }).click())
})

test('one line stays one line', () => {
  render(<FieldError>Add a title</FieldError>)
  expect(screen.getByRole('alert').querySelector('small')).toBe(null)
})
