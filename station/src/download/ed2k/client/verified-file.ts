/** The unfinished file of an ed2k job and beside it, as <name>.aria2, the record of its verified parts; both survive a kill. */
import { copyFile, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import * as z from 'zod/mini'
import { blockBytes, md4Of, partBytes, partLengthOf } from '../ed2k-hash.ts'

const Record = z.object({
  hash: z.string(),
  size: z.number(),
  part_hashes: z.array(z.string()),
  /** Numbers of the verified parts. */
  verified: z.array(z.int()),
  /** Received blocks of other parts; they are verified with their part. */
  received: z.array(z.tuple([z.int(), z.array(z.int())])),
})
export type PartRecord = z.infer<typeof Record>

const suffix = '.aria2'

/** dir is the job's own: what is neither this file nor its record is deleted. */
export async function openVerifiedFile(dir: string, { name, hash, size }: { name: string; hash: string; size: number }) {
  const path = join(dir, name)
  const recordPath = `${path}${suffix}`
  await takeOver(dir, { name, hash })
  const before = await readRecord(recordPath)
  const isKnown = before?.hash === hash && before.size === size && (await sizeAt(path)) === size
  // The record first: a file without one would be taken for complete.
  if (!isKnown) await save({ hash, size, part_hashes: [], verified: [], received: [] })
  const file = await open(path, isKnown ? 'r+' : 'w+')
  // A sparse file: its blocks are allocated as they come.
  if (!isKnown) await file.truncate(size)
  const oneAtATime = createOneAtATime()

  async function save(record: PartRecord): Promise<void> {
    const next = `${path}.new${suffix}`
    await writeFile(next, JSON.stringify(record), { flush: true })
    await rename(next, recordPath)
  }

  /** Data first: the record never claims bytes that a power cut took. */
  async function saveSynced(record: PartRecord): Promise<void> {
    await file.datasync()
    await save(record)
  }

  async function* chunksOf(part: number): AsyncGenerator<Buffer> {
    const end = part * partBytes + partLengthOf(size, part)
    for (let at = part * partBytes; at < end;) {
      const chunk = Buffer.allocUnsafe(Math.min(blockBytes, end - at))
      const { bytesRead } = await file.read(chunk, 0, chunk.length, at)
      if (bytesRead === 0) return
      yield chunk.subarray(0, bytesRead)
      at += bytesRead
    }
  }

  return {
    path,
    /** Of an earlier run; undefined: the file is new. */
    before: isKnown ? before : undefined,
    async write(bytes: Buffer, position: number): Promise<void> {
      // A disk that fills takes a part of it; the next write says why.
      for (let written = 0; written < bytes.length;)
        written += (await file.write(bytes, written, bytes.length - written, position + written)).bytesWritten
    },
    hashOf: (part: number): Promise<string> => md4Of(chunksOf(part)),
    save: (record: PartRecord): Promise<void> => oneAtATime(() => saveSynced(record)),
    /** Everything is verified: without its record the file is complete. */
    async finish(): Promise<void> {
      await oneAtATime.idle()
      await file.sync()
      await rm(recordPath, { force: true })
    },
    async close(): Promise<void> {
      await oneAtATime.idle()
      await file.close()
    },
  }
}

/** A file of another name with a record of the same hash was begun under that name; anything else is not the job's. */
async function takeOver(dir: string, { name, hash }: { name: string; hash: string }): Promise<void> {
  for (const entry of await readdir(dir)) {
    const other = entry.endsWith(suffix) ? entry.slice(0, -suffix.length) : undefined
    if (other === undefined || other === name) continue
    if ((await readRecord(join(dir, entry)))?.hash !== hash || (await sizeAt(join(dir, other))) === 0) continue
    // At no moment is one of the files without a record.
    await copyFile(join(dir, entry), join(dir, `${name}${suffix}`))
    await rename(join(dir, other), join(dir, name))
  }
  for (const entry of await readdir(dir))
    if (entry !== name && entry !== `${name}${suffix}`) await rm(join(dir, entry), { recursive: true, force: true })
}

/** undefined: there is none, or it is damaged. */
async function readRecord(path: string): Promise<PartRecord | undefined> {
  try {
    return Record.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch {
    return undefined
  }
}

async function sizeAt(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}
