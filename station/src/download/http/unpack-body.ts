/** Files that a server packed for the way although `identity` was requested (RFC 9110, 8.4). As in browsers, a file that is itself packed stays as it was sent: many servers name its own format as the coding. */
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import type http from 'node:http'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { gunzip } from '../../kit/gunzip.ts'
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw, createZstdDecompress } from 'node:zlib'

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
  ['zstd', createZstdDecompress],
])
const gzipOrDeflate = new Set(['gzip', 'x-gzip', 'deflate'])
const gzipHead = Buffer.from([0x1f, 0x8b])
const packedName = /\.(?:t?gz|taz|svgz|emz|wmz|adz|dz|br|tbr|zst|tzst|z|zz)$/i
const packedType = /^application\/(?:(?:x-)?(?:gzip|gunzip|gzip-compressed|compressed-tar|tgz|gtar|brotli)|zstd)\b/i

/** Text becomes a twentieth at best; what grows more is made to fill the disk. */
const maxGrowth = 20
const alwaysAllowedBytes = 64 * 1024 * 1024

/** The codings of an answer, in the order in which they were applied; undefined where the file is to stay as it is sent. */
export function codingsOf({ headers }: http.IncomingMessage, name: string): string[] | undefined {
  const codings = (headers['content-encoding'] ?? '')
    .toLowerCase()
    .split(',')
    .map((coding) => coding.trim())
    .filter((coding) => coding !== '' && coding !== 'identity')
  if (codings.length === 0 || !codings.every((coding) => decoders.has(coding))) return undefined
  return packedName.test(name) || packedType.test(headers['content-type'] ?? '') ? undefined : codings
}

/** Bytes of the unpacked file; undefined: it is not what its server said, or would grow beyond all measure, and nothing was left. Throws errors of the disk. */
export async function unpackFile(
  { from, to, size }: { from: string; to: string; size: number },
  codings: readonly string[],
  signal: AbortSignal,
): Promise<number | undefined> {
  const most = Math.max(alwaysAllowedBytes, size * maxGrowth)
  const output = createWriteStream(to)
  try {
    const [outer, ...inner] = codings.toReversed()
    const further = inner.map((coding) => decoders.get(coding)?.()).filter((step) => step !== undefined)
    const first = await unpackedOnce(from, outer ?? '')
    let unpacked = 0
    const bound = new Transform({
      transform(chunk: Buffer, _, done) {
        unpacked += chunk.length
        if (unpacked > most) done(new BodyFault())
        else done(null, chunk)
      },
    })
    await pipeline([...first, ...further, bound, output], { signal })
    return unpacked
  } catch (error) {
    await rm(to, { force: true })
    if (isBodyFault(error)) return undefined
    throw error
  }
}

/** By its first bytes: curl takes gzip and zlib for each other, and some send `deflate` without its head (RFC 1950). */
async function unpackedOnce(path: string, coding: string): Promise<(Readable | Transform)[]> {
  const stream = (start: number) => createReadStream(path, { start })
  const other = decoders.get(coding)
  if (other && !gzipOrDeflate.has(coding)) return [stream(0), other()]
  const head = await readAt(path, 0, 2)
  if (head.equals(gzipHead)) return [Readable.from(gunzip({ read: (from, bytes) => readAt(path, from, bytes), stream }))]
  const isZlib = head.length === 2 && ((head[0] ?? 0) & 15) === 8 && head.readUInt16BE(0) % 31 === 0
  return [stream(0), isZlib ? createInflate() : createInflateRaw()]
}

async function readAt(path: string, from: number, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, from)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

class BodyFault extends Error {}

/** Errors of zlib and Zstandard have codes that begin like this. */
const isBodyFault = (error: unknown): boolean =>
  error instanceof BodyFault ||
  (error instanceof Error && 'code' in error && /^(?:Z_|ZSTD_|ERR__ERROR_|ERR_BROTLI_|ERR_ZSTD_)/.test(String(error.code)))
