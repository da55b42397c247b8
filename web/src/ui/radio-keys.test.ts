/** The arrow keys in a list of choices. */
import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listenToRadioKeys } from './radio-keys.ts'

let stop: () => void
const focused = () => document.activeElement?.textContent
const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })

beforeEach(() => {
  const tvs = ['Living room', 'Kitchen', 'Phone'].map((name) => `<button role="radio">${name}</button>`)
  document.body.innerHTML = `<div role="radiogroup">${tvs.join('')}</div><button>Play</button>`
  stop = listenToRadioKeys()
  document.querySelector('button')?.focus()
})
afterEach(() => {
  stop()
  document.body.innerHTML = ''
})

test('go from one to the next, and round; none is taken by that', () => {
  let taken = 0
  document.addEventListener('click', () => (taken += 1), { once: true })
  press('ArrowDown')
  expect(focused()).toBe('Kitchen')
  press('ArrowUp')
  press('ArrowUp')
  expect([focused(), taken]).toEqual(['Phone', 0])
})

test('also within a sheet, which lets no key out', () => {
  document.querySelector('[role=radiogroup]')?.addEventListener('keydown', (event) => event.stopPropagation())
  press('ArrowDown')
  expect(focused()).toBe('Kitchen')
})

test('do nothing beside the list', () => {
  document.querySelector<HTMLElement>('button:not([role])')?.focus()
  press('ArrowDown')
  expect(focused()).toBe('Play')
})
