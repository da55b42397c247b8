/** Below a path of another site the app says that it needs an address of its own. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { setLang } from '../kit/lang.ts'
import { pathOfApp } from '../kit/platform.ts'
import { OwnAddress } from './own-address.tsx'

beforeEach(() => setLang('en'))
afterEach(() => {
  cleanup()
  document.head.replaceChildren()
  history.replaceState(null, '', '/')
})

test.each([
  ['/', '/'],
  ['/index.html', '/'],
  ['/homeport/', '/homeport/'],
  ['/homeport/index.html#/pages/main/home/index', '/homeport/'],
  ['/a/b/?source=pwa', '/a/b/'],
])('%s lies below %s', (address, path) => {
  history.replaceState(null, '', address)
  expect(pathOfApp()).toBe(path)
})

test('where the hosts of the calls are named, it may lie anywhere', () => {
  history.replaceState(null, '', '/homeport/')
  document.head.innerHTML = '<meta name="hosts" content="hosts.json" />'
  expect(pathOfApp()).toBe('/')
})

test('it says so in both languages, with the path', () => {
  render(<OwnAddress path="/homeport/" />)
  expect(screen.getByRole('heading', { level: 1, name: 'Homeport needs an address of its own' })).toBeTruthy()
  expect(screen.getByText(/can’t run below \/homeport\//)).toBeTruthy()
  act(() => setLang('zh'))
  expect(screen.getByRole('heading', { level: 1, name: '需要独立的地址' })).toBeTruthy()
})
