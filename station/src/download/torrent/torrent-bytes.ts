/** The bytes of a torrent file as servers and people send them: some are packed whatever was requested, some have a mark of their text before them. */
import { promisify } from 'node:util'
import { brotliDecompress, inflate, zstdDecompress } from 'node:zlib'
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'
import { gunzipBytes } from '../../kit/gunzip.ts'

type Unpack = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

/** By the bytes that each begins with. */
const byHead: [Buffer, Unpack][] = [
  [Buffer.from([0x1f, 0x8b]), gunzipBytes],
  [Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), promisify(zstdDecompress)],
]
/** These begin as anything; only their server tells (RFC 9110, 8.4). */
const byCoding = new Map<string, Unpack>([
  ['br', promisify(brotliDecompress)],
  ['deflate', promisify(inflate)],
])
/** A torrent is packed for the way, and was packed before. */
const maxLayers = 2

/** So many tell whether it may be one. */
export const torrentHeadBytes = 16

/** It begins as a dictionary with a key, or as something packed. */
export const mayBeTorrent = (bytes: Buffer): boolean => {
  const own = withoutMark(bytes)
  return unpackOf(own) !== undefined || /^d\d{1,4}:/.test(own.toString('latin1', 0, torrentHeadBytes))
}

/** Bytes that cannot be unpacked stay as they are; a file that is too large unpacked stays packed, and is refused. */
export async function unpacked(given: Buffer): Promise<Buffer> {
  let bytes = withoutMark(given)
  for (let layer = 0; layer < maxLayers; layer += 1) {
    const unpack = unpackOf(bytes)
    if (!unpack) break
    bytes = withoutMark(await unpack(bytes, { maxOutputLength: torrentMaxBytes }).catch(() => bytes))
  }
  return bytes
}

/** coding: of the answer. undefined: the bytes tell by themselves. */
export function unpackCoding(coding: string | undefined): ((bytes: Buffer) => Promise<Buffer>) | undefined {
  const unpack = byCoding.get(coding?.trim().toLowerCase() ?? '')
  return unpack && ((bytes) => unpack(bytes, { maxOutputLength: torrentMaxBytes }).catch(() => bytes))
}

const unpackOf = (bytes: Buffer): Unpack | undefined => byHead.find(([head]) => bytes.subarray(0, head.length).equals(head))?.[1]

/** A byte order mark, and empty lines that a script wrote before it. */
function withoutMark(bytes: Buffer): Buffer {
  const from = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0
  let at = from
  while (at < from + 8 && (bytes[at] === 0x0a || bytes[at] === 0x0d || bytes[at] === 0x20)) at += 1
  return bytes.subarray(at)
}
