/** Background queue, two processes at a time: ffprobe for durations and codecs, then ffmpeg for posters; films visible in an app first, in the order of the page. */
import type { Drawn } from '../../shared/draw-picture.ts'
import type { MediaTools, Tool } from '../../shared/ffmpeg.ts'
import { pathOfSignature } from '../folder/beside-names.ts'
import type { BesideReader } from '../beside/beside-reader.ts'
import type { WholeFilm } from '../film/film.query.ts'
import { createFilmStreams, type FilmStreams } from './film-streams.ts'
import { keepPoster, makePicture } from '../picture/picture.ts'
import { probeQuickly, type MediaFacts } from './probe.ts'
import { createPutOff } from '../beside/put-off.ts'
import type { PosterStore } from '../picture/poster.store.ts'
import type { ProbeStore } from './probe.store.ts'
import { isThere } from '../folder/walk.ts'
import type { FilmFileRow } from '../film/film-row.ts'

const atOnce = 2
/** Large enough for batched writes, small enough that visible films do not wait long. */
const readAtOnce = 40
const lookedAtOnce = 8
const maxLooked = 300
/** Films that a screen shows at once: they are whole, with pictures, before those further down the page are begun. */
const screenful = 24
const wakeAgainMs = 60_000

export type ProbeQueueDeps = {
  store: Pick<ProbeStore & PosterStore, 'unread' | 'keepFacts' | 'unpictured' | 'keepPicture'>
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
}: ProbeQueueDeps) {
  /** Ids in the order in which they are read: what was looked at last is first. */
  let looked: string[] = []
  /** Files and films that failed to answer in time. */
  const late = createPutOff(now)
  const streams = createFilmStreams(tools)
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
    late.forgetOld()
    if (!late.isEmpty()) sleep()
  }

  function sleep(): void {
    clearTimeout(timer)
    timer = setTimeout(wake, wakeAgainMs).unref()
  }

  /** One batch; false if there is nothing left to do. */
  async function readSome(): Promise<boolean> {
    while (looked.length > 0) {
      const seen = looked.slice(0, screenful)
      if (await readOf(seen)) return true
      looked = looked.filter((id) => !seen.includes(id))
    }
    return !isScanning() && readOf(undefined)
  }

  /** of: the films on a screen; undefined for all. */
  async function readOf(of: readonly string[] | undefined): Promise<boolean> {
    const { ffprobe, ffmpeg } = await tools
    if (await besideReader.readSome({ of, late, signal: stopping.signal })) return true
    if (ffprobe && (await probeSome({ of, limit: of ? lookedAtOnce : readAtOnce }))) return true
    return ffmpeg !== undefined && pictureSome(of)
  }

  async function probeSome({ of, limit }: { of: readonly string[] | undefined; limit: number }): Promise<boolean> {
    const { ffprobe, quickProbe } = await tools
    const files = await store.unread({ of, skipped: late.ids(), limit })
    if (files.length === 0 || !ffprobe) return false
    const read: { file: FilmFileRow; facts: MediaFacts | null }[] = []
    await inTwos(files, stopping.signal, async (file) => {
      const probed = await probeQuickly(ffprobe, file.path, { quickProbe, isSeen: of !== undefined })
      // Moved or deleted meanwhile: the next scan says which, and nothing is known of its content.
      const isGone = probed.kind === 'other' && !(await isThere(file.path))
      if (probed.kind === 'late' || isGone) return late.add(file.file_id)
      late.drop(file.file_id)
      if (probed.kind === 'film') streams.keep(file.file_id, probed.stream)
      read.push({ file, facts: probed.kind === 'film' ? probed.facts : null })
    })
    if (read.length > 0) await store.keepFacts(read)
    return true
  }

  async function pictureSome(of: readonly string[] | undefined): Promise<boolean> {
    const { ffmpeg } = await tools
    const films = await store.unpictured({ of, skipped: late.ids(), limit: atOnce })
    if (films.length === 0 || !ffmpeg) return false
    await inTwos(films, stopping.signal, async (film) => {
      try {
        const jpeg = await pictureOf(film, { ffmpeg, streams, isSeen: of !== undefined })
        if (jpeg === 'late') return late.add(film.film_id)
        await store.keepPicture(film.film_id, jpeg ? await keepPoster(folder, jpeg) : '')
        late.drop(film.film_id)
        if (jpeg) onPicture()
      } catch (fault) {
        // The disk is full: the others go on, and this one is retried later.
        late.add(film.film_id)
        onFault(fault)
      }
    })
    return true
  }

  return {
    wake,
    /** These films are visible in an app. */
    lookAt(filmIds: readonly string[]): void {
      looked = [...new Set([...filmIds, ...looked])].slice(0, maxLooked)
      wake()
    },
    async stop(): Promise<void> {
      stopping.abort()
      clearTimeout(timer)
      await running
    },
  }
}

type PictureDeps = { ffmpeg: Tool; streams: FilmStreams; isSeen: boolean }

/** A series' poster is of its first episode; an episode's picture is wide. */
async function pictureOf(film: WholeFilm, { ffmpeg, streams, isSeen }: PictureDeps): Promise<Drawn> {
  const file = film.kind === 'series' ? film.sums?.first : film.files[0]
  if (!file) return undefined
  if (file.state === 'new') return 'late'
  const shape = film.kind === 'episode' ? 'wide' : 'poster'
  const { path, duration_ms: durationMs } = file
  const stream = await streams.of(file)
  if (stream === 'late') return 'late'
  return makePicture(ffmpeg, { path, durationMs, art: pathOfSignature(film.art), shape, isSeen, stream })
}

async function inTwos<T>(all: readonly T[], signal: AbortSignal, work: (one: T) => Promise<void>): Promise<void> {
  const remaining = [...all]
  const one = async () => {
    for (let next = remaining.shift(); next !== undefined && !signal.aborted; next = remaining.shift()) await work(next)
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}
