/** By which address a page reaches its box. */
import { expect, test } from 'vitest'
import { boxAddress } from './browser-features.ts'

const home = new URL('https://nas.local:8743/')
const ticket = 'http://192.168.1.20:8701/file/key'

test('an app from the https port of the box’s home reaches the box there', () => {
  expect(boxAddress(ticket, 8743, home)).toBe('https://nas.local:8743/box/file/key')
  expect(boxAddress('http://192.168.1.20:8701/', 8743, home)).toBe('https://nas.local:8743/box/')
})

test('every other app has the box’s own address', () => {
  expect(boxAddress(ticket, 0, home)).toBe(ticket)
  // By a proxy of the operator's, by http, and of a phone's own files.
  for (const page of ['https://home.example.org/', 'http://nas.local:8743/', 'http://nas.local:8700/', 'https://localhost/'])
    expect(boxAddress(ticket, 8743, new URL(page))).toBe(ticket)
  expect(boxAddress('', 8743, home)).toBe('')
})
