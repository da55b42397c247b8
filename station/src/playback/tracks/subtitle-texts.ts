/** The cues of a subtitle: read from its file, or taken out of the film file once and kept in a bounded folder. */
import { createHash } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { TextEncoding, TextReading } from '@homeport/contract/shape/film/track.ts'
import { decodeAs } from '../../kit/text-encoding/decode-text.ts'
import { readingsOf } from '../../kit/text-encoding/text-readings.ts'
import { maxFileBytes, type Cue } from '../subtitle/cue.ts'
import { samiLanguage } from '../subtitle/read-sami.ts'
import { readSubtitle } from '../subtitle/read-subtitle.ts'
import type { SubtitleStream } from '../delivery/streams.ts'
import { extractSubtitles, maxStreams } from './extract-subtitles.ts'
import type { SubtitleLocation } from '../../shared/local-files.ts'
import { textCodecs } from './file-tracks.ts'

/** The limit of the folder; the texts that were used least lately go first. */
const maxKeptBytes = 64 * 1024 * 1024
const maxExtractionMs = 15 * 60_000

/** framesPerSecond: 0 if unknown. */
type FilmFile = { path: string; streams: readonly SubtitleStream[]; framesPerSecond: number }
type FileSubtitle = Extract<SubtitleLocation, { kind: 'file' }>
export type SubtitleTexts = ReturnType<typeof createSubtitleTexts>
/** folder: for what was taken out. isInside: whether a path is in a folder of the library, or of fetched subtitles. */
export type SubtitleTextDeps = {
  folder: string
  ffmpeg: () => Promise<string>
  isInside: (path: string) => Promise<boolean>
  now: () => number
}

export function createSubtitleTexts({ folder, ffmpeg, isInside, now }: SubtitleTextDeps) {
  const stopping = new AbortController()
  const running = new Map<string, Promise<void>>()

  /** encoding: as a person chose; undefined: it is found out. */
  async function cuesOf(location: SubtitleLocation, film: FilmFile, encoding: TextEncoding | undefined): Promise<Cue[]> {
    const bytes = await bytesAt(location, film)
    return readSubtitle(bytes, { language: languageOf(location), framesPerSecond: film.framesPerSecond, encoding })
  }

  async function bytesAt(location: SubtitleLocation, film: FilmFile): Promise<Uint8Array> {
    const path = location.kind === 'file' ? location.path : await extracted(location.index, film)
    return location.kind === 'file' && !(await isInside(path)) ? new Uint8Array() : bytesOf(path)
  }

  /** The path of the text of a stream. */
  async function extracted(index: number, film: FilmFile): Promise<string> {
    const key = await keyOf(film.path)
    const path = join(folder, `${key}-${index}`)
    if (!(await isFile(path))) await extractOnce(key, film)
    await utimes(path, now() / 1000, now() / 1000)
    return path
  }

  /** Several who wait for the same file share one run. */
  function extractOnce(key: string, film: FilmFile): Promise<void> {
    const work = running.get(key) ?? extract(key, film).finally(() => running.delete(key))
    running.set(key, work)
    return work
  }

  async function extract(key: string, { path, streams }: FilmFile): Promise<void> {
    const program = await ffmpeg()
    if (program === '') throw new Error('no ffmpeg to take subtitles out of a film')
    if (!(await isInside(path))) throw new Error('a film outside of the library')
    await mkdir(folder, { recursive: true })
    const unfinished = (index: number) => join(folder, `${key}-${index}.part`)
    const texts = streams.filter(({ codec }) => codec in textCodecs).slice(0, maxStreams)
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(maxExtractionMs)])
    try {
      await extractSubtitles(program, { path, streams: texts, target: unfinished, signal })
      for (const { index } of texts) await rename(unfinished(index), join(folder, `${key}-${index}`))
    } finally {
      for (const { index } of texts) await rm(unfinished(index), { force: true })
    }
    await sweep()
  }

  async function sweep(): Promise<void> {
    const names = await readdir(folder).catch(() => [])
    const files = await Promise.all(
      names.map(async (name) => {
        const facts = await stat(join(folder, name)).catch(() => undefined)
        return { path: join(folder, name), size: facts?.size ?? 0, usedAt: facts?.mtimeMs ?? 0 }
      }),
    )
    let sum = 0
    for (const { path, size } of files.toSorted((a, b) => b.usedAt - a.usedAt)) {
      sum += size
      if (sum > maxKeptBytes) await rm(path, { force: true })
    }
  }

  return {
    cuesOf,
    /** The whole file, in an encoding that is known. */
    textOf: async (location: FileSubtitle, encoding: TextEncoding): Promise<string> =>
      (await isInside(location.path)) ? decodeAs(await bytesOf(location.path), encoding) : '',
    /** How a line of it reads in each encoding that it may be in. */
    async readings(location: SubtitleLocation, film: FilmFile): Promise<TextReading[]> {
      const bytes = await bytesAt(location, film)
      return readingsOf(bytes, languageOf(location) || samiLanguage(bytes))
    },
    /** Removes what a run before left unfinished. */
    async start(): Promise<void> {
      for (const name of await readdir(folder).catch(() => []))
        if (name.endsWith('.part')) await rm(join(folder, name), { force: true })
    },
    stop: () => stopping.abort(),
  }
}

const languageOf = (location: SubtitleLocation) => (location.kind === 'file' ? location.language : '')

/** Another file under the same path has another key. */
async function keyOf(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path)
  return createHash('sha256').update(`${path}\0${size}\0${mtimeMs}`).digest('hex').slice(0, 32)
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (facts) => facts.isFile(),
    () => false,
  )
}

/** One byte more than allowed tells that it is too large. */
async function bytesOf(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size > maxFileBytes) return new Uint8Array(maxFileBytes + 1)
    return await file.readFile()
  } finally {
    await file.close()
  }
}
