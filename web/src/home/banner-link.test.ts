import { expect, test } from 'vitest'
import { allowed, hostsOf, hrefOf } from './banner-link.ts'

test('a banner leads into the app, or by the page for foreign addresses out of it, and never runs anything', () => {
  expect(hrefOf('/pages/main/video/index?id=place')).toBe('#/pages/main/video/index?id=place')
  expect(hrefOf('https://club.example/day?a=1&b=2')).toBe(
    '#/pages/main/web_view/index?url=https%3A%2F%2Fclub.example%2Fday%3Fa%3D1%26b%3D2',
  )
  for (const to of ['', 'javascript:alert(1)', 'http://club.example/', '//club.example', 'data:text/html,x'])
    expect(hrefOf(to)).toBe(null)
})

test('only hosts that the operator named are opened, whatever an address pretends', () => {
  const hosts = hostsOf(['https://club.example/day', 'https://club.example/night', '/pages/x', 'http://plain.example/'])
  expect(hosts).toEqual(['club.example'])
  expect(allowed('https://club.example/any?x=1', hosts)).toBe('https://club.example/any?x=1')
  for (const address of [
    'https://club.example.evil.example/',
    'https://evil.example/https://club.example/',
    'https://club.example@evil.example/',
    'https://me:secret@club.example/',
    'https://club.example:8443/',
    'http://club.example/',
    'javascript:alert(1)//club.example',
    'club.example',
    '',
  ])
    expect(allowed(address, hosts), address).toBe(null)
})
