/** Queries and mutations of the box's films: pages of the list, one film, watch history, library sync. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  deviceFilms,
  filmDetail,
  filmGenresOf,
  filmsAfterSyncMs,
  listFilms,
  movieScan,
  syncMovie,
  type Film,
  type ScanState,
} from '@homeport/contract/movie/movie.ts'
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { observable } from '../kit/observable.ts'
import { later, now } from '../kit/time/clock.ts'
import { isFailure } from '../kit/failure.ts'
import { onAct } from '../kit/call/box-connection.ts'
import { refetchInTurn } from '../kit/query/refetch-turns.ts'
import { session } from '../kit/session.ts'
import type { Filter } from './filter.ts'
import type { Sorted } from './sort.ts'

/** Twenty rows of three, ten of six: what a few swipes show. */
export const filmsOnPage = 60
/** The first pages are stored for a start without the cloud; a large library is not stored whole. */
const savedPages = 8
const rereadEveryMs = 2_000
export const shelfLength = 12
export const detailPath = '/pages/device/movie/detail'
export const libraryPath = '/pages/main/movie/list'
/** The films of a person, a collection or a filter. */
export const filmsPath = '/pages/device/movie/list-movie'
export const screeningPath = '/pages/device/movie/search/screening'

/** Progress of the box's library scan; null if unknown. */
export const scanning = observable<{ devsn: string; state: ScanState } | null>(null)

export const keyOf = (device: Device) => [session.get().lang, 'movie', device.devid]

/** filter: only the fields in use. */
export type FilmQuery = Sorted & { filter?: Filter; limit?: number }

export const films = (device: Device, { sort, order, filter = {}, limit = filmsOnPage }: FilmQuery, page: number) =>
  queryOptions({
    queryKey: [...keyOf(device), 'list', sort, order, limit, page, filter],
    queryFn: ({ signal }) => ask(listFilms, { ...filter, devid: device.devid, page, limit, sort, order }, { signal }),
    meta: { isSaved: page <= savedPages && Object.keys(filter).length === 0, isQuiet: true },
  })

/** The values by which the library can be filtered, with counts. */
export const filmCounts = (device: Device, filter: Filter) =>
  queryOptions({
    queryKey: [...keyOf(device), 'counts', filter],
    queryFn: ({ signal }) => ask(filmGenresOf, { ...filter, devid: device.devid }, { signal }),
    // While one chooses, the last counts stay until the next ones are there.
    placeholderData: keepPreviousData,
    meta: { isSaved: Object.keys(filter).length === 0, isQuiet: true },
  })

/** The latest films, for the home page. */
export const newest = (device: Device) =>
  queryOptions({
    queryKey: [...keyOf(device), 'newest'],
    queryFn: ({ signal }) => ask(deviceFilms, { devid: device.devid, limit: shelfLength, sort: 'added' }, { signal }),
    meta: { isSaved: true, isQuiet: true },
  })

export const film = (device: Device, id: string) =>
  queryOptions({
    queryKey: [...keyOf(device), 'film', id],
    queryFn: ({ signal }) => ask(filmDetail, { devid: device.devid, id }, { signal }),
    retry: (count, error) => count < 1 && isFailure(error, 'network'),
    meta: { isSaved: true, isQuiet: true },
  })

/** Spec 4: the sync call, and the list 1 s later. */
export const sync = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: () => ask(syncMovie, { devsn: device.devsn }),
    onSuccess: () => void later(filmsAfterSyncMs, () => reread(client, device)),
    meta: { takes: (failure: unknown) => isFailure(failure, 'code') },
  })

export function isOffline(error: unknown): boolean {
  return isFailure(error, 'code') && error.code === Code.offline
}

/** Subscribes to the scan progress, and refetches the lists on screen as films come and go. */
export function subscribeToMovies(client: QueryClient, device: Device): () => void {
  let rereadAt = 0
  let stopWait: (() => void) | undefined
  const again = () => {
    stopWait = undefined
    rereadAt = now()
    refetchInTurn(client, keyOf(device))
  }
  const stop = onAct(movieScan, (state) => {
    scanning.set({ devsn: device.devsn, state })
    stopWait ??= later(Math.max(0, rereadAt + rereadEveryMs - now()), again)
  })
  return () => {
    stop()
    stopWait?.()
    scanning.set(null)
  }
}

/** Refetches every list and film of the box on screen. */
export function reread(client: QueryClient, device: Device): void {
  void client.invalidateQueries({ queryKey: keyOf(device) })
}

/** Watched percent; null if there is no position to resume from. */
export function seenPercent({ position_ms, duration_ms }: Pick<Film, 'position_ms' | 'duration_ms'>): number | null {
  if (!position_ms || !duration_ms) return null
  return Math.min(100, (position_ms / duration_ms) * 100)
}

export function detailOf(id: string): string {
  return `#${detailPath}?id=${encodeURIComponent(id)}`
}
