/** Parses the parts of a .torrent that the box needs: name and files, in the engine's order and numbering; info hash, trackers and web seeds. */
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { isUtf8 } from 'node:buffer'
import { createHash } from 'node:crypto'
import { workName } from '../folder/download-dir.ts'
import { BencodeError, BencodeLimitError, createBencode, type Bencode, type BencodeKind } from './bencode.ts'
import { createNameReader, type NameReader } from './torrent-names.ts'
import { packFiles, PackedFileList } from './packed-file-list.ts'

/** isUtf8: the engine writes the names as they are; others it writes as percent-encoded bytes. */
export type Torrent = { name: string; isMultifile: boolean; files: PackedFileList; total: number; isUtf8: boolean }

/** A .torrent apart from its files; info: the exact bytes that the info hash is computed from. */
export type TorrentSources = { infoHash: string; info: Buffer; trackers: string[][]; webSeeds: string[] }

/** Why a torrent is refused; as reasons of a task. */
export type TorrentFlaw = 'bad_torrent' | 'version_2' | 'torrent_too_large'
export class TorrentError extends Error {
  readonly flaw: TorrentFlaw
  constructor(flaw: TorrentFlaw, message: string) {
    super(message)
    this.flaw = flaw
  }
}

const torrentMaxValues = 1_000_000
const hashBytes = 20
const pieceMaxBytes = 256 * 1024 * 1024
const maxTrackers = 200
const maxWebSeeds = 100
const addressMaxBytes = 2_048
/** Names that would leave the download folder, or meet the box's own work folder. */
const forbiddenParts = new Set(['..', workName])

/** BitComet has no attribute for padding, and marks it by such a name. */
const paddingName = /^_____padding_file_\d+/

/** Other keys are passed over. */
const readKeys = new Set(
  `announce|announce-list|encoding|info|url-list|file tree|files|length|meta version|name|name.utf-8|piece length|pieces|attr|path|path.utf-8`.split(
    '|',
  ),
)

/** Outside of what the info hash is computed from. */
const ownKeys = new Set(['announce', 'announce-list', 'encoding', 'url-list', 'info'])

/** Positions of the values of a dictionary, by key. */
type Dictionary = Map<string, number>

/** Throws a TorrentError if the bytes are no torrent, or if its pieces do not match its files: an engine divides by their length. */
export function parseTorrent(bytes: Buffer): Torrent {
  return read(bytes, (data, top) => torrentOf(data, top))
}

/** Throws a TorrentError if the bytes have no info dictionary. */
export function parseTorrentSources(bytes: Buffer): TorrentSources {
  return read(bytes, (data, top) => sourcesOf(data, top))
}

/** Both, the bytes being read once. */
export function parseWholeTorrent(bytes: Buffer): { torrent: Torrent; sources: TorrentSources } {
  return read(bytes, (data, top) => ({ torrent: torrentOf(data, top), sources: sourcesOf(data, top) }))
}

/** pieceBytes: length of a piece, the last one may be shorter; hashes: of 20 bytes each. */
export type TorrentPieces = { pieceBytes: number; hashes: Buffer }

/** Throws a TorrentError if the bytes have no pieces. */
export function parsePieces(bytes: Buffer): TorrentPieces {
  return read(bytes, (data, top) => {
    const info = dictionaryAt(data, required(top, 'info'))
    return { pieceBytes: data.integerAt(required(info, 'piece length')), hashes: stringAt(data, required(info, 'pieces')) }
  })
}

function read<T>(bytes: Buffer, use: (data: Bencode, top: Dictionary) => T): T {
  if (bytes.length > torrentMaxBytes) throw new TorrentError('torrent_too_large', 'too many bytes')
  try {
    const data = createBencode(bytes, { maxValues: torrentMaxValues })
    return use(data, dictionaryAt(data, 0))
  } catch (error) {
    if (error instanceof BencodeLimitError) throw new TorrentError('torrent_too_large', error.message)
    if (error instanceof BencodeError) throw new TorrentError('bad_torrent', error.message)
    throw error
  }
}

