/** How many bytes a folder holds with all below it, counted up to a limit. */
import { lstat, readdir } from 'node:fs/promises'
import { joinPath } from './entry-name.ts'

const countedMost = 2_000

/** Null where it holds more entries than may be counted for a list. */
export async function sizeBelow(folder: Buffer, most = countedMost): Promise<number | null> {
  const folders = [folder]
  let [size, seen] = [0, 0]
  for (let next = folders.pop(); next; next = folders.pop()) {
    const at = next
    const entries = await readdir(at, { encoding: 'buffer', withFileTypes: true }).catch(() => [])
    seen += entries.length
    if (seen > most) return null
    for (const entry of entries) if (entry.isDirectory()) folders.push(joinPath(at, entry.name))
    const files = entries.filter((entry) => entry.isFile()).map(({ name }) => joinPath(at, name))
    const stats = await Promise.all(files.map((file) => lstat(file).catch(() => undefined)))
    size += stats.reduce((sum, file) => sum + (file?.size ?? 0), 0)
  }
  return size
}
