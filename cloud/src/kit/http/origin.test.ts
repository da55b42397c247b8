import { expect, test } from 'vitest'
import { isHostAllowed, isOriginAllowed } from './origin.ts'

const list = { names: ['nas'], origins: ['https://home.example.org', 'https://app.example.com', 'http://nas.lan:8700'] }

test.each([
  '192.168.1.5:8700',
  '[fe80::1]:8700',
  '127.0.0.1',
  'localhost:8700',
  'nas.local:8700',
  'nas:8700',
  'nas.lan:8700',
  'home.example.org',
  'HOME.example.org:443',
])('%s may be the Host', (host) => {
  expect(isHostAllowed(list, host)).toBe(true)
})

test.each([
  undefined,
  '',
  'evil.example',
  'home.example.org.evil.example',
  'localhost.evil.example',
  'a b',
  'nas/../x',
  'user@nas',
  '127.0.0.1.evil.example',
])('%s may not be the Host', (host) => {
  expect(isHostAllowed(list, host)).toBe(false)
})

test.each([
  [undefined, '192.168.1.5:8700'],
  ['http://192.168.1.5:8700', '192.168.1.5:8700'],
  ['http://nas.local', 'nas.local:80'],
  ['http://localhost:8700', 'localhost:8700'],
  ['http://nas:8700', 'nas:8700'],
  ['http://nas.lan:8700', 'nas.lan:8700'],
  ['https://home.example.org', 'home.example.org'],
  ['https://home.example.org', '10.0.0.2:8700'],
  ['https://app.example.com', 'home.example.org'],
  ['capacitor://localhost', 'home.example.org'],
  ['https://localhost', 'home.example.org'],
])('a page of %s may ask %s', (origin, host) => {
  expect(isOriginAllowed(list, origin, host)).toBe(true)
})

test.each([
  ['null', '192.168.1.5:8700'],
  ['', '192.168.1.5:8700'],
  ['http://192.168.1.6:8700', '192.168.1.5:8700'],
  ['http://192.168.1.5:9000', '192.168.1.5:8700'],
  ['http://other.local:8700', 'nas.local:8700'],
  ['http://localhost:3000', 'localhost:8700'],
  ['https://evil.example', 'home.example.org'],
  ['https://app.example.com.evil.example', 'home.example.org'],
  ['http://app.example.com', 'home.example.org'],
  ['file://', '127.0.0.1:8700'],
  ['http://nas:9000', 'nas:8700'],
  ['http://evil.example', 'evil.example'],
])('a page of %s may not ask %s', (origin, host) => {
  expect(isOriginAllowed(list, origin, host)).toBe(false)
})
