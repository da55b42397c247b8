/** Changed films go to the mirror in batches; the scan progress goes to the open apps, at most once a second. */
import { inTurns } from '../kit/turns/in-turns.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { filmRow, movieScan } from '@homeport/contract/movie/movie.ts'
import { unreadableRow } from '@homeport/contract/movie/identify.ts'
import { episodeRow } from '@homeport/contract/movie/series.ts'
import type { FrameIn } from '@homeport/contract/kit/envelope.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Later } from '@homeport/contract/kit/later.ts'
import type { Mirror } from '../kit/connection/mirror.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import type { Movies } from './open.ts'
import type { WholeFilm } from './film/film.query.ts'
import { episodeRowOf, rowOf } from './film/to-wire.ts'
import { unreadableRowOf } from './scan/unreadable-rows.ts'

const gatherMs = 200
const pushEveryMs = 1_000
const rowsAtOnce = 200

export type MovieReportDeps = {
  devsn: string
  movies: Movies
  events: StationEventBus
  mirror: Pick<Mirror, 'putMany' | 'replaceAll' | 'onTaken'>
  push: (frame: FrameIn) => void
  now: () => number
  later: Later
  onFault: (fault: unknown) => void
}

export function movieReports({ devsn, movies, events, mirror, push, now, later, onFault }: MovieReportDeps) {
  /** Each cancels what waits. */
  let flushing: (() => void) | undefined
  let pushing: (() => void) | undefined
  let pushedAt = -Infinity
  let isFlushing = false
  let isAgain = false
  /** Realms that have acknowledged all films and whose apps were notified since; undefined before the first film. */
  let notified: Set<Lang> | undefined
  const stopping = new AbortController()

  movies.onChange(() => {
    if (stopping.signal.aborted) return
    if (isFlushing) isAgain = true
    else flushing ??= later(gatherMs, () => void flush().catch(onFault))
  })

  // Apps that were notified before the cloud had the films read a list without them.
  mirror.onTaken((realm) => {
    if (!notified || notified.has(realm)) return
    notified.add(realm)
    pushSoon()
  })

  async function flush(): Promise<void> {
    isFlushing = true
    flushing = undefined
    try {
      do {
        isAgain = false
        while (!stopping.signal.aborted && (await flushSome()) === rowsAtOnce) isAgain = false
      } while (isAgain && !stopping.signal.aborted)
      await mirror.replaceAll(
        unreadableRow,
        new Map((await movies.store.unreadable()).map((row) => [row.id, unreadableRowOf(row)])),
      )
    } finally {
      isFlushing = false
    }
    pushSoon()
  }

  async function flushSome(): Promise<number> {
    const films = await movies.store.changed(rowsAtOnce)
    if (films.length === 0) return 0
    notified = new Set()
    // A film may have become an episode, or the other way round.
    const filmRows = new Map<string, ReturnType<typeof rowOf> | null>()
    const episodeRows = new Map<string, ReturnType<typeof episodeRowOf> | null>()
    for await (const film of inTurns(films)) {
      filmRows.set(film.film_id, isShown(film, false) ? rowOf(film) : null)
      episodeRows.set(film.film_id, isShown(film, true) ? episodeRowOf(film) : null)
    }
    await mirror.putMany(filmRow, filmRows)
    await mirror.putMany(episodeRow, episodeRows)
    await movies.store.settled(films)
    events.emit('films', { ids: films.map(({ film_id }) => film_id) })
    pushSoon()
    return films.length
  }

  function pushSoon(): void {
    if (stopping.signal.aborted) return
    pushing ??= later(Math.max(0, pushedAt + pushEveryMs - now()), () => void pushNow().catch(onFault))
  }

  async function pushNow(): Promise<void> {
    pushedAt = now()
    pushing = undefined
    push({ act: movieScan.name, dev: devsn, code: Code.ok, data: await movies.state() })
  }

  return {
    stop(): void {
      stopping.abort()
      flushing?.()
      pushing?.()
    },
  }
}

function isShown({ kind, is_listed, files }: WholeFilm, isEpisode: boolean): boolean {
  return is_listed === 1 && (kind === 'episode') === isEpisode && (kind === 'series' || files.length > 0)
}
