/** Torrents that other clients bear (libtorrent, aria2, qBittorrent): odd sizes of pieces, padding, links, keys of a wrong kind. */
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { setUpDownloads } from '../../testing/downloads.ts'
import { onEveryProgram } from '../../testing/torrent-programs.ts'
import { bencode } from '../../testing/swarm.ts'
import { parseTorrent, parseTorrentSources } from './parse-torrent.ts'
import { allowedTrackers } from './allowed-trackers.ts'

const fixture = setUpDownloads()
const itFromPeers = onEveryProgram(fixture, { isFromPeers: true })
const hashes = (bytes: number, pieceBytes: number) => Buffer.alloc(20 * Math.ceil(bytes / pieceBytes))
const padding = '_____padding_file_0_若您看到此文件，请升级到BitComet(比特彗星)0.85或以上版本____'

const parse = (info: Parameters<typeof bencode>[0] & object, more: object = {}) => parseTorrent(bencode({ ...more, info }))
const several = (files: { length?: number; path?: unknown; attr?: string; 'path.utf-8'?: unknown }[]) => {
  const total = files.reduce((sum, { length = 0 }) => sum + length, 0)
  // NOTE: what the box reads is whatever a stranger wrote.
  return parse({ name: 'show', 'piece length': 16_384, pieces: hashes(total, 16_384), files } as never)
}

test.each([25_344, 300_000, 1, 128 * 1024 * 1024, 256 * 1024 * 1024])('a piece of %i bytes is taken', (pieceBytes) => {
  const length = Math.min(300, pieceBytes * 3)
  const torrent = parse({ name: 'a', length, 'piece length': pieceBytes, pieces: hashes(length, pieceBytes) })
  expect(torrent.total).toBe(length)
})

test.each([0, -1, 2 ** 31])('a piece of %i bytes is not', (pieceBytes) => {
  expect(() => parse({ name: 'a', length: 10, 'piece length': pieceBytes, pieces: Buffer.alloc(20) })).toThrow('piece length')
})

test('BitComet’s padding is no file, as that of BEP 47', () => {
  const torrent = several([
    { length: 10, path: ['a.mkv'] },
    { length: 16_374, path: [padding] },
    { length: 10, path: ['sub', 'b.mkv'] },
    { length: 16_374, path: ['.pad', '16374'], attr: 'p' },
  ])
  expect(torrent.files.slice(0).map(({ index, path }) => [index, path])).toEqual([
    [1, 'a.mkv'],
    [3, 'sub/b.mkv'],
  ])
  expect([...torrent.files.padding()]).toHaveLength(2)
})

test('a symbolic link without a length is an empty file; other files need theirs', () => {
  const torrent = several([
    { length: 10, path: ['a'] },
    { path: ['b'], attr: 'l' },
  ])
  expect(torrent.files.slice(0).map(({ size }) => size)).toEqual([10, 0])
  expect(() => several([{ length: 10, path: ['a'] }, { path: ['b'] }])).toThrow()
})

test('a key of a wrong kind, and an empty list, do not hide the good one', () => {
  const torrent = several([
    { length: 10, path: ['a.mkv'], 'path.utf-8': [] },
    { length: 5, path: ['b.mkv'], 'path.utf-8': 7 },
  ])
  expect(torrent.files.slice(0).map(({ path }) => path)).toEqual(['a.mkv', 'b.mkv'])
  const info = { name: 'a', 'name.utf-8': 3, length: 10, 'piece length': 16_384, pieces: Buffer.alloc(20) }
  expect(parse(info, { encoding: 5 }).name).toBe('a')
  expect(parse({ ...info, 'name.utf-8': '' }).name).toBe('a')
})

test('trackers are trimmed, and those that no engine speaks to are left out', async () => {
  const tiers = [
    ['wss://t.example:443/a', ' http://127.0.0.1:6969/a\n'],
    ['udp://127.0.0.1:6969', 'ws://t.example/a', 'nonsense'],
  ]
  const info = { name: 'a', length: 10, 'piece length': 16_384, pieces: Buffer.alloc(20) }
  const { trackers } = parseTorrentSources(bencode({ 'announce-list': tiers, info }))
  const rule = { allowPrivate: true, ownPorts: () => [] }
  expect(await Promise.all(trackers.map((tier) => allowedTrackers(tier, rule)))).toEqual([
    ['http://127.0.0.1:6969/a'],
    ['udp://127.0.0.1:6969'],
  ])
})

itFromPeers('a torrent whose pieces are no power of two comes whole', async () => {
  await fixture.open()
  const body = randomBytes(300_000)
  const { magnet } = await fixture.swarm('odd', { 'a.mkv': body }, { pieceBytes: 25_344 })
  const id = await fixture.start(magnet)
  await fixture.isDone(id)
  const hash = (bytes: Buffer | undefined) =>
    createHash('sha256')
      .update(bytes ?? '')
      .digest('hex')
  expect(hash(fixture.box.read('odd/a.mkv'))).toBe(hash(body))
})

// Each tried in libtorrent 2.0.8. aria2 takes none of those that are refused here.
test('trackers that are named twice are those of the first time; a name or list of files twice is refused', () => {
  const info = bencode({ name: 'a', length: 10, 'piece length': 16_384, pieces: Buffer.alloc(20) })
  const top = (body: string) => Buffer.concat([Buffer.from(`d${body}4:info`), info, Buffer.from('e')])
  const twice = top('8:announce18:http://127.0.0.1/a8:announce18:http://127.0.0.1/b')
  expect(parseTorrentSources(twice).trackers).toEqual([['http://127.0.0.1/a']])
  const named = Buffer.from(info.toString('latin1').replace('4:name1:a', '4:name1:a4:name1:b'), 'latin1')
  expect(() => parseTorrent(Buffer.concat([Buffer.from('d4:info'), named, Buffer.from('e')]))).toThrow('twice')
})

test('a list of a hundred levels in a key that nobody reads does no harm', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
  const info = { name: 'a', length: 10, 'piece length': 16_384, pieces: Buffer.alloc(20) }
  // NOTE: what the box reads is whatever a stranger wrote.
  expect(parse(info, { x: nested(90) as never }).name).toBe('a')
  expect(() => parse(info, { x: nested(200) as never })).toThrow('too deep')
})

test.each([
  ['a path that is a string', { length: 10, path: 'a.mkv' }],
  ['a path without a name', { length: 10, path: [] }],
  ['a path with a number', { length: 10, path: ['a', 5] }],
  ['a file without a length', { path: ['a'] }],
  ['a length below nothing', { length: -1, path: ['a'] }],
])('%s is no torrent, as for libtorrent', (_, file) => {
  expect(() => several([file, { length: 10, path: ['b'] }])).toThrow()
})
