/** The unfinished file of a link in its work folder, and beside it the record of the ranges that are still to come; both survive a kill. */
import { open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import * as z from 'zod/mini'

/** The download folder takes every name with this suffix for an unfinished file. */
const partName = 'part.aria2'
const recordName = 'ranges.json.aria2'
const unpackedName = 'unpacked.aria2'

const Record = z.object({
  /** 0: unknown; then the file is complete up to its size, and nothing else remains. */
  total: z.number(),
  /** ETag or Last-Modified of the file, '' if the server gave none. */
  validator: z.string(),
  /** Last-Modified, beside an ETag. */
  modified: z._default(z.string(), ''),
  remaining: z.array(z.tuple([z.int(), z.int()])),
  /** The name that the file gets once it is whole; '' before. */
  name: z._default(z.string(), ''),
  /** How its server packed it for the way, in the order in which that was done. */
  codings: z._default(z.array(z.string()), []),
})
export type RangeRecord = z.infer<typeof Record>
type Unpack = (paths: { from: string; to: string; size: number }) => Promise<number | undefined> | undefined
export type PartFile = Awaited<ReturnType<typeof openPartFile>>

export async function openPartFile(dir: string) {
  // Files that aria2 left of a link in an earlier version cannot be continued, and would hide the complete file.
  for (const name of await readdir(dir))
    if (name !== partName && name !== recordName) await rm(join(dir, name), { recursive: true })
  const path = join(dir, partName)
  const record = join(dir, recordName)
  const existing = await readRecord(record)
  // Without its record nobody knows what the file lacks: it may have holes.
  if (existing === 'damaged') for (const name of [path, record]) await rm(name, { force: true })
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  )
  const before = size > 0 && existing !== 'damaged' ? existing : undefined
  const file = await open(path, size > 0 ? 'r+' : 'w+')
  const oneAtATime = createOneAtATime()

  /** Data first: the record never claims bytes that a power cut took. */
  async function saveNow(next: RangeRecord): Promise<void> {
    await file.datasync()
    await writeFile(`${record}.new.aria2`, JSON.stringify(next))
    await rename(`${record}.new.aria2`, record)
  }

  return {
    /** The record of an earlier try; a file without a record is complete up to its size. */
    before,
    path,
    size,
    async write(chunks: Buffer[], position: number): Promise<void> {
      const bytes = chunks.reduce((sum, chunk) => sum + chunk.length, 0)
      let written = (await file.writev(chunks, position)).bytesWritten
      if (written === bytes) return
      // A disk that fills takes a part of it; the next write says why.
      const whole = Buffer.concat(chunks)
      while (written < bytes) written += (await file.write(whole, written, bytes - written, position + written)).bytesWritten
    },
    async read(position: number, bytes: number): Promise<Buffer> {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, position)
      return buffer.subarray(0, bytesRead)
    },
    save: (next: RangeRecord): Promise<void> => oneAtATime(() => saveNow(next)),
    /** Everything begins anew. */
    async reset(): Promise<void> {
      await rm(record, { force: true })
      await file.truncate(0)
    },
    /** unpack: returns the bytes of a better file that it wrote, undefined where this one is to stay. Returns the bytes of the finished file. Its record stays, and says that it is whole. */
    async finish(whole: RangeRecord, unpack: Unpack): Promise<number> {
      await file.sync()
      await oneAtATime(() => saveNow(whole))
      const came = await file.stat()
      const unpacked = join(dir, unpackedName)
      const bytes = await unpack({ from: path, to: unpacked, size: came.size })
      await rename(bytes === undefined ? path : unpacked, join(dir, whole.name))
      await rm(path, { force: true })
      return bytes ?? came.size
    },
    async drop(): Promise<void> {
      await rm(record, { force: true })
      await rm(path, { force: true })
    },
    async close(): Promise<void> {
      await oneAtATime.idle()
      await file.close()
    },
  }
}

/** undefined: there is none. */
async function readRecord(path: string): Promise<RangeRecord | 'damaged' | undefined> {
  try {
    const record = Record.parse(JSON.parse(await readFile(path, 'utf8')))
    const isSound = record.remaining.every(([from, end]) => from >= 0 && from <= end && end <= record.total)
    return isSound ? record : 'damaged'
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    return isMissing ? undefined : 'damaged'
  }
}
