/** Upload storage: a folder, or an S3 bucket (UPLOADS_URL). A body is first written to a temporary file, so that only complete ones are stored. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { SettingError } from '../kit/operator-error.ts'
import { TooLarge, type TempUpload, type TempUploads } from '../kit/http/temp-upload.ts'

export type Uploads = TempUploads & {
  keep(tempUpload: TempUpload, key: string): Promise<void>
  read(key: string): Promise<Readable>
  has(key: string): Promise<boolean>
  /** A file with the stored bytes, to be read in parts; from a bucket it is fetched once and kept until the process ends. */
  localPath(key: string): Promise<string>
  remove(key: string): Promise<void>
  /** Every key, for a backup. */
  list(): AsyncIterable<string>
  stop(): Promise<void>
}

/** url: s3://KEY:SECRET@HOST/BUCKET?region=R (&tls=0 for plain http), file:///FOLDER, or undefined for `folder`. */
export async function openUploads(
  url: string | undefined,
  { folder, spoolFolder }: { folder: string; spoolFolder: string },
): Promise<Uploads> {
  const isBucket = url?.startsWith('s3:') === true
  const local = url && !isBucket ? fileURLToPath(url) : folder
  const disk = isBucket ? await openS3(new URL(url ?? '')) : new Disk(new FSDriver({ location: local, visibility: 'private' }))
  await mkdir(spoolFolder, { recursive: true, mode: 0o700 })
  // Processes may share the folder: each has its own subfolder, and that of an ended process is deleted at the next start.
  const own = await mkdtemp(join(spoolFolder, `${process.pid}-`))
  await dropLeftBehind(spoolFolder)
  const copies = new Map<string, Promise<string>>()

  function copyOf(key: string): Promise<string> {
    const existing = copies.get(key)
    if (existing) return existing
    const path = join(own, `copy-${createHash('sha256').update(key).digest('hex')}`)
    const copy = disk
      .getStream(key)
      .then((body) => pipeline(body, createWriteStream(path, { mode: 0o600 })))
      .then(() => path)
    copies.set(key, copy)
    copy.catch(() => copies.delete(key))
    return copy
  }

  return {
    async spool(body, maxBytes) {
      const path = join(own, randomBytes(12).toString('hex'))
      const hash = createHash('sha256')
      let sizeBytes = 0
      const count = new Transform({
        transform(chunk: Buffer, _, done) {
          sizeBytes += chunk.length
          hash.update(chunk)
          done(sizeBytes > maxBytes ? new TooLarge() : null, chunk)
        },
      })
      try {
        await pipeline(body, count, createWriteStream(path, { mode: 0o600 }))
      } catch (error) {
        await rm(path, { force: true })
        throw error
      }
      return { path, sizeBytes, sha256: hash.digest('hex') }
    },
    keep: ({ path }, key) => disk.moveFromFs(path, key),
    drop: ({ path }) => rm(path, { force: true }),
    read: (key) => disk.getStream(key),
    has: (key) => disk.exists(key),
    localPath: async (key) => (isBucket ? copyOf(key) : join(local, key)),
    remove: (key) => disk.delete(key),
    list: () => keysOf(disk),
    stop: () => rm(own, { recursive: true, force: true }),
  }
}

async function* keysOf(disk: Disk): AsyncIterable<string> {
  let paginationToken: string | undefined
  do {
    const page = await disk.listAll('', { recursive: true, ...(paginationToken && { paginationToken }) })
    for (const one of page.objects) if (one.isFile) yield one.key
    paginationToken = page.paginationToken
  } while (paginationToken)
}

async function dropLeftBehind(spoolFolder: string): Promise<void> {
  for (const name of await readdir(spoolFolder)) {
    if (!isRunning(Number.parseInt(name, 10))) await rm(join(spoolFolder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function openS3(url: URL): Promise<Disk> {
  const bucket = url.pathname.slice(1)
  const [accessKeyId, secretAccessKey] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  if (!bucket || !accessKeyId || !secretAccessKey)
    throw new SettingError('UPLOADS_URL lacks a part: write s3://KEY:SECRET@HOST/BUCKET?region=REGION.')
  // Loaded on demand: the client is large.
  const { S3Driver } = await import('flydrive/drivers/s3')
  const endpoint = `${url.searchParams.get('tls') === '0' ? 'http' : 'https'}://${url.host}`
  return new Disk(
    new S3Driver({
      credentials: { accessKeyId, secretAccessKey },
      endpoint,
      region: url.searchParams.get('region') ?? 'us-east-1',
      forcePathStyle: true,
      // Many other S3 servers do not support the trailing checksums that are the client's default.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      supportsACL: false,
      bucket,
      visibility: 'private',
    }),
  )
}
