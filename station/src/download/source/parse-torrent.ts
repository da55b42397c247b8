/** Parses the parts of a .torrent that the box needs: name and files, in the engine's order and numbering; info hash, trackers and web seeds. */
import { createHash } from 'node:crypto'

export type TorrentFile = { index: number; path: string; size: number; isPadding: boolean }
export type Torrent = { name: string; isMultifile: boolean; files: TorrentFile[]; total: number }

/** A .torrent apart from its files; info: the exact bytes that the info hash is computed from. */
export type TorrentSources = { infoHash: string; info: Buffer; trackers: string[][]; webSeeds: string[] }

type Bencoded = number | Buffer | Bencoded[] | Map<string, Bencoded>
const deepest = 32
const hashBytes = 20
/** Piece lengths above this do not occur; aria2's arithmetic overflows at four times as much. */
const pieceMaxBytes = 512 * 1024 * 1024

/** Throws if the bytes are no torrent, or if the pieces do not match its files: an engine divides by their length. */
export function parseTorrent(bytes: Buffer): Torrent {
  const info = mapAt(asMap(decode(bytes).value), 'info')
  const name = textAt(info, 'name.utf-8') || textAt(info, 'name')
  const list = info.get('files')
  if (!Array.isArray(list)) {
    const size = sizeAt(info)
    requirePieces(info, size)
    return { name, isMultifile: false, files: [{ index: 1, path: name, size, isPadding: false }], total: size }
  }
  const files = list.map((entry, at) => {
    const file = asMap(entry)
    const parts = file.get('path.utf-8') ?? file.get('path')
    if (!Array.isArray(parts)) throw new Error('a file without a path')
    return { index: at + 1, path: parts.map(text).join('/'), size: sizeAt(file), isPadding: textAt(file, 'attr').includes('p') }
  })
  const total = files.reduce((sum, file) => sum + file.size, 0)
  requirePieces(info, total)
  return { name, isMultifile: true, files, total }
}

/** One hash for each piece (BEP 3); a version 2 torrent has none. */
function requirePieces(info: Map<string, Bencoded>, total: number): void {
  const pieces = info.get('pieces')
  if (pieces === undefined) return
  const pieceBytes = info.get('piece length')
  if (typeof pieceBytes !== 'number' || !(pieceBytes > 0) || pieceBytes > pieceMaxBytes)
    throw new Error('an impossible piece length')
  if (!Buffer.isBuffer(pieces) || pieces.length !== hashBytes * Math.ceil(total / pieceBytes))
    throw new Error('pieces that do not fit the files')
}

/** Throws if the bytes are no torrent that current engines support. */
export function parseTorrentSources(bytes: Buffer): TorrentSources {
  const { value, info } = decode(bytes)
  const map = asMap(value)
  if (!info || !mapAt(map, 'info').has('pieces')) throw new Error('no version 1 torrent')
  const tiers = listOf(map.get('announce-list')).map((tier) => listOf(tier).map(text))
  const single = textAt(map, 'announce')
  const seeds = map.get('url-list')
  return {
    infoHash: createHash('sha1').update(info).digest('hex'),
    info,
    trackers: tiers.length > 0 ? tiers : single === '' ? [] : [[single]],
    webSeeds: Buffer.isBuffer(seeds) ? [text(seeds)] : listOf(seeds).map(text),
  }
}

/** The same torrent with only these sources. */
export function writeTorrent({ info, trackers, webSeeds }: Omit<TorrentSources, 'infoHash'>): Buffer {
  const word = (value: string) => Buffer.concat([Buffer.from(`${Buffer.byteLength(value)}:`), Buffer.from(value)])
  const list = (values: Buffer[]) => Buffer.concat([Buffer.from('l'), ...values, Buffer.from('e')])
  const first = trackers[0]?.[0]
  return Buffer.concat([
    Buffer.from('d'),
    ...(first === undefined ? [] : [word('announce'), word(first)]),
    ...(first === undefined ? [] : [word('announce-list'), list(trackers.map((tier) => list(tier.map(word))))]),
    word('info'),
    info,
    ...(webSeeds.length === 0 ? [] : [word('url-list'), list(webSeeds.map(word))]),
    Buffer.from('e'),
  ])
}

/** info: the raw bytes of the top-level dictionary's "info" entry. */
function decode(bytes: Buffer): { value: Bencoded; info: Buffer | undefined } {
  let at = 0
  let info: Buffer | undefined
  function numberUntil(end: string): number {
    const stop = bytes.indexOf(end, at)
    const digits = stop === -1 || stop - at > 20 ? '' : bytes.toString('latin1', at, stop)
    if (!/^-?\d+$/.test(digits)) throw new Error('not a number')
    at = stop + 1
    return Number(digits)
  }
  function string(): Buffer {
    const length = numberUntil(':')
    if (length < 0 || at + length > bytes.length) throw new Error('a string past the end')
    at += length
    return bytes.subarray(at - length, at)
  }
  function value(depth: number): Bencoded {
    if (depth > deepest) throw new Error('too deep')
    const kind = String.fromCharCode(bytes[at] ?? 0)
    if (kind === 'i') return ((at += 1), numberUntil('e'))
    if (kind !== 'l' && kind !== 'd') return string()
    at += 1
    const list: Bencoded[] = []
    const map = new Map<string, Bencoded>()
    while (bytes[at] !== 0x65) {
      if (at >= bytes.length) throw new Error('no end')
      if (kind === 'l') list.push(value(depth + 1))
      else {
        const key = string().toString('latin1')
        const from = at
        map.set(key, value(depth + 1))
        if (depth === 0 && key === 'info') info = bytes.subarray(from, at)
      }
    }
    at += 1
    return kind === 'l' ? list : map
  }
  return { value: value(0), info }
}

function listOf(value: Bencoded | undefined): Bencoded[] {
  return Array.isArray(value) ? value : []
}

function asMap(value: Bencoded | undefined): Map<string, Bencoded> {
  if (!(value instanceof Map)) throw new Error('not a dictionary')
  return value
}

function mapAt(map: Map<string, Bencoded>, key: string): Map<string, Bencoded> {
  return asMap(map.get(key))
}

function sizeAt(map: Map<string, Bencoded>): number {
  const size = map.get('length')
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) throw new Error('a file without a size')
  return size
}

function textAt(map: Map<string, Bencoded>, key: string): string {
  const value = map.get(key)
  return value === undefined ? '' : text(value)
}

/** Old Chinese torrents use GBK. */
function text(value: Bencoded): string {
  if (!Buffer.isBuffer(value)) throw new Error('not a text')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(value)
  } catch {
    return new TextDecoder('gb18030').decode(value)
  }
}
