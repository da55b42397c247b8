/** Vite plugin: the service worker (sw.js) with the list of the app's files that it keeps, the icons drawn from public/mark.svg, and a manifest per language. */
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { build, type Plugin } from 'vite'
import { manifestOf } from './manifest.ts'

const plainFiles = ['./', './theme.js', './mark.svg', './en.webmanifest', './zh.webmanifest', './icon-192.png', './icon-512.png']
/** Parts that few open and that need a network anyway are left out: the map, the licences, the player of streams, the reader of codes. */
const maxFileBytes = 340_000
const maxShellBytes = 2_500_000
const red = '#C4281B'
const publicFolder = path.join(import.meta.dirname, '../public')

export function serviceWorker(): Plugin {
  let shell: string[] = []
  return {
    name: 'service-worker',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const files = Object.values(bundle).flatMap((file) => {
        const content = file.type === 'chunk' ? file.code : file.source
        const isEntry = file.type === 'chunk' && file.isEntry
        return /\.(js|css)$/.test(file.fileName)
          ? [{ name: `./${file.fileName}`, size: Buffer.byteLength(content), isEntry }]
          : []
      })
      const cached = files.filter(({ size, isEntry }) => isEntry || size <= maxFileBytes)
      const bytes = cached.reduce((sum, { size }) => sum + size, 0)
      if (bytes > maxShellBytes)
        throw new Error(`the files kept for a start offline are ${bytes} bytes, at most ${maxShellBytes}`)
      shell = [...plainFiles, ...cached.map(({ name }) => name).sort()]
      await writeIcons(dir)
      for (const lang of ['en', 'zh'] as const)
        await writeFile(path.join(dir, `${lang}.webmanifest`), JSON.stringify(manifestOf(lang)))
      await buildWorker(dir, shell)
    },
  }
}

async function writeIcons(dir: string): Promise<void> {
  const mark = await readFile(path.join(publicFolder, 'mark.svg'))
  const drawn = (size: number) =>
    sharp(mark, { density: (72 * size) / 28 })
      .resize(size, size)
      .png()
      .toBuffer()
  for (const size of [192, 512]) await writeFile(path.join(dir, `icon-${size}.png`), await drawn(size))
  // Systems cut these to their own shape: the mark lies within the inner four fifths, on its red.
  for (const [name, size] of [
    ['icon-maskable', 512],
    ['icon-apple', 180],
  ] as const) {
    const inner = await drawn(Math.round(size * 0.8))
    const whole = sharp({ create: { width: size, height: size, channels: 3, background: red } })
    await writeFile(
      path.join(dir, `${name}.png`),
      await whole
        .composite([{ input: inner }])
        .png()
        .toBuffer(),
    )
  }
}

/** Built apart, as one plain script: its address never changes, its content does with every build. */
async function buildWorker(dir: string, shell: readonly string[]): Promise<void> {
  const page = await readFile(path.join(dir, 'index.html'))
  const buildName = createHash('sha256').update(page).update(shell.join()).digest('hex').slice(0, 12)
  await build({
    configFile: false,
    root: path.join(import.meta.dirname, '..'),
    logLevel: 'error',
    define: { shellFiles: JSON.stringify(shell), shellBuild: JSON.stringify(buildName) },
    build: {
      outDir: dir,
      emptyOutDir: false,
      copyPublicDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: 'src/worker/service-worker.ts',
        output: { format: 'iife', entryFileNames: 'sw.js' },
      },
    },
  })
}
