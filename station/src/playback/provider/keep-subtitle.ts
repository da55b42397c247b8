/** Keeps a fetched subtitle: beside its film where the operator allows that, else in the box's own folder. */
import { createHash } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { SubtitleHit } from '@homeport/contract/playback/tracks.ts'
import type { FetchedSubtitle } from '../tracks/file-tracks.ts'
import type { FetchedSubtitleStore } from './fetched-subtitle.store.ts'

const maxPerFile = 20
const maxTries = 9

export type KeepDeps = {
  /** For fetched subtitles. */
  folder: string
  store: FetchedSubtitleStore
  /** Files may be written beside films. */
  writesLibrary: boolean
  now: () => number
}
export type FilmFile = { id: string; path: string }

/** The track id under which it is listed. */
export async function keepSubtitle(
  deps: KeepDeps,
  file: FilmFile,
  { hit, bytes }: { hit: SubtitleHit; bytes: Uint8Array },
): Promise<string> {
  const beside = deps.writesLibrary ? await writeBeside(file, hit, bytes) : undefined
  if (beside !== undefined) return `beside:${beside}`
  const { folder, store, now } = deps
  const name = `${createHash('sha256').update(`${file.id}\0${hit.id}`).digest('hex').slice(0, 32)}.${hit.format}`
  await mkdir(folder, { recursive: true })
  const unfinished = join(folder, `${name}.part`)
  await writeFile(unfinished, bytes)
  await rename(unfinished, join(folder, name))
  const { language, release, format, is_hearing_impaired } = hit
  const row = { language, release, format, is_hearing_impaired: is_hearing_impaired ? 1 : 0, name, fetched_at: now() }
  await store.keep({ file_id: file.id, hit_id: hit.id, ...row })
  await forgetOldest(deps, file.id)
  return `fetched:${hit.id}`
}

async function forgetOldest({ folder, store }: KeepDeps, file_id: string): Promise<void> {
  const rows = await store.ofFile(file_id)
  for (const row of rows.slice(0, Math.max(0, rows.length - maxPerFile))) {
    await store.remove(row)
    await rm(join(folder, row.name), { force: true })
  }
}

/** Never over an existing file. undefined if the folder cannot be written. */
async function writeBeside(
  { path }: FilmFile,
  { language, format }: SubtitleHit,
  bytes: Uint8Array,
): Promise<string | undefined> {
  const stem = [basename(path, extname(path)), language].filter((part) => part !== '').join('.')
  for (let number = 1; number <= maxTries; number += 1) {
    const name = number === 1 ? `${stem}.${format}` : `${stem}.${number}.${format}`
    try {
      await writeFile(join(dirname(path), name), bytes, { flag: 'wx' })
      return name
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) return undefined
    }
  }
  return undefined
}

export async function fetchedFor({ folder, store }: KeepDeps, file_id: string): Promise<FetchedSubtitle[]> {
  const rows = await store.ofFile(file_id)
  return rows.map(({ hit_id, language, release, format, name }) => ({
    id: hit_id,
    path: join(folder, name),
    format,
    language,
    release,
  }))
}
