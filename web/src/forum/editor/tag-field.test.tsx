/** The tag field: at most five tags; one more is refused at the field. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../../kit/lang.ts'
import { TagField } from './tag-field.tsx'

function Host({ first }: { first: string }) {
  const [typed, setTyped] = useState(first)
  return (
    <>
      <TagField typed={typed} onChange={setTyped} />
      <output data-testid="typed">{typed}</output>
    </>
  )
}

beforeEach(() => setLang('en'))
afterEach(cleanup)

const field = () => screen.getByRole('textbox')
const typedNow = () => screen.getByTestId('typed').textContent

test('A18: the sixth tag is refused with the rule at its first letter, and the five stay', () => {
  render(<Host first="a b c d e " />)
  expect(screen.queryByRole('alert')).toBe(null)
  fireEvent.change(field(), { target: { value: 'f' } })
  expect(screen.getByRole('alert').textContent).toMatch(/5/)
  expect(typedNow()).toBe('a b c d e ')
  expect(screen.getByText('5 / 5')).toBeTruthy()
})

test('of many that are pasted the first five are taken; one that is taken away makes room and the rule goes', () => {
  render(<Host first="" />)
  fireEvent.change(field(), { target: { value: 'a b c d e f g' } })
  expect(typedNow()).toBe('a b c d e ')
  expect(screen.getByRole('alert')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: / b$/ }))
  expect(screen.queryByRole('alert')).toBe(null)
  fireEvent.change(field(), { target: { value: 'f' } })
  expect(typedNow()).toBe('a c d e f')
})
