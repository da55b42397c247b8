import { expect, test } from 'vitest'
import { createChainCookies } from './chain-cookies.ts'

test('a secure cookie goes by https only, and one whose day is over is gone', () => {
  const cookies = createChainCookies()
  const [secure, plain] = [new URL('https://example.com/'), new URL('http://example.com/')]
  cookies.take(secure, { 'set-cookie': ['a=1; Secure; HttpOnly', 'b=2; expires=Wed, 01 Jan 2200 00:00:00 GMT', 'c=3'] })
  expect([cookies.of(secure), cookies.of(plain)]).toEqual([{ cookie: 'a=1; b=2; c=3' }, { cookie: 'b=2; c=3' }])
  cookies.take(plain, {
    'set-cookie': ['b=; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'c=3; Max-Age=60; Expires=Thu, 01-Jan-70 00:00:00 GMT'],
  })
  expect(cookies.of(plain)).toEqual({ cookie: 'c=3' })
})

// RFC 6265, 5.1.3, 5.1.4, 5.3 and 5.4.
test.each<[string, string, string, string, string]>([
  [
    'all of a domain that it lies in',
    'http://www.example.com/login',
    'a=1; Domain=.Example.com; Path=/',
    'http://dl.example.com/f',
    'a=1',
  ],
  ['that domain itself', 'http://www.example.com/login', 'a=1; domain=example.com; path=/', 'http://example.com/f', 'a=1'],
  ['no domain beside it', 'http://www.example.com/login', 'a=1; Domain=other.com; Path=/', 'http://other.com/f', ''],
  ['no name that only ends alike', 'http://www.example.com/', 'a=1; Domain=example.com; Path=/', 'http://notexample.com/', ''],
  ['no domain below it', 'http://example.com/', 'a=1; Domain=dl.example.com; Path=/', 'http://dl.example.com/', ''],
  ['no whole ending', 'http://example.com/', 'a=1; Domain=com; Path=/', 'http://other.com/', ''],
  ['no part of an address', 'http://192.0.2.1/', 'a=1; Domain=2.1; Path=/', 'http://192.0.2.1/', ''],
  ['its host alone without a domain', 'http://example.com/', 'a=1; Path=/', 'http://dl.example.com/', ''],
  ['the last of two domains', 'http://a.b.com/', 'a=1; Domain=x.com; Domain=b.com; Path=/', 'http://c.b.com/', 'a=1'],
  ['what lies below its path', 'http://example.com/', 'a=1; Path=/dl', 'http://example.com/dl/f', 'a=1'],
  ['no path that only begins alike', 'http://example.com/', 'a=1; Path=/dl', 'http://example.com/dl2', ''],
  ['the folder of its answer', 'http://example.com/x/login', 'a=1', 'http://example.com/x/f', 'a=1'],
  ['no folder above that', 'http://example.com/x/login', 'a=1', 'http://example.com/f', ''],
])('a cookie is for %s', (_, ...[from, line, to, cookie]) => {
  const cookies = createChainCookies()
  cookies.take(new URL(from), { 'set-cookie': [line] })
  expect(cookies.of(new URL(to)).cookie ?? '').toBe(cookie)
})

test('of two cookies of one name each has its path, the longer one first; neither takes the other back', () => {
  const cookies = createChainCookies()
  const url = new URL('http://example.com/dl/f')
  cookies.take(url, { 'set-cookie': ['a=1; Path=/', 'a=2; Path=/dl'] })
  expect(cookies.of(url)).toEqual({ cookie: 'a=2; a=1' })
  cookies.take(url, { 'set-cookie': ['a=; Path=/dl; Max-Age=0'] })
  expect(cookies.of(url)).toEqual({ cookie: 'a=1' })
})
