/** Writes each script and style of the build again as small as Brotli and gzip can (browsers take Brotli from safe origins only): no answer waits for it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Smaller ones gain nothing; of the largest, which few open, the last percent would cost seconds. */
const [leastBytes, smallBytes] = [1_024, 350_000]
const [best, good] = [11, 9]

export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = path.join(dir, 'assets')
      const names = (await readdir(folder)).filter((name) => /\.(js|css|wasm)$/.test(name))
      await Promise.all(names.map((name) => pressFile(path.join(folder, name))))
    },
  }
}

async function pressFile(file: string): Promise<void> {
  const bytes = await readFile(file)
  if (bytes.length < leastBytes) return
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: bytes.length < smallBytes ? best : good,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  }
  await writeFile(`${file}.br`, await brotli(bytes, { params }))
  await writeFile(`${file}.gz`, await zip(bytes, { level: 9 }))
}
