/** The torrents that the box reads, and those that it refuses. */
import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { selectionOf } from '@homeport/contract/shape/selection.ts'
import { bencode } from '../../testing/swarm.ts'
import { piecesFor, torrentOfEmptyValues, torrentOfMany, torrentWith } from '../../testing/torrents.ts'
import { parseTorrent, parseTorrentSources, TorrentError } from './parse-torrent.ts'

/** Why it is refused; '' if it is not. */
function flawOf(bytes: Buffer): string {
  try {
    parseTorrent(bytes)
    return ''
  } catch (error) {
    if (error instanceof TorrentError) return error.flaw
    throw error
  }
}

const ofFiles = (names: Buffer[][], more = {}, top = {}): Buffer =>
  bencode({
    ...top,
    info: {
      name: 'folder',
      files: names.map((path) => ({ length: 10, path })),
      'piece length': 65_536,
      pieces: piecesFor(10 * names.length),
      ...more,
    },
  })

describe('the names of a torrent', () => {
  /** 白蛇, 流浪地球.mkv, カメラ.mkv and 電影.mkv in the encodings of their countries. */
  const snake = Buffer.from('b0d7c9df', 'hex')
  const earth = Buffer.from('c1f7c0cbb5d8c7f22e6d6b76', 'hex')
  const camera = Buffer.from('834a838183892e6d6b76', 'hex')
  const movie = Buffer.from('b971bc762e6d6b76', 'hex')

  it('are UTF-8 as they are', () => {
    const torrent = parseTorrent(ofFiles([[Buffer.from('片'), Buffer.from('é.mkv')]], { name: '白蛇' }))
    expect(torrent).toMatchObject({ name: '白蛇', isUtf8: true })
    expect(torrent.files.slice(0)).toEqual([{ index: 1, path: '片/é.mkv', size: 10 }])
  })

  it('in GBK are read so without being told', () => {
    const torrent = parseTorrent(ofFiles([[snake, earth]], { name: snake }))
    expect(torrent).toMatchObject({ name: '白蛇', isUtf8: false })
    expect(torrent.files.slice(0)[0]?.path).toBe('白蛇/流浪地球.mkv')
  })

  it.each([
    ['SHIFT_JIS', camera, 'カメラ.mkv'],
    ['Big5', movie, '電影.mkv'],
    ['GBK', earth, '流浪地球.mkv'],
    ['no-such-encoding', earth, '流浪地球.mkv'],
    ['UTF-8', earth, '流浪地球.mkv'],
  ])('are read by the encoding %s that it names, if they fit', (encoding, name, text) => {
    expect(parseTorrent(ofFiles([[name]], {}, { encoding })).files.slice(0)[0]?.path).toBe(text)
    expect(parseTorrent(torrentWith({ name }, { encoding })).name).toBe(text)
  })

  it('in name.utf-8 and path.utf-8 come first, as the engine has it', () => {
    const files = [{ length: 10, path: [earth], 'path.utf-8': ['流浪地球.mkv'] }]
    const torrent = parseTorrent(ofFiles([], { name: snake, 'name.utf-8': '白蛇', files, pieces: piecesFor(10) }))
    expect(torrent).toMatchObject({ name: '白蛇', isUtf8: true })
    expect(torrent.files.slice(0)[0]?.path).toBe('流浪地球.mkv')
  })

  it('that fit no encoding are still read', () => {
    expect(parseTorrent(torrentWith({ name: Buffer.from([0x61, 0xff, 0xff, 0x62]) })).name).toMatch(/^a.+b$/)
  })
})

describe('the files of a torrent', () => {
  it('keep the engine’s numbering, and padding counts as none', () => {
    const files = [
      { length: 10, path: ['a'] },
      { attr: 'p', length: 6, path: ['.pad', '6'] },
      { length: 20, path: ['b'] },
    ]
    const torrent = parseTorrent(ofFiles([], { files, pieces: piecesFor(36) }))
    expect(torrent.total).toBe(36)
    expect(torrent.files.slice(0).map(({ index }) => index)).toEqual([1, 3])
    expect(torrent.files.slice(1, 2)).toEqual([{ index: 3, path: 'b', size: 20 }])
    expect(torrent.files.sum()).toEqual({ count: 2, bytes: 30 })
    expect(torrent.files.sum(selectionOf('2-9'))).toEqual({ count: 1, bytes: 20 })
    expect(torrent.files.indexes(selectionOf([3, 2]))).toEqual([3])
    expect([torrent.files.count, torrent.files.lastIndex]).toEqual([2, 3])
  })

  it('may be a hundred thousand', () => {
    const { files } = parseTorrent(torrentOfMany(100_000))
    expect(files.slice(99_999)).toEqual([{ index: 100_000, path: 'folder/file-100000.bin', size: 10 }])
    expect(files.sum()).toEqual({ count: 100_000, bytes: 1_000_000 })
  })
})

