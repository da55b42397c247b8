/** Contrast of the colour pairs, light and dark (WCAG AA). */
import { describe, expect, test, vi } from 'vitest'
import html from '../../index.html?raw'
import css from './tokens.css?raw'

const [light = '', dark = ''] = css.split(/:root\[data-theme=.?dark.?\]/)
const themes = { light: coloursOf(light), dark: coloursOf(dark) }

function coloursOf(block: string): Record<string, string> {
  return Object.fromEntries(
    [...block.matchAll(/--([a-z0-9-]+): (#[0-9A-F]{6})/gi)].map(([, name = '', value = '']) => [name, value]),
  )
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a)
  return (high + 0.05) / (low + 0.05)
}

const grounds = ['paper', 'surface', 'raised', 'well']
const pairs: [string, string, number][] = [
  ...['ink', 'ink-secondary', 'ink-tertiary'].flatMap((word) =>
    grounds.map((ground): [string, string, number] => [word, ground, 4.5]),
  ),
  ...['paper', 'surface', 'raised', 'well'].map((ground): [string, string, number] => ['red', ground, 4.5]),
  ...['ok', 'warn'].flatMap((word) =>
    ['paper', 'surface', 'raised'].map((ground): [string, string, number] => [word, ground, 4.5]),
  ),
  ['warn', 'warn-tint', 4.5],
  ['on-red', 'red-fill', 4.5],
  ['on-red', 'red-press', 4.5],
  ['on-ink', 'ink', 4.5],
  ['edge', 'surface', 3],
  ['edge', 'paper', 3],
  ['edge', 'raised', 3],
  ['red-live', 'well', 3],
  ['red-live', 'paper', 3],
  ['red-live', 'raised', 3],
  ['ink', 'segment', 4.5],
  ['ink-secondary', 'segment', 4.5],
  ['ink', 'press', 4.5],
  ['ink-secondary', 'press', 4.5],
]

describe.each(['light', 'dark'] as const)('the %s theme', (name) => {
  test.each(pairs)('%s can be read on %s', (word, ground, need) => {
    const colours = themes[name]
    expect(contrast(colours[word] ?? '', colours[ground] ?? '')).toBeGreaterThanOrEqual(need)
  })
})

test('dark names every colour that light has', () => {
  expect(Object.keys(themes.dark).toSorted()).toEqual(Object.keys(themes.light).toSorted())
})

test('the theme is set by a file of its own under the keys of kit/storage, and the page has no inline script', async () => {
  expect(html).not.toMatch(/<script(?![^>]*\bsrc=)/)
  expect(html.indexOf('theme.js')).toBeLessThan(html.indexOf('</head>'))
  localStorage.setItem('homeport.theme', JSON.stringify({ v: 1, is: 'dark' }))
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => {} }))
  const file = '../../public/theme.js'
  await import(/* @vite-ignore */ file)
  expect(document.documentElement.dataset['theme']).toBe('dark')
})
