/** The bytes of a torrent file as servers and people send them: some are packed by gzip, whatever was requested. */
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { torrentMaxBytes } from '@homeport/contract/download/download.ts'

const unpack = promisify(gunzip)

/** So many tell whether it may be one. */
export const torrentHeadBytes = 8

/** It begins as a dictionary with a key, or as gzip. */
export const mayBeTorrent = (bytes: Buffer): boolean =>
  isPacked(bytes) || /^d\d{1,2}:[a-z]/.test(bytes.toString('latin1', 0, torrentHeadBytes))

/** Bytes that cannot be unpacked stay as they are; a file that is too large unpacked stays packed, and is refused. */
export async function unpacked(bytes: Buffer): Promise<Buffer> {
  if (!isPacked(bytes)) return bytes
  return unpack(bytes, { maxOutputLength: torrentMaxBytes }).catch(() => bytes)
}

const isPacked = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b