describe('a torrent is refused', () => {
  const sound = torrentWith({})
  const twice = (key: string, value: string) =>
    Buffer.from(sound.toString('latin1').replace('4:infod', `4:infod${key.length}:${key}${value}`), 'latin1')

  it('not if it is sound', () => expect(flawOf(sound)).toBe(''))

  it.each<[string, Buffer, string]>([
    ['without bytes', Buffer.alloc(0), 'bad_torrent'],
    ['that is text', Buffer.from('<html></html>'), 'bad_torrent'],
    ['that ends in the middle', sound.subarray(0, -5), 'bad_torrent'],
    ['of a string past the end', Buffer.from('d4:infod4:name99:x'), 'bad_torrent'],
    ['of a length of 30 digits', Buffer.from(`d${'9'.repeat(30)}:x`), 'bad_torrent'],
    ['that is deep', Buffer.from('l'.repeat(100_000)), 'bad_torrent'],
    ['with a key without a value', Buffer.from('d4:infoe'), 'bad_torrent'],
    ['without info', bencode({ announce: 'http://a' }), 'bad_torrent'],
    ['with an info of the wrong kind', bencode({ info: ['a'] }), 'bad_torrent'],
    ['without a size', torrentWith({ length: '14' }), 'bad_torrent'],
    ['with a negative size', torrentWith({ length: -14 }), 'bad_torrent'],
    [
      'with a size of 30 digits',
      Buffer.from(sound.toString('latin1').replace('i14e', `i${'9'.repeat(30)}e`), 'latin1'),
      'bad_torrent',
    ],
    ['with a file without a path', ofFiles([[]]), 'bad_torrent'],
    ['with a path of the wrong kind', ofFiles([], { files: [{ length: 10, path: 'a' }], pieces: piecesFor(10) }), 'bad_torrent'],
    ['with a name that climbs', torrentWith({ name: '..' }), 'bad_torrent'],
    ['with a file that climbs', ofFiles([[Buffer.from('..'), Buffer.from('a')]]), 'bad_torrent'],
    ['with a piece length that comes twice', twice('piece length', 'i0e'), 'bad_torrent'],
    ['with pieces that come twice', twice('pieces', '0:'), 'bad_torrent'],
    ['with one piece too many', torrentWith({ pieces: randomBytes(40) }), 'bad_torrent'],
    [
      'of version 2 only',
      bencode({ info: { name: 'x', 'meta version': 2, 'file tree': {}, 'piece length': 16_384 } }),
      'version_2',
    ],
    ['of more than 20 MB', Buffer.concat([sound, Buffer.alloc(20_000_000)]), 'torrent_too_large'],
    ['of more than a million values', torrentOfEmptyValues(1_000_001, 'de'), 'torrent_too_large'],
    ['of more than a million lists', torrentOfEmptyValues(9_000_000, 'le'), 'torrent_too_large'],
  ])('%s', (_, bytes, flaw) => expect(flawOf(bytes)).toBe(flaw))

  it('not if it is a hybrid', () => {
    expect(flawOf(torrentWith({ 'meta version': 2, 'file tree': {} }))).toBe('')
  })
})

describe('the trackers of a torrent', () => {
  it('are read in tiers, or one alone; a flood of them is cut', () => {
    const tiers = [['http://a', 'udp://b'], ['http://c']]
    const withTop = (top: object) => bencode({ ...top, info: { name: 'x' } })
    expect(parseTorrentSources(withTop({ announce: 'http://z', 'announce-list': tiers })).trackers).toEqual(tiers)
    expect(parseTorrentSources(withTop({ announce: 'http://z' })).trackers).toEqual([['http://z']])
    const flood = Array.from({ length: 5_000 }, (_, at) => [`http://${at}.example`])
    expect(parseTorrentSources(withTop({ 'announce-list': flood })).trackers.flat()).toHaveLength(200)
    expect(parseTorrentSources(withTop({ 'announce-list': [['x'.repeat(3_000), 'http://a']] })).trackers).toEqual([['http://a']])
    expect(parseTorrentSources(withTop({ 'url-list': flood.flat() })).webSeeds).toHaveLength(100)
    expect(parseTorrentSources(withTop({ 'url-list': 'http://seed' })).webSeeds).toEqual(['http://seed'])
  })
})
