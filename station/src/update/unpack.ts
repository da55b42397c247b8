/** Unpacks the archive of a version into a folder: plain files below it and nothing else. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { createTarDecoder } from 'modern-tar'
import { UpdateRefusal } from './update-refusal.ts'

const maxFiles = 200_000
const maxBytes = 8_000_000_000
const nameMax = 400

export async function unpack(archive: string, folder: string): Promise<void> {
  const { readable, writable } = createTarDecoder({ strict: true })
  let files = 0
  let bytes = 0
  const write = async () => {
    for await (const { header, body } of readable) {
      const { name, type, size, mode } = header
      files += 1
      bytes += size
      if (files > maxFiles || bytes > maxBytes) throw new UpdateRefusal('unsafe', 'too large')
      if (type !== 'file' || !isInside(name)) throw new UpdateRefusal('unsafe', name.slice(0, nameMax))
      const path = join(folder, name)
      await mkdir(dirname(path), { recursive: true })
      // never over a file that is already there: a name that comes twice is refused
      const isProgram = ((mode ?? 0) & 0o100) !== 0
      await pipeline(Readable.from(body), createWriteStream(path, { mode: isProgram ? 0o755 : 0o644, flags: 'wx' }))
    }
  }
  try {
    await Promise.all([write(), pipeline(createReadStream(archive), createGunzip(), Writable.fromWeb(writable))])
  } catch (error) {
    if (error instanceof UpdateRefusal) throw error
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOSPC') throw new UpdateRefusal('no_space')
    throw new UpdateRefusal(code === 'EEXIST' ? 'unsafe' : 'damaged', error instanceof Error ? error.message : String(error))
  }
}

function isInside(name: string): boolean {
  return (
    name.length <= nameMax &&
    /^[^\\\0]+$/.test(name) &&
    !name.split('/').some((part) => part === '' || part === '.' || part === '..' || part === 'node_modules')
  )
}