function torrentOf(data: Bencode, top: Dictionary): Torrent {
  const info = dictionaryAt(data, required(top, 'info'))
  requireVersion1(data, info)
  const encodingAt = top.get('encoding')
  const encoding =
    encodingAt !== undefined && data.kindAt(encodingAt) === 'string' ? stringAt(data, encodingAt).toString('latin1') : ''
  const nameAt = nameIn(data, info)
  const listAt = info.get('files')
  if (listAt === undefined || data.kindAt(listAt) !== 'list') {
    const size = sizeAt(data, info)
    requirePieces(data, info, size)
    const bytes = stringAt(data, nameAt)
    return single(
      bytes,
      size,
      createNameReader(() => [bytes], encoding),
    )
  }
  // Where the whole list is UTF-8, each of its strings is UTF-8.
  const isPlain = isUtf8(data.bytes.subarray(listAt, data.endOf(listAt)))
  const names = createNameReader(() => (isPlain ? [stringAt(data, nameAt)] : namesOf(data, nameAt, listAt)), encoding)
  return multiple(data, { nameAt, listAt, info, names })
}

function nameIn(data: Bencode, info: Dictionary): number {
  const isName = (at: number | undefined): at is number => at !== undefined && data.kindAt(at) === 'string'
  const [first, ...others] = [info.get('name.utf-8'), info.get('name')].filter(isName)
  if (first === undefined) throw new TorrentError('bad_torrent', 'no name')
  return [first, ...others].find((at) => stringAt(data, at).length > 0) ?? first
}

/** The bytes of the torrent's name and of each part below it, for each file in the engine's numbering. Throws a TorrentError. */
export function parsePaths(bytes: Buffer): Buffer[][] {
  return read(bytes, (data, top) => {
    const info = dictionaryAt(data, required(top, 'info'))
    const name = stringAt(data, nameIn(data, info))
    const listAt = info.get('files')
    if (listAt === undefined || data.kindAt(listAt) !== 'list') return [[name]]
    return Array.from(data.items(listAt), (fileAt) => [name, ...partsOf(data, dictionaryAt(data, fileAt))])
  })
}

/** A torrent of version 2 only is sound, but no engine of the box supports it. */
function requireVersion1(data: Bencode, info: Dictionary): void {
  if (info.has('pieces')) return
  const versionAt = info.get('meta version')
  const isVersion2 = info.has('file tree') && versionAt !== undefined && data.kindAt(versionAt) === 'integer'
  throw isVersion2 ? new TorrentError('version_2', 'version 2 only') : new TorrentError('bad_torrent', 'no pieces')
}

function single(nameBytes: Buffer, size: number, names: NameReader): Torrent {
  const name = allowedName(names.read(nameBytes))
  const files = packFiles()
  files.add({ path: name, size, isPadding: false })
  return { name, isMultifile: false, files: new PackedFileList(files.done()), total: size, isUtf8: names.isUtf8 }
}

type MultipleDeps = { nameAt: number; listAt: number; info: Dictionary; names: NameReader }

function multiple(data: Bencode, { nameAt, listAt, info, names }: MultipleDeps): Torrent {
  const files = packFiles()
  let total = 0
  for (const fileAt of data.items(listAt)) {
    const file = dictionaryAt(data, fileAt)
    const attributesAt = file.get('attr')
    const attributes = attributesAt !== undefined && data.kindAt(attributesAt) === 'string' ? stringAt(data, attributesAt) : ''
    // BEP 47: a symbolic link has no bytes of its own; it is an empty file here, since no link may lead anywhere.
    const size = attributes.includes('l') && !file.has('length') ? 0 : sizeAt(data, file)
    const parts = [...partsOf(data, file)].map((part) => allowedName(names.read(part)))
    const isPadding = attributes.includes('p') || paddingName.test(parts.at(-1) ?? '')
    files.add({ path: parts.join('/'), size, isPadding })
    total += size
  }
  if (!Number.isSafeInteger(total)) throw new TorrentError('bad_torrent', 'an impossible size')
  requirePieces(data, info, total)
  const name = allowedName(names.read(stringAt(data, nameAt)))
  return { name, isMultifile: true, files: new PackedFileList(files.done()), total, isUtf8: names.isUtf8 }
}

function* namesOf(data: Bencode, nameAt: number, listAt: number): Generator<Buffer> {
  yield stringAt(data, nameAt)
  for (const fileAt of data.items(listAt)) yield* partsOf(data, dictionaryAt(data, fileAt))
}

function* partsOf(data: Bencode, file: Dictionary): Generator<Buffer> {
  const isPath = (at: number | undefined): at is number =>
    at !== undefined && data.kindAt(at) === 'list' && data.endOf(at) !== at + 2
  const pathAt = [file.get('path.utf-8'), file.get('path')].find(isPath)
  if (pathAt === undefined) throw new TorrentError('bad_torrent', 'no path')
  for (const partAt of data.items(pathAt)) yield stringAt(data, partAt)
}

