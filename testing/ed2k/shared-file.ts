/** For tests: a file as the peers of the eDonkey network share it, with its hashes and its link. */
import { md4 } from './md4.ts'

export const partBytes = 9_728_000

/** read: any range of it. */
export type SharedFile = {
  name: string
  size: number
  hash: Buffer
  partHashes: Buffer[]
  read: (start: number, end: number) => Buffer
}

export function shareBytes(name: string, bytes: Buffer): SharedFile {
  const count = Math.ceil(bytes.length / partBytes)
  const partHashes = Array.from({ length: count }, (_, part) => md4(bytes.subarray(part * partBytes, (part + 1) * partBytes)))
  return { name, size: bytes.length, ...hashesOf(partHashes, bytes.length), read: (start, end) => bytes.subarray(start, end) }
}

/** Zeros, but for `tail` at its end. */
export function shareZeros(name: string, size: number, tail: Buffer): SharedFile {
  const count = Math.ceil(size / partBytes)
  const read = (start: number, end: number) => {
    const bytes = Buffer.alloc(end - start)
    const tailAt = size - tail.length
    if (end > tailAt) tail.copy(bytes, Math.max(0, tailAt - start), Math.max(0, start - tailAt), end - tailAt)
    return bytes
  }
  const zeros = md4(Buffer.alloc(partBytes))
  const partHashes = Array.from({ length: count }, (_, part) => {
    const [start, end] = [part * partBytes, Math.min(size, (part + 1) * partBytes)]
    return end - start === partBytes && end <= size - tail.length ? zeros : md4(read(start, end))
  })
  return { name, size, ...hashesOf(partHashes, size), read }
}

export function linkTo({ name, size, hash }: SharedFile, sources: readonly { port: number }[] = []): string {
  const from = sources.length > 0 ? `|sources,${sources.map(({ port }) => `127.0.0.1:${port}`).join(',')}|/` : ''
  return `ed2k://|file|${encodeURIComponent(name)}|${size}|${hash.toString('hex')}|/${from}`
}

function hashesOf(partHashes: Buffer[], size: number): { hash: Buffer; partHashes: Buffer[] } {
  const first = partHashes[0]
  if (size < partBytes && first) return { hash: first, partHashes }
  const all = size % partBytes === 0 ? [...partHashes, md4(Buffer.alloc(0))] : partHashes
  return { hash: md4(Buffer.concat(all)), partHashes: all }
}
