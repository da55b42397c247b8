/** Frames of the eDonkey network: protocol, u32 length of what follows, opcode, payload. All integers are little-endian. */
import { promisify } from 'node:util'
import { inflate } from 'node:zlib'

export const Protocol = { edonkey: 0xe3, emule: 0xc5, packed: 0xd4 } as const
export type Frame = { protocol: number; opcode: number; payload: Buffer }

/** The other side does not speak the protocol, or sends what it may not. */
export class ProtocolError extends Error {}

const lengthBytes = 4
const headerBytes = 1 + lengthBytes
const unpack = promisify<Buffer, { maxOutputLength: number }, Buffer>(inflate)

export function encodeFrame({ protocol, opcode, payload }: Frame): Buffer {
  const header = Buffer.alloc(headerBytes + 1)
  header.writeUInt8(protocol, 0)
  header.writeUInt32LE(payload.length + 1, 1)
  header.writeUInt8(opcode, headerBytes)
  return Buffer.concat([header, payload])
}

/** maxBytes: of a frame's opcode and payload, packed or not; a longer one is a ProtocolError before any of it is kept. */
export async function* readFrames(chunks: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Frame> {
  const header = Buffer.alloc(headerBytes)
  let body: Buffer | undefined
  let filled = 0
  for await (const chunk of chunks) {
    for (let at = 0; at < chunk.length;) {
      const target: Buffer = body ?? header
      const copied = chunk.copy(target, filled, at)
      at += copied
      filled += copied
      if (filled < target.length) continue
      filled = 0
      if (body) yield await decodeFrame(header.readUInt8(0), body, maxBytes)
      body = body ? undefined : Buffer.allocUnsafe(bodyLengthOf(header, maxBytes))
    }
  }
}

function bodyLengthOf(header: Buffer, maxBytes: number): number {
  const protocol = header.readUInt8(0)
  const length = header.readUInt32LE(1)
  const isKnown = protocol === Protocol.edonkey || protocol === Protocol.emule || protocol === Protocol.packed
  if (!isKnown) throw new ProtocolError(`a frame of protocol ${protocol}`)
  if (length < 1 || length > maxBytes) throw new ProtocolError(`a frame of ${length} bytes`)
  return length
}

async function decodeFrame(protocol: number, body: Buffer, maxBytes: number): Promise<Frame> {
  const [opcode, payload] = [body.readUInt8(0), body.subarray(1)]
  if (protocol !== Protocol.packed) return { protocol, opcode, payload }
  return { protocol: Protocol.emule, opcode, payload: await maxInflate(payload, maxBytes) }
}

/** Throws a ProtocolError where the bytes are no zlib stream or grow above maxBytes. */
export async function maxInflate(bytes: Buffer, maxBytes: number): Promise<Buffer> {
  try {
    return await unpack(bytes, { maxOutputLength: maxBytes })
  } catch (error) {
    throw new ProtocolError(`packed bytes that cannot be unpacked: ${String(error)}`)
  }
}
