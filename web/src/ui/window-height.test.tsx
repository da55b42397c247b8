/** Sheets and pages end where the window does: in an installed app, and above the keyboard of a phone. jsdom has no keyboard and lays nothing out: the measures of the browser are given here. */
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import overlay from './overlay.module.css?raw'
import { Sheet } from './sheet.tsx'
import tokens from './tokens.css?raw'

const styles = import.meta.glob<string>('../**/*.css', { query: '?raw', import: 'default', eager: true })
const windowPx = 800
const wholeHeight = /\b100(?:d|l|s)?vh\b/

/** The part of the window that is seen. */
class SeenWindow extends EventTarget {
  height = windowPx
  offsetTop = 0
  scale = 1
  change(height: number): void {
    this.height = height
    this.dispatchEvent(new Event('resize'))
  }
}

let seen: SeenWindow
beforeEach(() => {
  seen = new SeenWindow()
  vi.stubGlobal('visualViewport', seen)
  vi.stubGlobal('innerHeight', windowPx)
  // How high the library measures 100svh to be: iOS leaves it as it is while a keyboard is open.
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(windowPx)
})
afterEach(cleanup)

const insetOf = (port: HTMLElement | null | undefined) => port?.style.getPropertyValue('--drawer-keyboard-inset')

test('a sheet with a field ends above the keyboard, and at the end of the window once that is closed', async () => {
  render(
    <Sheet isOpen onClose={() => {}} title="A sheet" closeLabel="Close">
      <input type="text" aria-label="Words" />
    </Sheet>,
  )
  const field = await screen.findByRole('textbox')
  const port = document.querySelector<HTMLElement>('.overlay-sheetPort')
  act(() => field.focus())
  act(() => seen.change(460))
  await waitFor(() => expect(insetOf(port)).toBe('340px'))
  // The phone is turned.
  vi.stubGlobal('innerHeight', 400)
  act(() => seen.change(180))
  await waitFor(() => expect(insetOf(port)).toBe('220px'))
  act(() => field.blur())
  act(() => seen.change(400))
  await waitFor(() => expect(insetOf(port)).toBe('0px'))
})

test('the styles of a sheet leave that room, whatever its height', () => {
  const heights = [...overlay.matchAll(/\.sheet(?:Port|\.tall)? \{[^}]*\}/g)]
    .flatMap(([rule]) => rule.split('\n'))
    .filter((line) => /(?:^|\s)(?:max-)?height: .*--window|padding(?:-bottom)?: .*24px|padding-bottom: var/.test(line))
  const room = heights.filter((line) => !/padding-bottom: 24px/.test(line))
  expect(room.length).toBeGreaterThanOrEqual(5)
  expect(room.filter((line) => !line.includes('var(--drawer-keyboard-inset, 0px)'))).toEqual([])
})

test('the height of the window is one token; where nothing of the browser comes and goes it is all of it', () => {
  const others = Object.entries(styles).filter(([file, css]) => !file.endsWith('tokens.css') && wholeHeight.test(css))
  expect(others.map(([file]) => file)).toEqual([])
  expect(Object.values(styles).filter((css) => css.includes('var(--window)')).length).toBeGreaterThan(5)
  const values = [...tokens.matchAll(/--window: (\w+);/g)].map(([, value]) => value)
  expect(values).toEqual(['100vh', '100dvh', '100vh'])
  expect(tokens).toMatch(/@media \(display-mode: standalone\) \{\s*:root \{\s*--window: 100vh;/)
})
