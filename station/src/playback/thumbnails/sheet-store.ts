/** Sheets of thumbnails on the disk: named by the file's content and their own shape, and bounded in bytes. */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type SheetShape = { intervalMs: number; columns: number; count: number; width: number; height: number }
export type Sheet = SheetShape & { path: string }

const mostBytes = 200 * 1024 * 1024
const sampleBytes = 64 * 1024
const sheetName = /^([0-9a-f]{32})-(\d+)-(\d+)-(\d+)-(\d+)x(\d+)[.]jpg$/

/** now: ms; a sheet that is found counts as used then. */
export function createSheetStore(folder: string, { now, most = mostBytes }: { now: () => number; most?: number }) {
  /** Whole ones; one that is removed meanwhile is none. */
  async function all(): Promise<{ name: string; size: number; usedAt: number }[]> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => sheetName.test(name))
    const sheets = await Promise.all(
      names.map(async (name) => {
        const facts = await stat(join(folder, name)).catch(() => undefined)
        return facts ? [{ name, size: facts.size, usedAt: facts.mtimeMs }] : []
      }),
    )
    return sheets.flat()
  }

  return {
    /** At the start of the box: what was being written when it stopped is removed. */
    async sweep(): Promise<void> {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) if (!sheetName.test(name)) await rm(join(folder, name), { force: true })
    },
    async find(content: string): Promise<Sheet | undefined> {
      const name = (await all()).map((one) => one.name).find((one) => one.startsWith(content))
      const shape = name === undefined ? undefined : shapeOf(name)
      if (name === undefined || !shape) return undefined
      const path = join(folder, name)
      // It may have given way to another one since: it is made again then.
      const isThere = await utimes(path, now() / 1000, now() / 1000).then(
        () => true,
        () => false,
      )
      return isThere ? { ...shape, path } : undefined
    },
    /** The sheets that were not used for longest give way. */
    async keep(content: string, shape: SheetShape, bytes: Buffer): Promise<Sheet> {
      await mkdir(folder, { recursive: true })
      const { intervalMs, columns, count, width, height } = shape
      const path = join(folder, `${content}-${intervalMs}-${columns}-${count}-${width}x${height}.jpg`)
      await writeFile(`${path}.part`, bytes)
      await rename(`${path}.part`, path)
      const oldestFirst = (await all()).toSorted((a, b) => a.usedAt - b.usedAt)
      let total = oldestFirst.reduce((sum, { size }) => sum + size, 0)
      for (const { name, size } of oldestFirst) {
        if (total <= most || join(folder, name) === path) break
        await rm(join(folder, name), { force: true })
        total -= size
      }
      return { ...shape, path }
    },
  }
}

function shapeOf(name: string): SheetShape | undefined {
  const match = sheetName.exec(name)
  if (!match) return undefined
  const [intervalMs = 0, columns = 0, count = 0, width = 0, height = 0] = match.slice(2).map(Number)
  return { intervalMs, columns, count, width, height }
}

/** By its size and three samples: a film is too large to be read whole, and a moved or renamed one is the same. */
export async function contentOf(path: string): Promise<string> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const hash = createHash('sha256').update(String(size))
    for (const from of [0, Math.floor(size / 2), Math.max(0, size - sampleBytes)]) {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, from)
      hash.update(buffer.subarray(0, bytesRead))
    }
    return hash.digest('hex').slice(0, 32)
  } finally {
    await file.close()
  }
}
