/** One .tar.gz of files with a manifest as its last entry: written so that half of it is never taken for the whole, read with every hash compared. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { createTarDecoder, createTarPacker } from 'modern-tar'
import * as z from 'zod/mini'
import { OperatorError } from '../kit/operator-error.ts'

const manifestName = 'manifest.json'
/** The archive format that this version writes and reads. */
const format = 1
const fileMode = 0o600

const Steps = z.array(z.string())
/** version: of the Homeport that wrote it. steps: the migrations that each database has taken, by its file in the archive. */
const Manifest = z.object({
  format: z.literal(format),
  version: z.string(),
  made_at: z.number(),
  engine: z.enum(['sqlite', 'postgres']),
  steps: z.record(z.string(), Steps),
  files: z.record(z.string(), z.object({ size: z.number(), sha256: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

type ArchiveFile = { name: string; path: string }

/** partial: where it grows, on the disk of the file. about: the manifest but for its files, which stand in it as they were written. */
export async function writeArchive(
  { file, partial }: { file: string; partial: string },
  entries: AsyncIterable<ArchiveFile>,
  about: () => Omit<Manifest, 'format' | 'files'>,
): Promise<Manifest> {
  const { readable, controller } = createTarPacker()
  const written = pipeline(
    Readable.from(readable),
    createGzip(),
    createWriteStream(partial, { mode: fileMode, flags: 'wx', flush: true }),
  )
  const files: Manifest['files'] = {}
  const add = async () => {
    for await (const { name, path } of entries) {
      const { size } = await stat(path)
      const hash = createHash('sha256')
      const body = controller.add({ name, size, mode: fileMode, type: 'file' })
      await pipeline(createReadStream(path), hashed(hash), Writable.fromWeb(body))
      files[name] = { size, sha256: hash.digest('hex') }
    }
    const manifest: Manifest = { format, ...about(), files }
    const text = Buffer.from(`${JSON.stringify(manifest, undefined, 2)}\n`)
    const body = controller.add({ name: manifestName, size: text.length, mode: fileMode, type: 'file' })
    await pipeline(Readable.from([text]), Writable.fromWeb(body))
    controller.finalize()
    return manifest
  }
  try {
    const [manifest] = await Promise.all([
      add().catch((error: unknown) => {
        controller.error(error)
        throw error
      }),
      written,
    ])
    await rename(partial, file)
    return manifest
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

/** Unpacks into a folder, which is whole when this answers. */
export async function readArchive(file: string, folder: string): Promise<Manifest> {
  const manifestFiles: Manifest['files'] = {}
  let manifest = ''
  const { readable, writable } = createTarDecoder({ strict: true })
  const unpack = async () => {
    for await (const { header, body } of readable) {
      const { name } = header
      if (name === manifestName) {
        manifest = await new Response(body).text()
        continue
      }
      if (header.type !== 'file' || !isInside(name)) throw new Error(`it holds ${name}, which no backup has`)
      await mkdir(dirname(join(folder, name)), { recursive: true, mode: 0o700 })
      const hash = createHash('sha256')
      const to = createWriteStream(join(folder, name), { mode: fileMode, flags: 'wx', flush: true })
      await pipeline(Readable.from(body), hashed(hash), to)
      manifestFiles[name] = { size: header.size, sha256: hash.digest('hex') }
    }
  }
  try {
    await Promise.all([unpack(), pipeline(createReadStream(file), createGunzip(), Writable.fromWeb(writable))])
    const read = Manifest.parse(JSON.parse(manifest))
    const names = new Set([...Object.keys(read.files), ...Object.keys(manifestFiles)])
    for (const name of names)
      if (read.files[name]?.sha256 !== manifestFiles[name]?.sha256) throw new Error(`${name} is not as it was written`)
    return read
  } catch (error) {
    throw new OperatorError(`${file} is no whole backup of Homeport (${error instanceof Error ? error.message : String(error)}).`)
  }
}

function isInside(name: string): boolean {
  return (
    /^(cloud|station|uploads)\/[^\\\0]+$/.test(name) &&
    !name.split('/').some((part) => part === '' || part === '.' || part === '..')
  )
}

function hashed(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
}
