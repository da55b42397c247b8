/** The entries of a folder, a thousand at a time, with others served in between: no folder is too long to be looked at (promise 43). */
import type { Dirent } from 'node:fs'
import { opendir } from 'node:fs/promises'

export const namesInTurn = 1_000

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

/** A folder that cannot be read is empty. */
export async function* readablePages(folder: Buffer): AsyncGenerator<Dirent[]> {
  try {
    yield* folderPages(folder)
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
  }
}
