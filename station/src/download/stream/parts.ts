/** The parts of a stream's copy: each connection writes its own, and at the end they become one file. */
import { execFile } from 'node:child_process'
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toolEnv } from '../../shared/ffmpeg.ts'

/** Their suffix marks them as an engine's unfinished work (download-dir.ts). */
const partName = /^part-(\d+)\.aria2$/

export function streamParts(dir: string) {
  const numbers = async (): Promise<number[]> =>
    (await readdir(dir)).flatMap((name) => Number(partName.exec(name)?.[1] ?? 0) || []).toSorted((a, b) => a - b)
  const pathOf = (number: number) => join(dir, `part-${number}.aria2`)

  return {
    /** The path of the next one. */
    async next(): Promise<string> {
      return pathOf(((await numbers()).at(-1) ?? 0) + 1)
    },
    async bytes(): Promise<number> {
      const sizes = await Promise.all((await numbers()).map(async (number) => (await stat(pathOf(number))).size))
      return sizes.reduce((sum, size) => sum + size, 0)
    },
    async drop(): Promise<void> {
      for (const number of await numbers()) await rm(pathOf(number), { force: true })
    },
    /** All of them as one file; its size, 0 if there is nothing. They stay until it is whole. */
    async join(ffmpeg: string, name: string): Promise<number> {
      const sized = await Promise.all(
        (await numbers()).map(async (number) => ({ number, size: (await stat(pathOf(number))).size })),
      )
      const filled = sized.filter(({ size }) => size > 0)
      const [only] = filled
      if (!only) return 0
      if (filled.length === 1) await rename(pathOf(only.number), join(dir, name))
      else await concatenate(ffmpeg, { dir, files: filled.map(({ number }) => pathOf(number)), name })
      for (const { number } of sized) await rm(pathOf(number), { force: true })
      return (await stat(join(dir, name))).size
    },
  }
}

async function concatenate(ffmpeg: string, { dir, files, name }: { dir: string; files: string[]; name: string }): Promise<void> {
  const [list, whole] = [join(dir, 'parts.aria2'), join(dir, 'whole.aria2')]
  await writeFile(list, files.map((file) => `file '${file.replaceAll("'", `'\\''`)}'\n`).join(''))
  const input = ['-protocol_whitelist', 'file', '-f', 'concat', '-safe', '0', '-i', list]
  await new Promise<void>((resolve, reject) => {
    const args = ['-nostdin', '-loglevel', 'error', '-y', ...input, '-c', 'copy', '-f', 'matroska', whole]
    execFile(ffmpeg, args, { env: toolEnv }, (error) => (error ? reject(error) : resolve()))
  })
  await rename(whole, join(dir, name))
  await rm(list)
}
