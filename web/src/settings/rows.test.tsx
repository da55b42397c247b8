/** The settings of this phone. */
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { setTheme } from '../kit/theme.ts'
import { ThemeSegments } from './rows.tsx'

/** As index.html does before anything else. */
function loadPage(): void {
  delete document.documentElement.dataset['theme']
  const script = document.createElement('script')
  script.textContent = readFileSync(`${import.meta.dirname}/../../public/theme.js`, 'utf8')
  document.head.append(script)
}
const shown = () => document.documentElement.dataset['theme']

beforeEach(() => {
  localStorage.clear()
  setLang('en')
  setTheme('system')
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
})
afterEach(() => {
  cleanup()
  setTheme('system')
})

test('the look follows the choice, and holds after a reload', () => {
  loadPage()
  expect(shown()).toBe('light')
  render(<ThemeSegments />)
  fireEvent.click(screen.getByRole('tab', { name: 'Dark' }))
  expect(shown()).toBe('dark')
  loadPage()
  expect(shown()).toBe('dark')
  fireEvent.click(screen.getByRole('tab', { name: 'Light' }))
  expect(shown()).toBe('light')
})
