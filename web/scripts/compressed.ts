/** Precompresses each script and style of the build with Brotli and gzip (browsers accept Brotli from secure origins only): no response waits for it. */
import { readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Smaller files gain nothing; for the largest, which few users open, the last percent would cost seconds. */
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
