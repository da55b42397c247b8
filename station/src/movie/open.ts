/** The film library of the box: finds the films in its folders, and probes them and makes posters in the background. */
import { resolve } from 'node:path'
import type { BoxFilm, ScanState } from '@homeport/contract/movie/movie.ts'
import type { Db } from '../kit/db.ts'
import type { MediaTools } from '../shared/ffmpeg.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import { metaStore } from '../kit/meta.store.ts'
import { createBesideReader } from './beside/beside-reader.ts'
import { openCatalog } from './catalog/catalog.ts'
import { episodesInOrder } from './player/episode-order.ts'
import type { WholeFilm } from './film/film.query.ts'
import { findPoster } from './picture/picture.ts'
import { playableFiles } from './player/playable-files.ts'
import { createProbeQueue } from './probe/probe-queue.ts'
import { regroupOnce } from './group/regroup.ts'
import { createScan, type Claim } from './scan/scan.ts'
import { searchFactsOf, type SearchFacts } from './player/search-facts.ts'
import { movieStore } from './store.ts'
import { toBoxFilm, toTitledFilm, type TitledFilm } from './film/to-wire.ts'
import { isInside } from './folder/walk.ts'
import { createWatch } from './folder/watch.ts'

export type { Claim }
export type MovieDeps = {
  db: Db
  /** The station's own folder: posters are stored there. */
  folder: string
  /** Library folders; the download folder is one of them. */
  roots: readonly string[]
  tools: Promise<MediaTools>
  claimOf: (path: string) => Promise<Claim>
  events: StationEventBus
  now: () => number
  elapsed: () => number
  later: Later
  onFault: (fault: unknown) => void
  warn: (line: string) => void
}
export type Movies = ReturnType<typeof openMovies>

/** Work folders of downloads. */
const ignored = ['.incoming', '.git']

export function openMovies({ roots: folders, ...deps }: MovieDeps) {
  const { db, folder, tools, claimOf, events, now, elapsed, later, onFault, warn } = deps
  const store = movieStore(db)
  const roots = outermost(folders.map((root) => resolve(root)))
  const listeners = new Set<() => void>()
  const pictured = new Set<() => void>()
  const changed = () => listeners.forEach((listener) => listener())
  const onPicture = () => pictured.forEach((listener) => listener())
  const besideReader = createBesideReader({ store, folder, tools, onPicture, onFault, warn })
  const reader = createProbeQueue({
    store,
    besideReader,
    folder,
    tools,
    isScanning: () => scan.isRunning(),
    now: elapsed,
    onChange: changed,
    onPicture,
    onFault,
  })
  const stopping = new AbortController()
  let regrouped: Promise<void> | undefined
  const regroup = () =>
    (regrouped ??= regroupOnce({ store, meta: metaStore(db), onChange: changed, signal: stopping.signal }).catch(onFault))
  const scan = createScan({
    store,
    beforeScan: regroup,
    roots,
    claimOf,
    now,
    elapsed,
    later,
    onFault,
    warn,
    onChange() {
      reader.wake()
      changed()
    },
  })
  const watch = createWatch({ roots, ignore: ignored, look: scan.look, now: elapsed, later, warn })
  events.on('task', ({ task, isState }) => {
    if (isState && task.is_done)
      scan
        .scanHeld()
        .then(() => scan.scan(roots.slice(0, 1)))
        .catch(onFault)
  })

  const player = playableFiles(store, tools)
  const catalog = openCatalog({ db, onFault })
  listeners.add(catalog.wake)

  /** Files of folders that are no library folders any more. */
  async function dropOutside(): Promise<void> {
    const files = await store.outside(roots)
    if (files.length === 0) return
    await store.drop(files)
    changed()
  }

  return {
    store,
    /** The listener is called whenever films are added, removed or changed. */
    onChange: (listener: () => void) => void listeners.add(listener),
    onPicture: (listener: () => void) => void pictured.add(listener),
    /** Tells the listeners that facts of films changed. */
    changed,
    list: async (limit: number, offset: number): Promise<{ data: TitledFilm[]; total: number }> => {
      const films = await store.list(limit, offset)
      reader.lookAt(films.filter(isOpen).map(({ film_id }) => film_id))
      return { data: films.map(toTitledFilm), total: (await store.count()).films }
    },
    async state(): Promise<ScanState> {
      const { films, unprobed } = await store.count()
      return { is_scanning: scan.isRunning() || unprobed > 0, films, probed: Math.max(0, films - unprobed) }
    },
    /** Scans all folders; resolves when the scan is done. */
    sync: () => scan.scan(roots),
    /** Scans these paths: files came or went. */
    scan: scan.scan,
    /** These films are visible in an app: they are probed before all others. */
    lookAt: (ids: readonly string[]) => reader.lookAt(ids),
    ...player,
    catalog,
    film: async (filmId: string): Promise<BoxFilm | undefined> => {
      const film = await store.film(filmId)
      return film && toBoxFilm(film)
    },
    searchFacts: async (filmId: string): Promise<SearchFacts | undefined> => {
      const film = await store.film(filmId)
      return film && searchFactsOf(film)
    },
    episodesInOrder: (filmId: string) => episodesInOrder(store, filmId),
    posterPath: (poster: string) => findPoster(folder, poster),
    async start(): Promise<void> {
      await regroup()
      await watch.start()
      changed()
      await scan.scan(roots)
      // After the scan: the same folder may have another path now.
      if (!stopping.signal.aborted) await dropOutside()
    },
    async stop(): Promise<void> {
      stopping.abort()
      await regrouped
      await watch.stop()
      await scan.stop()
      await reader.stop()
      await catalog.stop()
    },
  }
}

function isOpen(film: WholeFilm): boolean {
  return film.picture_state === 'new' || film.files.some(({ state }) => state === 'new')
}

/** A folder inside another one is scanned with it. */
function outermost(roots: readonly string[]): string[] {
  return roots.filter((root, index) => roots.indexOf(root) === index && !roots.some((other) => isInside(other, root)))
}