function allowedName(name: string): string {
  if (name.split('/').some((part) => forbiddenParts.has(part))) throw new TorrentError('bad_torrent', 'a forbidden name')
  return name
}

/** One hash for each piece (BEP 3), of any length that the engine's memory bears. */
function requirePieces(data: Bencode, info: Dictionary, total: number): void {
  const lengthAt = required(info, 'piece length')
  const pieceBytes = data.kindAt(lengthAt) === 'integer' ? data.integerAt(lengthAt) : 0
  if (!(pieceBytes > 0 && pieceBytes <= pieceMaxBytes)) throw new TorrentError('bad_torrent', 'an impossible piece length')
  const pieces = stringAt(data, required(info, 'pieces'))
  if (pieces.length !== hashBytes * Math.ceil(total / pieceBytes))
    throw new TorrentError('bad_torrent', 'pieces that do not fit the files')
}

function sourcesOf(data: Bencode, top: Dictionary): TorrentSources {
  const infoAt = required(top, 'info')
  const info = data.bytes.subarray(infoAt, data.endOf(infoAt))
  const [tiersAt, singleAt, seedsAt] = [top.get('announce-list'), top.get('announce'), top.get('url-list')]
  const tiers = tiersAt === undefined ? [] : trackersOf(data, tiersAt)
  const single = singleAt === undefined ? [] : addressesOf(data, singleAt)
  return {
    infoHash: createHash('sha1').update(info).digest('hex'),
    info,
    trackers: tiers.length > 0 || single.length === 0 ? tiers : [single],
    webSeeds: seedsAt === undefined ? [] : addressesOf(data, seedsAt).slice(0, maxWebSeeds),
  }
}

function trackersOf(data: Bencode, tiersAt: number): string[][] {
  if (data.kindAt(tiersAt) !== 'list') return []
  const tiers: string[][] = []
  let remaining = maxTrackers
  for (const tierAt of data.items(tiersAt)) {
    if (remaining <= 0) break
    const tier = addressesOf(data, tierAt).slice(0, remaining)
    remaining -= tier.length
    if (tier.length > 0) tiers.push(tier)
  }
  return tiers
}

/** The addresses in one string, or in a list of strings; overlong ones are left out. */
function addressesOf(data: Bencode, at: number): string[] {
  const addresses: string[] = []
  for (const addressAt of data.kindAt(at) === 'list' ? data.items(at) : [at]) {
    const address = data.kindAt(addressAt) === 'string' ? data.stringAt(addressAt).toString().trim() : ''
    if (address.length > 0 && address.length <= addressMaxBytes) addresses.push(address)
    if (addresses.length >= maxTrackers) break
  }
  return addresses
}

/** A key that comes twice could be read differently by the engine, and ends aria2. */
function dictionaryAt(data: Bencode, at: number): Dictionary {
  if (data.kindAt(at) !== 'dictionary') throw new TorrentError('bad_torrent', 'not a dictionary')
  const positions: Dictionary = new Map()
  for (const [key, valueAt] of data.entries(at)) {
    if (!readKeys.has(key)) continue
    // The engine gets the file written anew, with the first of these (as libtorrent).
    if (positions.has(key) && ownKeys.has(key)) continue
    if (positions.has(key)) throw new TorrentError('bad_torrent', `${key} twice`)
    positions.set(key, valueAt)
  }
  return positions
}

/** Position of the first of these keys. */
function required(dictionary: Dictionary, ...keys: string[]): number {
  for (const key of keys) {
    const at = dictionary.get(key)
    if (at !== undefined) return at
  }
  throw new TorrentError('bad_torrent', `no ${keys.at(-1)}`)
}

function stringAt(data: Bencode, at: number): Buffer {
  requireKind(data, at, 'string')
  return data.stringAt(at)
}

function sizeAt(data: Bencode, dictionary: Dictionary): number {
  const at = required(dictionary, 'length')
  requireKind(data, at, 'integer')
  const size = data.integerAt(at)
  if (!Number.isSafeInteger(size) || size < 0) throw new TorrentError('bad_torrent', 'an impossible size')
  return size
}

function requireKind(data: Bencode, at: number, kind: BencodeKind): void {
  if (data.kindAt(at) !== kind) throw new TorrentError('bad_torrent', `not a ${kind}`)
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
