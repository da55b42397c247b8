/** Reads the entries of a folder, and those below it whose name contains some text. Links are listed only where they lead to a file or folder inside the allowed folder. */
import type { Dirent } from 'node:fs'
import { readdir, realpath, stat } from 'node:fs/promises'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { fileKindOf, suffixOf } from '@homeport/contract/shape/file.ts'
import type { FileEntry } from '@homeport/contract/files.ts'
import { isShown, joinPath, shownName } from './entry-name.ts'

/** path: relative to the folder that is read, '' for one directly in it. */
export type RawEntry = { abs: Buffer; name: string; path: string; isFolder: boolean }
export type Kind = FileEntry['kind']

const archives = new Set(['zip', 'rar', '7z', 'tar', 'gz', 'bz2', 'xz', 'iso'])
const hitsMost = 2_000
const searchedMost = 500_000

export function kindOf({ name, isFolder }: Pick<RawEntry, 'name' | 'isFolder'>): Kind {
  if (isFolder) return 'folder'
  return archives.has(suffixOf(name)) ? 'archive' : fileKindOf(name)
}

export async function readFolder(folder: Buffer, root: Buffer): Promise<RawEntry[]> {
  const entries = await readdir(folder, { encoding: 'buffer', withFileTypes: true })
  const read = await Promise.all(entries.map((entry) => rawOf(entry, folder, root)))
  return read.filter((entry) => entry !== undefined)
}

async function rawOf(entry: Dirent<Buffer>, folder: Buffer, root: Buffer): Promise<RawEntry | undefined> {
  const name = shownName(entry.name)
  if (!isShown(name)) return undefined
  const abs = joinPath(folder, entry.name)
  if (entry.isDirectory() || entry.isFile()) return { abs, name, path: '', isFolder: entry.isDirectory() }
  if (!entry.isSymbolicLink()) return undefined
  const [real, stats] = await Promise.all([realpath(abs, 'buffer').catch(() => undefined), stat(abs).catch(() => undefined)])
  const isInside = real !== undefined && real.subarray(0, root.length + 1).equals(joinPath(root, Buffer.alloc(0)))
  return isInside && stats ? { abs, name, path: '', isFolder: stats.isDirectory() } : undefined
}

/** Case, width and accents do not count. At most 2,000 hits. Links are not followed. */
export async function searchBelow(folder: Buffer, text: string): Promise<RawEntry[]> {
  const searched = foldedName(text)
  const hits: RawEntry[] = []
  const folders: { abs: Buffer; path: string }[] = [{ abs: folder, path: '' }]
  let seen = 0
  for (let next = folders.pop(); next && hits.length < hitsMost && seen < searchedMost; next = folders.pop()) {
    const entries = await readdir(next.abs, { encoding: 'buffer', withFileTypes: true }).catch(() => [])
    seen += entries.length
    for (const entry of entries) {
      const name = shownName(entry.name)
      if (!isShown(name) || entry.isSymbolicLink()) continue
      const isFolder = entry.isDirectory()
      const hit = {
        abs: joinPath(next.abs, entry.name),
        name,
        path: next.path === '' ? name : `${next.path}/${name}`,
        isFolder,
      }
      if (isFolder) folders.push(hit)
      if (hits.length < hitsMost && foldedName(name).includes(searched)) hits.push(hit)
    }
    await nextTurn()
  }
  return hits
}

function foldedName(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
