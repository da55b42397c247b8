/** The films that the user watched: the history, and marks by hand, which change the screen with the tap. */
import type { Device } from '@homeport/contract/device.ts'
import type { FilmDetail } from '@homeport/contract/movie/movie.ts'
import type { listEpisodes } from '@homeport/contract/movie/series.ts'
import { clearHistory, continueWatching, listHistory, setAside } from '@homeport/contract/movie/watch-history.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { infiniteQueryOptions, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { edit, optimistic, type Undo } from '../../kit/keep/optimistic.ts'
import { begunKey, type Watched } from '../continue-data.ts'
import { film, keyOf, reread } from '../data.ts'
import { sendMark } from '../mark-outbox.ts'

/** id: of a film, of a series (season: only that season), or of an episode with its series. */
export type Mark = { id: string; seriesId?: string; season?: number; isWatched: boolean }
export type EpisodePage = Out<typeof listEpisodes.output>

const historyOnPage = 60
const maxBegun = 60
const marking = ['mark as watched']
const puttingAside = ['put aside']

export const history = (device: Device) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(device), 'history'],
    queryFn: ({ pageParam, signal }) =>
      ask(listHistory, { devid: device.devid, page: pageParam, limit: historyOnPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : null),
    meta: { isQuiet: true },
  })

/** All that the user can go on with. */
export const allBegun = (device: Device) =>
  queryOptions({
    queryKey: [...begunKey(device), 'all'],
    queryFn: ({ signal }) => ask(continueWatching, { devid: device.devid, limit: maxBegun }, { signal }),
    meta: { isQuiet: true },
  })

/** Takes a film or series out of what the user goes on with, or puts it back: in order, as marks are. */
export const putAside = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationKey: puttingAside,
    scope: { id: puttingAside.join() },
    mutationFn: ({ id, isAside }: { id: string; isAside: boolean }) =>
      ask(setAside, { devid: device.devid, id, is_aside: isAside }),
    ...optimistic(
      ({ id, isAside }: { id: string; isAside: boolean }) =>
        edit<{ data: Watched[] }>(client, begunKey(device), (list) =>
          isAside ? { ...list, data: list.data.filter((row) => row.film.id !== id) } : list,
        ),
      { client, queryKey: begunKey(device) },
    ),
    onSettled: async () => {
      if (client.isMutating({ mutationKey: puttingAside }) === 1) await client.invalidateQueries({ queryKey: begunKey(device) })
    },
  })

/** Removes entries by the ids of their films and episodes; null: all of them. */
export const clearEntries = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (ids: string[] | null) => ask(clearHistory, { devid: device.devid, ids: ids ?? [], is_all: ids === null }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(device) }),
  })

export const episodesKey = (device: Device, seriesId: string) => [...keyOf(device), 'episodes', seriesId]

/** Marks go one after the other: an undo never overtakes its mark. The lists on screen are asked for again after the last of them. */
export const markAs = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationKey: marking,
    scope: { id: marking.join() },
    mutationFn: ({ id, season, isWatched }: Mark) =>
      sendMark(client, { devid: device.devid, film: id, season: season ?? null, kind: 'watched', isOn: isWatched }),
    ...optimistic((mark: Mark) => change(client, device, mark), { client, queryKey: keyOf(device) }),
    onSettled: async () => {
      if (client.isMutating({ mutationKey: marking }) === 1) await client.invalidateQueries({ queryKey: keyOf(device) })
    },
  })

function change(client: QueryClient, device: Device, { id, seriesId, season, isWatched }: Mark): Undo {
  const undoEpisodes = edit<EpisodePage>(client, episodesKey(device, seriesId ?? id), (page) => ({
    ...page,
    data: page.data.map((row) =>
      row.id === id || (seriesId === undefined && (season === undefined || row.season === season)) ? marked(row, isWatched) : row,
    ),
  }))
  const undoFilm =
    seriesId === undefined ? edit(client, film(device, id).queryKey, (row) => markedFilm(row, season, isWatched)) : null
  return (error) => {
    undoFilm?.(error)
    undoEpisodes(error)
  }
}

function marked<T extends { is_watched: boolean; position_ms: number | null }>(row: T, isWatched: boolean): T {
  return { ...row, is_watched: isWatched, position_ms: null }
}

function markedFilm<T extends FilmDetail>(row: T, season: number | undefined, isWatched: boolean): T {
  const season_list = row.season_list.map((one) =>
    season === undefined || one.season === season ? { ...one, watched: isWatched ? one.episodes : 0 } : one,
  )
  return season === undefined ? { ...marked(row, isWatched), season_list } : { ...row, season_list }
}

/** The heart turns at once; it turns back with a message where the cloud refuses, and waits where there is no network. */
export const setFavorite = (client: QueryClient, device: Device, id: string) => {
  const { queryKey } = film(device, id)
  return mutationOptions({
    mutationFn: (isOn: boolean) => sendMark(client, { devid: device.devid, film: id, season: null, kind: 'favorite', isOn }),
    onMutate: (is_favorite) => {
      const before = client.getQueryData(queryKey)
      if (before) client.setQueryData(queryKey, { ...before, is_favorite })
      return before
    },
    onError: (_, __, before) => client.setQueryData(queryKey, before),
    onSettled: () => reread(client, device),
  })
}
