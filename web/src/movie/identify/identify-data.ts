/** Queries and mutations of finding out which film a file is. The box does it: all but the list of unreadable files needs it online. */
import type { Device } from '@homeport/contract/device.ts'
import {
  filmLookup,
  filmWrite,
  filmsAccept,
  filmsUndo,
  filmsUnidentified,
  getMovieFile,
  listUnreadable,
  removeRelation,
  saveMovieFile,
  WriteRefusal,
  type FilmChoice,
} from '@homeport/contract/movie/identify.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { filmsAfterSyncMs } from '@homeport/contract/movie/movie.ts'
import { infiniteQueryOptions, keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from '../../kit/call/http.ts'
import { later } from '../../kit/time/clock.ts'
import { lang } from '../../kit/lang.ts'
import { savePicture } from '../../kit/storage.ts'
import { isFailure } from '../../kit/failure.ts'
import { send } from '../../kit/call/box-connection.ts'
import { putBlob } from '../../kit/call/upload.ts'
import { shrinkPicture } from '../../shared/shrink-picture.ts'
import { keyOf, reread } from '../data.ts'

export const unidentifiedPath = '/pages/device/movie/unidentified'
export const levels = ['all', 'sure', 'check'] as const
export type Level = (typeof levels)[number]

const rowsOnPage = 60
const maxPosterBytes = 2 * 1024 * 1024
const retry = (count: number, error: Error) => count < 1 && isFailure(error, 'network')

/** A film with what its name says, and its candidates. */
export const match = (device: Device, id: string) =>
  queryOptions({
    queryKey: [...keyOf(device), 'match', id],
    queryFn: ({ signal }) => ask(getMovieFile, { devid: device.devid, id }, { signal }),
    enabled: id !== '',
    retry,
    meta: { isQuiet: true },
  })

/** Candidates for a query by hand; '' asks for nothing. */
export const lookup = (device: Device, id: string, query: string) =>
  queryOptions({
    queryKey: [...keyOf(device), 'lookup', id, query],
    queryFn: () => send(filmLookup, { id, query }),
    enabled: query !== '',
    retry,
    meta: { isQuiet: true },
  })

export const unidentified = (device: Device, level: Level) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(device), 'unidentified', level],
    queryFn: ({ pageParam }) => send(filmsUnidentified, { level, page: pageParam, limit: rowsOnPage }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : null),
    placeholderData: keepPreviousData,
    retry,
    meta: { isQuiet: true },
  })

/** Whether the box has a key of the film database, and how many films nobody knows; of a box that is there. */
export const identifying = (device: Device) =>
  queryOptions({
    queryKey: [...keyOf(device), 'identifying'],
    queryFn: async () => {
      const { database, counts } = await send(filmsUnidentified, { level: 'all', page: 1, limit: 1 })
      return { database, counts }
    },
    enabled: device.online === 1,
    retry: false,
    meta: { isQuiet: true, isSaved: true },
  })

export const unreadable = (device: Device) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(device), 'unreadable'],
    queryFn: ({ pageParam, signal }) =>
      ask(listUnreadable, { devid: device.devid, page: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : null),
    meta: { isQuiet: true },
  })

export type Choice = { id: string } & Partial<FilmChoice>

export const identify = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (choice: Choice) => ask(saveMovieFile, { devid: device.devid, ...choice }),
    onSettled: () => rereadSoon(client, device),
  })

export const forget = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (id: string) => ask(removeRelation, { devid: device.devid, id }),
    onSettled: () => rereadSoon(client, device),
  })

/** Takes the best candidate of every film from this score on. */
export const accept = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (min_score: number) => send(filmsAccept, { ids: [], min_score }),
    onSettled: () => rereadSoon(client, device),
  })

/** id: the last change of one film; sweep_id: a whole sweep. */
export const undo = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (of: { id: string } | { sweep_id: string }) => send(filmsUndo, of),
    onSettled: () => rereadSoon(client, device),
  })

/** NFO and pictures beside the film. */
export const writeBeside = () =>
  mutationOptions({
    mutationFn: (wish: { id: string; overwrite: boolean }) => send(filmWrite, wish),
    meta: { takes: (failure: unknown) => writeRefusalOf(failure) !== undefined },
  })

export function writeRefusalOf(failure: unknown): WriteRefusal | undefined {
  const read = isFailure(failure) && failure.code === Code.notAllowed ? z.safeParse(WriteRefusal, failure.data) : undefined
  return read?.success ? read.data : undefined
}

/** A poster of one's own, in the browser too, where its form finds it after a reload; null where the file is no picture. */
export const putPoster = () =>
  mutationOptions({
    mutationFn: async (file: Blob) => {
      const picture = file.type.startsWith('image/') ? await shrinkPicture(file, maxPosterBytes) : null
      if (!picture) return null
      const realm = lang.get()
      const id = await putBlob(picture)
      await savePicture(realm, id, picture)
      return id
    },
  })

/** The box has changed the film; its report reaches the cloud a moment later. */
function rereadSoon(client: QueryClient, device: Device): void {
  reread(client, device)
  later(filmsAfterSyncMs, () => reread(client, device))
}
