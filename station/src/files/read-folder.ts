/** Reads the entries of a folder, and those below it whose name contains some text. Links are listed only where they lead to a file or folder inside the allowed folder. */
import { realpath, stat } from 'node:fs/promises'
import { fileKindOf, suffixOf } from '@homeport/contract/shape/file-kind.ts'
import { foldNames } from '@homeport/contract/shape/search-words.ts'
import type { FileEntry } from '@homeport/contract/files.ts'
import { isShown, joinPath } from './entry-name.ts'
import { namedPages, readablePages, type NamedEntry } from './folder-pages.ts'
import type { Reading } from './reading-slot.ts'

/** Small, since a list has up to 100,000: folder is shared, and raw, the name's bytes, are kept only where the shown name is not the same. path: relative to the folder that is read, '' for one directly in it. */
export type RawEntry = { folder: Buffer; name: string; raw: Buffer | null; path: string; isFolder: boolean }
export type Kind = FileEntry['kind']

const archives = new Set(['zip', 'rar', '7z', 'tar', 'gz', 'bz2', 'xz', 'iso'])
const maxHits = 2_000
const maxSearched = 500_000

export function kindOf({ name, isFolder }: Pick<RawEntry, 'name' | 'isFolder'>): Kind {
  if (isFolder) return 'folder'
  return archives.has(suffixOf(name)) ? 'archive' : fileKindOf(name)
}

export async function readFolder(folder: Buffer, root: Buffer, reading: Reading): Promise<RawEntry[]> {
  const entries: RawEntry[] = []
  for await (const page of namedPages(folder)) {
    for (const named of page) {
      const raw = named.entry.isSymbolicLink() ? await linkOf(named, folder, root) : plainOf(named, folder)
      if (raw) entries.push(raw)
    }
    await reading.count(entries.length)
  }
  return entries
}

/** How many of its entries are listed; null where it cannot be read. root: of the allowed folder, as it really is. */
export async function countShown(folder: Buffer, root: Buffer): Promise<number | null> {
  let count = 0
  try {
    for await (const page of namedPages(folder))
      for (const named of page)
        if (named.entry.isSymbolicLink() ? await linkOf(named, folder, root) : plainOf(named, folder)) count += 1
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return null
    throw error
  }
  return count
}

/** Its bytes on the disk. */
export function absOf({ folder, name, raw }: Pick<RawEntry, 'folder' | 'name' | 'raw'>): Buffer {
  return joinPath(folder, raw ?? Buffer.from(name))
}

function rawOf(folder: Buffer, { name, bytes }: NamedEntry, isFolder: boolean): RawEntry | undefined {
  if (!isShown(name)) return undefined
  return { folder, name, raw: Buffer.from(name).equals(bytes) ? null : bytes, path: '', isFolder }
}

function plainOf(named: NamedEntry, folder: Buffer): RawEntry | undefined {
  const isFolder = named.entry.isDirectory()
  return isFolder || named.entry.isFile() ? rawOf(folder, named, isFolder) : undefined
}

async function linkOf(named: NamedEntry, folder: Buffer, root: Buffer): Promise<RawEntry | undefined> {
  const abs = joinPath(folder, named.bytes)
  const [real, stats] = await Promise.all([realpath(abs, 'buffer').catch(() => undefined), stat(abs).catch(() => undefined)])
  const isInside = real !== undefined && real.subarray(0, root.length + 1).equals(joinPath(root, Buffer.alloc(0)))
  return isInside && stats ? rawOf(folder, named, stats.isDirectory()) : undefined
}

/** Case, width and accents do not count. At most 2,000 hits. Links are not followed. */
export async function searchBelow(folder: Buffer, text: string, reading: Reading): Promise<RawEntry[]> {
  const searched = foldNames(text)
  const hits: RawEntry[] = []
  const folders: { abs: Buffer; path: string }[] = [{ abs: folder, path: '' }]
  let seen = 0
  for (let next = folders.pop(); next && hits.length < maxHits && seen < maxSearched; next = folders.pop()) {
    for await (const page of readablePages(namedPages(next.abs))) {
      seen += page.length
      for (const named of page) {
        const raw = named.entry.isSymbolicLink() ? undefined : rawOf(next.abs, named, named.entry.isDirectory())
        if (!raw) continue
        const hit = { ...raw, path: next.path === '' ? raw.name : `${next.path}/${raw.name}` }
        if (hit.isFolder) folders.push({ abs: absOf(hit), path: hit.path })
        if (hits.length < maxHits && foldNames(hit.name).includes(searched)) hits.push(hit)
      }
      if (hits.length >= maxHits || seen >= maxSearched) break
      await reading.count(seen)
    }
  }
  return hits
}
