/** The messages that a client without uploads sends to servers and sources, and how their answers are read. Opcodes by their names in the network. */
import type { Address } from '../ed2k-file.ts'
import { Protocol, ProtocolError, type Frame } from './frame.ts'

export const Opcode = {
  // With a server.
  login: 0x01,
  serverStatus: 0x34,
  idChange: 0x40,
  getSources: 0x19,
  foundSources: 0x42,
  // With a source.
  hello: 0x01,
  helloAnswer: 0x4c,
  fileName: 0x58,
  fileNameAnswer: 0x59,
  fileStatus: 0x4f,
  fileStatusAnswer: 0x50,
  noSuchFile: 0x48,
  hashSet: 0x51,
  hashSetAnswer: 0x52,
  startUpload: 0x54,
  acceptUpload: 0x55,
  queueRank: 0x5c,
  outOfParts: 0x57,
  requestParts: 0x47,
  sendingPart: 0x46,
  endOfDownload: 0x49,
  /** Messages of protocol eMule. */
  emuleQueueRank: 0x60,
  compressedPart: 0x40,
  requestPartsLarge: 0xa3,
  sendingPartLarge: 0xa2,
  compressedPartLarge: 0xa1,
} as const

/** Above it offsets have 64 bits. */
const largeFileBytes = 2 ** 32
export const blocksInRequest = 3
const hashBytes = 16
/** Below it an id is not an address: nobody can connect to its client. */
const firstHighId = 2 ** 24
const clientVersion = 0x3c
const nick = 'Homeport'

export type ByteRange = { start: number; end: number }

export const isLarge = (size: number): boolean => size > largeFileBytes
const edonkey = (opcode: number, ...parts: Buffer[]): Frame => ({
  protocol: Protocol.edonkey,
  opcode,
  payload: Buffer.concat(parts),
})

function u8(value: number): Buffer {
  return Buffer.of(value)
}
function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

/** A tag with a number or a text; names are one byte. */
function tag(name: number, value: number | string): Buffer {
  if (typeof value === 'number') return Buffer.concat([u8(3), u16(1), u8(name), u32(value)])
  const text = Buffer.from(value)
  return Buffer.concat([u8(2), u16(1), u8(name), u16(text.length), text])
}

function tags(...list: Buffer[]): Buffer {
  return Buffer.concat([u32(list.length), ...list])
}

/** 20: takes packed frames, names in UTF-8, files above 4 GiB. */
export function loginFrame(userHash: Buffer): Frame {
  const list = tags(tag(0x01, nick), tag(0x11, clientVersion), tag(0x20, 0x0111), tag(0xfb, 0))
  return edonkey(Opcode.login, userHash, u32(0), u16(0), list)
}

export function getSourcesFrame({ hash, size }: { hash: string; size: number }): Frame {
  const length = isLarge(size) ? Buffer.concat([u32(0), u64(size)]) : u32(size)
  return edonkey(Opcode.getSources, Buffer.from(hash, 'hex'), length)
}

/** FA: names in UTF-8, takes packed parts; FE: files above 4 GiB. Port 0: nobody can connect to this client. */
export function helloFrame(userHash: Buffer): Frame {
  const misc = (1 << 28) | (1 << 20)
  const list = tags(tag(0x01, nick), tag(0x11, clientVersion), tag(0xfa, misc), tag(0xfb, 0), tag(0xfe, 1 << 4))
  return edonkey(Opcode.hello, u8(hashBytes), userHash, u32(0), u16(0), list, u32(0), u16(0))
}

/** A message whose only content is the file's hash. */
export function fileFrame(opcode: number, hash: string): Frame {
  return edonkey(opcode, Buffer.from(hash, 'hex'))
}

export function requestPartsFrame({ hash, size }: { hash: string; size: number }, ranges: readonly ByteRange[]): Frame {
  const offset = isLarge(size) ? u64 : u32
  const three = Array.from({ length: blocksInRequest }, (_, at) => ranges[at] ?? { start: 0, end: 0 })
  const payload = [Buffer.from(hash, 'hex'), ...three.map(({ start }) => offset(start)), ...three.map(({ end }) => offset(end))]
  return {
    protocol: isLarge(size) ? Protocol.emule : Protocol.edonkey,
    opcode: isLarge(size) ? Opcode.requestPartsLarge : Opcode.requestParts,
    payload: Buffer.concat(payload),
  }
}

