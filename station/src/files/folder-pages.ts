/** The entries of a folder, a thousand at a time, with others served in between: no folder is too long to be looked at (promise 43). */
import { isUtf8 } from 'node:buffer'
import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { readerOf } from '../kit/text-encoding/name-bytes.ts'

export const namesInTurn = 1_000
/** Names in other encodings than UTF-8: so many tell the encoding of a folder, and are read each by itself. */
const maxReadSingly = 50

/** bytes: the name as the disk has it. name: as people read it. */
export type NamedEntry = { entry: Dirent; bytes: Buffer; name: string }

/** Names are bytes as Latin-1, so that each comes whole. Throws where the folder cannot be read. */
export async function* folderPages(folder: Buffer | string): AsyncGenerator<Dirent[]> {
  let page: Dirent[] = []
  // Each buffer of the folder is read in a turn of its own.
  for await (const entry of await opendir(folder, { encoding: 'latin1', bufferSize: namesInTurn })) {
    page.push(entry)
    if (page.length < namesInTurn) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** With their names in letters. They depend on the first names of the folder alone, so that a name which was listed is found again. */
export async function* namedPages(folder: Buffer): AsyncGenerator<NamedEntry[]> {
  let read: ((name: Buffer) => string) | undefined
  for await (const page of folderPages(folder)) {
    const all = page.map(({ name }) => Buffer.from(name, 'latin1'))
    const others = all.filter((name) => !isUtf8(name)).slice(0, maxReadSingly)
    if (others.length > 0) read ??= readerOf(others, { declared: '', maxReadSingly })
    yield page.map((entry) => {
      const bytes = Buffer.from(entry.name, 'latin1')
      return { entry, bytes, name: read?.(bytes) ?? bytes.toString() }
    })
  }
}

/** A folder that cannot be read is empty. */
export async function* readablePages<Entry>(pages: AsyncGenerator<Entry[]>): AsyncGenerator<Entry[]> {
  try {
    yield* pages
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
  }
}
