/** ed2k hashes: MD4 of each part, and MD4 of their list. Node's own crypto has no MD4. */
import { createMD4 } from 'hash-wasm'

export const partBytes = 9_728_000
/** Requests and the part map count in blocks; none goes across parts. */
export const blockBytes = 184_320
const hashBytes = 16

export const partCountOf = (size: number): number => Math.ceil(size / partBytes)
export const partLengthOf = (size: number, part: number): number => Math.min(partBytes, size - part * partBytes)

export async function md4Of(chunks: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<string> {
  const md4 = await createMD4()
  md4.init()
  for await (const chunk of chunks) md4.update(chunk)
  return md4.digest('hex')
}

/** The hash of each part, if the list is the one that this file's hash was made of. */
export async function checkPartHashes(
  hashes: readonly string[],
  { hash, size }: { hash: string; size: number },
): Promise<string[] | undefined> {
  const count = partCountOf(size)
  if (size < partBytes) return [hash]
  const isExact = size % partBytes === 0
  const empty = isExact ? [await md4Of([])] : []
  const parts = hashes.slice(0, count)
  if (parts.length !== count || hashes.length > count + empty.length) return undefined
  const list = Buffer.from([...parts, ...empty].join(''), 'hex')
  return list.length === (count + empty.length) * hashBytes && (await md4Of([list])) === hash ? parts : undefined
}