export const isOf = (frame: Frame, protocol: number, opcode: number): boolean =>
  frame.protocol === protocol && frame.opcode === opcode

/** Throws a ProtocolError where the frame is about another file or too short. */
function afterHash({ payload }: Frame, hash: string, leastBytes: number): Buffer {
  if (payload.length < hashBytes + leastBytes) throw new ProtocolError('a frame that is too short')
  if (payload.toString('hex', 0, hashBytes) !== hash) throw new ProtocolError('a frame about another file')
  return payload.subarray(hashBytes)
}

/** The parts that the source has; undefined: all of them. An exact multiple may have a bit for the empty part after the last. */
export function readFileStatus(frame: Frame, { hash, parts }: { hash: string; parts: number }): Uint8Array | undefined {
  const rest = afterHash(frame, hash, 2)
  const count = rest.readUInt16LE(0)
  if (count === 0) return undefined
  const bits = rest.subarray(2)
  if ((count !== parts && count !== parts + 1) || bits.length < Math.ceil(count / 8))
    throw new ProtocolError('a wrong file status')
  return Uint8Array.from({ length: parts }, (_, part) => ((bits[part >> 3] ?? 0) >> (part & 7)) & 1)
}

export function readHashSet(frame: Frame, hash: string): string[] {
  const rest = afterHash(frame, hash, 2)
  const count = rest.readUInt16LE(0)
  if (rest.length < 2 + count * hashBytes) throw new ProtocolError('a wrong hash set')
  return Array.from({ length: count }, (_, at) => rest.toString('hex', 2 + at * hashBytes, 2 + (at + 1) * hashBytes))
}

/** undefined: the frame is no rank. */
export function readRank(frame: Frame): number | undefined {
  if (isOf(frame, Protocol.edonkey, Opcode.queueRank) && frame.payload.length >= 4) return frame.payload.readUInt32LE(0)
  if (isOf(frame, Protocol.emule, Opcode.emuleQueueRank) && frame.payload.length >= 2) return frame.payload.readUInt16LE(0)
  return undefined
}

/** packedBytes: of the whole packed block that these bytes are a piece of; 0 for plain bytes. */
export type PartData = { start: number; bytes: Buffer; packedBytes: number }

/** undefined: the frame carries no bytes of the file. */
export function readPartData(frame: Frame, hash: string): PartData | undefined {
  const { protocol, opcode } = frame
  const isPlain = isOf(frame, Protocol.edonkey, Opcode.sendingPart)
  const isPlainLarge = protocol === Protocol.emule && opcode === Opcode.sendingPartLarge
  const isPacked = isOf(frame, Protocol.emule, Opcode.compressedPart)
  const isPackedLarge = protocol === Protocol.emule && opcode === Opcode.compressedPartLarge
  if (!isPlain && !isPlainLarge && !isPacked && !isPackedLarge) return undefined
  const width = isPlainLarge || isPackedLarge ? 8 : 4
  const isPackedFrame = isPacked || isPackedLarge
  const head = width + (isPackedFrame ? 4 : width)
  const rest = afterHash(frame, hash, head)
  const start = width === 8 ? Number(rest.readBigUInt64LE(0)) : rest.readUInt32LE(0)
  const bytes = rest.subarray(head)
  if (isPackedFrame) return { start, bytes, packedBytes: rest.readUInt32LE(width) }
  const end = width === 8 ? Number(rest.readBigUInt64LE(8)) : rest.readUInt32LE(4)
  if (end - start !== bytes.length) throw new ProtocolError('bytes that do not match their range')
  return { start, bytes, packedBytes: 0 }
}

/** Without those that nobody can connect to. */
export function readSources(payload: Buffer): { hash: string; addresses: Address[] } {
  if (payload.length < hashBytes + 1) throw new ProtocolError('a short list of sources')
  const hash = payload.toString('hex', 0, hashBytes)
  const count = payload.readUInt8(hashBytes)
  const list = payload.subarray(hashBytes + 1)
  const addresses: Address[] = []
  for (let at = 0; at < count && (at + 1) * 6 <= list.length; at += 1) {
    const entry = list.subarray(at * 6, at * 6 + 6)
    const port = entry.readUInt16LE(4)
    if (entry.readUInt32LE(0) >= firstHighId && port > 0) addresses.push({ host: [...entry.subarray(0, 4)].join('.'), port })
  }
  return { hash, addresses }
}
