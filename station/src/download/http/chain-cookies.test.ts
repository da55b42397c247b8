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
