/** How many bytes a folder holds with all below it, counted up to a limit. */
import { lstat } from 'node:fs/promises'
import { joinPath } from './entry-name.ts'
import { folderPages, readablePages } from './folder-pages.ts'

const maxCounted = 2_000

/** Null where it holds more entries than may be counted for a list. */
export async function sizeBelow(folder: Buffer, most = maxCounted): Promise<number | null> {
  const folders = [folder]
  let [size, seen] = [0, 0]
  for (let next = folders.pop(); next; next = folders.pop()) {
    const at = next
    for await (const page of readablePages(folderPages(at))) {
      seen += page.length
      if (seen > most) return null
      const named = page.map((entry) => ({ entry, abs: joinPath(at, Buffer.from(entry.name, 'latin1')) }))
      for (const { entry, abs } of named) if (entry.isDirectory()) folders.push(abs)
      const files = named.filter(({ entry }) => entry.isFile())
      const stats = await Promise.all(files.map(({ abs }) => lstat(abs).catch(() => undefined)))
      size += stats.reduce((sum, file) => sum + (file?.size ?? 0), 0)
    }
  }
  return size
}
