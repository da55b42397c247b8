/** Files that are being written, kept in the database, so that the next start drops what a kill left of them. */
import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { createOneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import * as z from 'zod/mini'
import type { MetaStore } from '../kit/meta.store.ts'

const key = 'file_parts'
const Paths = z.array(z.string())

export async function loadPartFiles(meta: MetaStore) {
  let paths = new Set<string>()
  const oneAtATime = createOneAtATime()

  function write(): Promise<void> {
    const text = JSON.stringify([...paths])
    return oneAtATime(() => meta.write(key, text))
  }

  for (const path of Paths.parse(JSON.parse((await meta.read(key)) ?? '[]')))
    if (basename(path).startsWith('.homeport-part-')) await rm(path, { recursive: true, force: true })
  await write()

  return {
    async add(path: string): Promise<void> {
      paths = new Set([...paths, path])
      await write()
    },
    async drop(path: string): Promise<void> {
      paths = new Set([...paths].filter((one) => one !== path))
      await write()
    },
  }
}
