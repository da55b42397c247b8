/** Parsing of pasted links. */
import { expect, test } from 'vitest'
import { sourceOf } from './source.ts'

const hex = 'c9e15763f722f23e98a29decdfae341b98d53056'

test('a magnet is told by its info hash, in hex or base32, in any place', () => {
  expect(sourceOf(` magnet:?xt=urn:btih:${hex.toUpperCase()}&dn=Cosmos+Laundromat `)).toMatchObject({
    kind: 'magnet',
    infoHash: hex,
    name: 'Cosmos Laundromat',
  })
  expect(sourceOf('magnet:?xt=urn:btih:ZHQVOY7XELZD5GFCTXWN7LRUDOMNKMCW')).toMatchObject({ infoHash: hex })
  expect(sourceOf(`magnet:?dn=a&xt=urn:btih:${hex}`)).toMatchObject({ kind: 'magnet', infoHash: hex })
  expect(sourceOf(`magnet:?xt=urn:sha1:abc&xt=urn:btih:${hex}`)).toMatchObject({ kind: 'magnet', infoHash: hex })
  expect(sourceOf(`MAGNET:?xt=urn:btmh:1220${hex}${'0'.repeat(24)}`)).toMatchObject({ kind: 'magnet' })
})

test('of a hybrid magnet the hash of version 1 counts, in whatever order', () => {
  const v2 = `urn:btmh:1220${'ab'.repeat(32)}`
  for (const topics of [`xt=${v2}&xt=urn:btih:${hex}`, `xt=urn:btih:${hex}&dn=a&xt=${v2}`])
    expect(sourceOf(`magnet:?${topics}`)).toMatchObject({ kind: 'magnet', infoHash: hex })
  expect(sourceOf(`magnet:?xt=${v2}`)).toMatchObject({ kind: 'magnet', infoHash: 'ab'.repeat(32) })
})

test('a magnet without a topic is empty, one with a wrong topic is unsupported', () => {
  for (const text of ['magnet:', 'magnet:?', 'magnet:?dn=a', 'magnet:?xt=urn:btih:', 'magnet:?xt='])
    expect(sourceOf(text).kind).toBe('empty_magnet')
  expect(sourceOf('magnet:?xt=urn:btih:1234').kind).toBe('unsupported')
})

test('http and https are links, a .torrent address is told apart', () => {
  expect(sourceOf('https://example.com/a.mkv').kind).toBe('http')
  expect(sourceOf('HTTP://example.com/a.torrent?x=1').kind).toBe('torrent_url')
  expect(sourceOf('http://').kind).toBe('unsupported')
})

test('the other kinds are known by their scheme, the rest is unsupported', () => {
  for (const kind of ['thunder', 'ed2k', 'ftp', 'rtmp', 'mms']) expect(sourceOf(`${kind.toUpperCase()}://x`).kind).toBe(kind)
  for (const text of ['', 'hello', 'javascript:alert(1)', 'file:///etc/passwd', 'C:\\a.mkv'])
    expect(sourceOf(text).kind).toBe('unsupported')
})
