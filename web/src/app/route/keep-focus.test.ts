/** Where the focus goes when what had it is removed. */
import { waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepFocus } from './keep-focus.ts'

let stop: () => void
const button = () => document.querySelector('button')
const focused = () => document.activeElement?.textContent

beforeEach(() => {
  document.body.innerHTML = '<h1>Series</h1><ul><li>Lamp 3 <button>Get it</button></li><li>Lamp 4 <a href="#4">Play</a></li></ul>'
  stop = keepFocus()
  button()?.focus()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

test('to the link that stands in its row in its place', async () => {
  const link = Object.assign(document.createElement('a'), { href: '#list', textContent: 'On the list' })
  button()?.replaceWith(link)
  await waitFor(() => expect(focused()).toBe('On the list'))
})

test('to the heading where the row is gone, or nothing is left in it to press', async () => {
  document.querySelector('li')?.remove()
  await waitFor(() => expect(focused()).toBe('Series'))
  document.querySelector('a')?.focus()
  document.querySelector('a')?.remove()
  await waitFor(() => expect(focused()).toBe('Series'))
})

test('to the dialog on top, not to a row below it', async () => {
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  dialog.textContent = 'Sheet'
  document.body.append(dialog)
  const link = Object.assign(document.createElement('a'), { href: '#list', textContent: 'On the list' })
  button()?.replaceWith(link)
  await waitFor(() => expect(focused()).toBe('Sheet'))
})
