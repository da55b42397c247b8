/** Background queue, two processes at a time: ffprobe for durations and codecs, then ffmpeg for posters; films visible in an app first. */
import type { MediaTools, Tool } from '../kit/ffmpeg.ts'
import type { FilmFileRow } from '../kit/tables.ts'
import { pathOfSignature } from './beside-names.ts'
import type { BesideReader } from './beside-reader.ts'
import type { WholeFilm } from './film.query.ts'
import { keepPoster, makePicture } from './picture.ts'
import { probeQuickly, type MediaFacts } from './probe.ts'
import type { MovieStore } from './store.ts'
import { isThere } from './walk.ts'

const atOnce = 2
/** Large enough for batched writes, small enough that visible films do not wait long. */
const readAtOnce = 40
const lookedAtOnce = 8
const lookedAtMost = 300
const lateAgainMs = 60_000

export type ProbeQueueParts = {
  store: Pick<MovieStore, 'unread' | 'keepFacts' | 'unpictured' | 'keepPicture'>
  besideReader: BesideReader
  folder: string
  tools: Promise<MediaTools>
  /** During a scan only visible films are probed: the list comes first. */
  isScanning: () => boolean
  now: () => number
  onChange: () => void
  /** A poster was made. */
  onPicture: () => void
  onFault: (fault: unknown) => void
}

export function createProbeQueue({
  store,
  besideReader,
  folder,
  tools,
  isScanning,
  now,
  onChange,
  onPicture,
  onFault,
}: ProbeQueueParts) {
  const looked = new Set<string>()
  /** Files and films that failed to answer recently, with the time of the next try. */
  const late = new Map<string, number>()
  let running: Promise<void> | undefined
  let isAgain = false
  const stopping = new AbortController()
  let timer: NodeJS.Timeout | undefined

  /** Starts the queue: there may be new work. */
  function wake(): void {
    if (stopping.signal.aborted) return
    if (running) return void (isAgain = true)
    isAgain = false
    running = run()
      .catch((fault: unknown) => {
        onFault(fault)
        sleep()
      })
      .finally(() => {
        running = undefined
        if (isAgain) wake()
      })
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted && (await readSome())) onChange()
    if (late.size > 0) sleep()
  }

  function sleep(): void {
    clearTimeout(timer)
    timer = setTimeout(wake, lateAgainMs).unref()
  }

  /** One batch; false if there is nothing left to do. */
  async function readSome(): Promise<boolean> {
    const { ffprobe, ffmpeg } = await tools
    for (const [id, until] of late) if (until <= now()) late.delete(id)
    const of = looked.size > 0 ? [...looked].slice(-lookedAtMost) : undefined
    if (of && (await besideReader.readSome(of, stopping.signal))) return true
    if (ffprobe && of && (await probeSome({ of, limit: lookedAtOnce }))) return true
    if (ffmpeg && of && (await pictureSome(of))) return true
    looked.clear()
    if (isScanning()) return false
    if (await besideReader.readSome(undefined, stopping.signal)) return true
    if (ffprobe && (await probeSome({ of: undefined, limit: readAtOnce }))) return true
    return ffmpeg !== undefined && pictureSome(undefined)
  }

  async function probeSome({ of, limit }: { of: readonly string[] | undefined; limit: number }): Promise<boolean> {
    const { ffprobe, quickProbe } = await tools
    const files = await store.unread({ of, skipped: [...late.keys()], limit })
    if (files.length === 0 || !ffprobe) return false
    const read: { file: FilmFileRow; facts: MediaFacts | null }[] = []
    await inTwos(files, stopping.signal, async (file) => {
      const probed = await probeQuickly(ffprobe, file.path, quickProbe)
      // Moved or deleted meanwhile: the next scan says which, and nothing is known of its content.
      const isGone = probed.kind === 'other' && !(await isThere(file.path))
      if (probed.kind === 'late' || isGone) late.set(file.file_id, now() + lateAgainMs)
      else read.push({ file, facts: probed.kind === 'film' ? probed.facts : null })
    })
    if (read.length > 0) await store.keepFacts(read)
    return true
  }

  async function pictureSome(of: readonly string[] | undefined): Promise<boolean> {
    const { ffmpeg } = await tools
    const films = await store.unpictured({ of, skipped: [...late.keys()], limit: atOnce })
    if (films.length === 0 || !ffmpeg) return false
    await inTwos(films, stopping.signal, async (film) => {
      try {
        const jpeg = await pictureOf(film, ffmpeg)
        if (jpeg === 'unread') late.set(film.film_id, now() + lateAgainMs)
        else await store.keepPicture(film.film_id, jpeg ? await keepPoster(folder, jpeg) : '')
        if (jpeg && jpeg !== 'unread') onPicture()
      } catch (fault) {
        // The disk is full: the others go on, and this one is retried later.
        late.set(film.film_id, now() + lateAgainMs)
        onFault(fault)
      }
    })
    return true
  }

  return {
    wake,
    /** These films are visible in an app. */
    lookAt(filmIds: readonly string[]): void {
      for (const id of filmIds) looked.add(id)
      for (const id of looked) if (looked.size > lookedAtMost) looked.delete(id)
      wake()
    },
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** A series' poster is of its first episode; an episode's picture is wide. */
async function pictureOf(film: WholeFilm, ffmpeg: Tool): Promise<Buffer | undefined | 'unread'> {
  const file = film.kind === 'series' ? film.sums?.first : film.files[0]
  if (!file) return undefined
  if (file.state === 'new') return 'unread'
  const shape = film.kind === 'episode' ? 'wide' : 'poster'
  return makePicture(ffmpeg, { path: file.path, durationMs: file.duration_ms, art: pathOfSignature(film.art), shape })
}

async function inTwos<T>(all: readonly T[], signal: AbortSignal, work: (one: T) => Promise<void>): Promise<void> {
  const remaining = [...all]
  const one = async () => {
    for (let next = remaining.shift(); next !== undefined && !signal.aborted; next = remaining.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}
