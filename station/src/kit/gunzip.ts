/** Unpacks gzip as browsers do (RFC 1952): members follow each other, and what stands behind the last one is left. Without its last bytes a member is whole too. */
import { Readable } from 'node:stream'
import { crc32, createInflateRaw } from 'node:zlib'

/** The head of a member has the file's name and a comment. */
const headMaxBytes = 4_096
/** A file of more is none that was packed for the way. */
const maxMembers = 10_000
const footerBytes = 8

/** read: up to so many bytes from this position on. stream: all from there on. */
export type PackedBytes = { read: (from: number, bytes: number) => Promise<Buffer>; stream: (from: number) => Readable }

/** The code is one of zlib, as of other errors of packed bytes. */
class NoGzip extends Error {
  readonly code = 'Z_DATA_ERROR'
}

/** Throws errors with codes of zlib, and those of the source. */
export async function* gunzip({ read, stream }: PackedBytes): AsyncGenerator<Buffer> {
  let at = 0
  for (let members = 0; ; members += 1) {
    const head = headLengthOf(await read(at, headMaxBytes))
    if (head === undefined && members > 0) return
    if (head === undefined || members === maxMembers) throw new NoGzip('no member of gzip')
    const inflate = createInflateRaw()
    const source = stream(at + head)
    source.once('error', (error) => inflate.destroy(error))
    source.pipe(inflate)
    let crc = 0
    try {
      for await (const chunk of inflate as AsyncIterable<Buffer>) {
        crc = crc32(chunk, crc)
        yield chunk
      }
    } finally {
      source.destroy()
    }
    at += head + inflate.bytesWritten
    const footer = await read(at, footerBytes)
    if (footer.length >= 4 && footer.readUInt32LE(0) !== crc) throw new NoGzip('the check sum is another')
    at += footerBytes
  }
}

/** Throws ERR_BUFFER_TOO_LARGE as zlib does. */
export async function gunzipBytes(bytes: Buffer, { maxOutputLength }: { maxOutputLength: number }): Promise<Buffer> {
  const parts: Buffer[] = []
  let remaining = maxOutputLength
  const source: PackedBytes = {
    read: async (from, count) => bytes.subarray(from, from + count),
    stream: (from) => Readable.from([bytes.subarray(from)]),
  }
  for await (const part of gunzip(source)) {
    remaining -= part.length
    if (remaining < 0) throw Object.assign(new Error('unpacked it is too large'), { code: 'ERR_BUFFER_TOO_LARGE' })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/** undefined: it is none. */
function headLengthOf(bytes: Buffer): number | undefined {
  if (bytes.length < 10 || bytes[0] !== 0x1f || bytes[1] !== 0x8b || bytes[2] !== 8) return undefined
  const flags = bytes[3] ?? 0
  let at = 10
  if (flags & 4) at += 2 + (bytes.length >= at + 2 ? bytes.readUInt16LE(at) : 0)
  for (const text of [8, 16]) if (flags & text) at = bytes.indexOf(0, at) + 1 || headMaxBytes + 1
  if (flags & 2) at += 2
  return at <= bytes.length ? at : undefined
}
