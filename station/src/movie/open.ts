/** The film library of the box: finds the films in its folders, and probes them and makes posters in the background. */
import { resolve } from 'node:path'
import type { BoxFilm, ScanState } from '@homeport/contract/movie.ts'
import type { Db } from '../kit/db.ts'
import type { MediaTools } from '../kit/ffmpeg.ts'
import type { StationEventBus } from '../kit/event-bus.ts'
import type { FilmFileRow } from '../kit/tables.ts'
import { idOf } from './film-id.ts'
import { noEpisode, type WholeFilm } from './film.query.ts'
import { findPoster } from './picture.ts'
import { mainFiles, partsOf } from './playing-order.ts'
import { probe } from './probe.ts'
import { createProbeQueue } from './probe-queue.ts'
import { createScan, type Claim } from './scan.ts'
import { movieStore } from './store.ts'
import { toBoxFilm, toPlayableFile, type PlayableFile } from './to-wire.ts'
import { isInside, isVideoName } from './walk.ts'
import { createWatch } from './watch.ts'

export type { Claim, PlayableFile }
export type MovieParts = {
  db: Db
  /** The station's own folder: posters are stored there. */
  folder: string
  /** Library folders; the download folder is one of them. */
  roots: readonly string[]
  tools: Promise<MediaTools>
  claimOf: (path: string) => Promise<Claim>
  events: StationEventBus
  now: () => number
  onFault: (fault: unknown) => void
  warn: (line: string) => void
}
export type Movies = ReturnType<typeof openMovies>

/** Work folders of downloads. */
const ignored = ['.incoming', '.git']

export function openMovies({ db, folder, roots: folders, tools, claimOf, events, now, onFault, warn }: MovieParts) {
  const store = movieStore(db)
  const roots = outermost(folders.map((root) => resolve(root)))
  const listeners = new Set<() => void>()
  const pictured = new Set<() => void>()
  const changed = () => listeners.forEach((listener) => listener())
  const reader = createProbeQueue({
    store,
    folder,
    tools,
    isScanning: () => scan.isRunning(),
    now,
    onChange: changed,
    onPicture: () => pictured.forEach((listener) => listener()),
    onFault,
  })
  const scan = createScan({
    store,
    roots,
    claimOf,
    now,
    onFault,
    warn,
    onChange() {
      reader.wake()
      changed()
    },
  })
  const watch = createWatch({ roots, ignore: ignored, look: (...paths) => scan.scan(...paths), warn })
  events.on('task', ({ task, isState }) => {
    if (isState && task.is_done) void scan.scanHeld().then(() => scan.scan(...roots.slice(0, 1)))
  })

  async function filmOfFile(filmId: string | undefined): Promise<WholeFilm | undefined> {
    return filmId === undefined ? undefined : store.film(filmId)
  }

  async function playable(filmId: string | undefined, fileId?: string): Promise<PlayableFile | undefined> {
    const film = await filmOfFile(filmId)
    const file = fileId === undefined ? mainFiles(film?.files ?? [])[0] : film?.files.find(({ file_id }) => file_id === fileId)
    if (!film || !file) return undefined
    return isKnown(file) ? toPlayableFile(film, file) : fileAt(file.path)
  }

  /** A part whose length is not known yet is probed now; one that is no video is left out. */
  async function playableParts(fileId: string): Promise<PlayableFile[]> {
    const film = await filmOfFile((await store.file(fileId))?.film_id)
    const file = film?.files.find(({ file_id }) => file_id === fileId)
    if (!film || !file) return []
    const parts = partsOf(film.files, file).map(async (part) =>
      part.duration_ms === null ? fileAt(part.path) : toPlayableFile(film, part),
    )
    return (await Promise.all(parts)).filter((part) => part !== undefined)
  }

  /** Probes a file now unless it is fully probed; undefined if it is not a video. */
  async function fileAt(path: string): Promise<PlayableFile | undefined> {
    const row = await store.fileAt(path)
    const film = await filmOfFile(row?.film_id)
    if (row && film && isKnown(row)) return toPlayableFile(film, row)
    const { ffprobe } = await tools
    if (!ffprobe || !isVideoName(path)) return undefined
    const result = await probe(ffprobe, path)
    if (result.kind !== 'film') return undefined
    const { facts } = result
    if (row) await store.keepFacts([{ file: row, facts }])
    const named = film ? { ...film, files: [] } : undefined
    const file = { ...facts, subtitles: JSON.stringify(facts.subtitles), path, quality: row?.quality ?? '' }
    return toPlayableFile(named ?? { ...noFilm, title: path.split(/[/\\]/).at(-1) ?? '' }, {
      ...noFile,
      ...file,
      file_id: row?.file_id ?? idOf(path),
      film_id: film?.film_id ?? '',
    })
  }

  return {
    store,
    /** The listener is called whenever films are added, removed or changed. */
    onChange: (listener: () => void) => void listeners.add(listener),
    onPicture: (listener: () => void) => void pictured.add(listener),
    /** What is known of films changed. */
    changed,
    list: async (limit: number, offset: number): Promise<{ data: BoxFilm[]; total: number }> => {
      const films = await store.list(limit, offset)
      reader.lookAt(films.filter(isOpen).map(({ film_id }) => film_id))
      return { data: films.map(toBoxFilm), total: (await store.count()).films }
    },
    async state(): Promise<ScanState> {
      const { films, unprobed } = await store.count()
      return { is_scanning: scan.isRunning() || unprobed > 0, films, probed: Math.max(0, films - unprobed) }
    },
    /** Scans all folders; resolves when the scan is done. */
    sync: () => scan.scan(...roots),
    /** Scans these paths: files came or went. */
    scan: (...paths: string[]) => scan.scan(...paths),
    /** These films are visible in an app: they are probed before all others. */
    lookAt: (ids: readonly string[]) => reader.lookAt(ids),
    fileOf: async (fileId: string): Promise<PlayableFile | undefined> => playable((await store.file(fileId))?.film_id, fileId),
    firstFileOf: (filmId: string) => playable(filmId),
    partsOf: playableParts,
    fileAt,
    film: async (filmId: string): Promise<BoxFilm | undefined> => {
      const film = await store.film(filmId)
      return film && toBoxFilm(film)
    },
    posterPath: (poster: string) => findPoster(folder, poster),
    async start(): Promise<void> {
      await store.outside(roots).then((files) => (files.length > 0 ? store.drop(files) : undefined))
      await watch.start()
      changed()
      await scan.scan(...roots)
    },
    async stop(): Promise<void> {
      await watch.stop()
      await scan.stop()
      await reader.stop()
    },
  }
}

/** The list's fields are probed in the background, the player's fields when the file is played. */
function isKnown({ state, pix_fmt }: Pick<FilmFileRow, 'state' | 'pix_fmt'>): boolean {
  return state === 'film' && pix_fmt !== ''
}

function isOpen(film: WholeFilm): boolean {
  return film.picture_state === 'new' || film.files.some(({ state }) => state === 'new')
}

/** A folder inside another one is scanned with it. */
function outermost(roots: readonly string[]): string[] {
  return roots.filter((root, index) => roots.indexOf(root) === index && !roots.some((other) => isInside(other, root)))
}

const noFilm = {
  ...noEpisode,
  film_id: '',
  group_key: '',
  title: '',
  original_title: '',
  year: null,
  added_at: 0,
  poster: '',
  picture_state: 'none' as const,
  is_listed: 0,
  changed: 0,
  files: [],
}
const noFile = { root: '', size: 0, modified_at: 0, inode: '', part: 0, state: 'film' as const }
