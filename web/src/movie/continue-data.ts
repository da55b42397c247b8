/** The films that the user can go on with, for the home page: nothing else of the watch history is loaded there. */
import type { Device } from '@homeport/contract/device.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { continueWatching, type WatchedFilm } from '@homeport/contract/movie/watch-history.ts'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { keyOf, shelfLength } from './data.ts'

export const continuePath = '/pages/device/movie/continue'
export type Watched = Out<typeof WatchedFilm>

/** The key of every list of films that the user can go on with. */
export const begunKey = (device: Device) => [...keyOf(device), 'continue']

/** The first films that the user can go on with on this box. */
export const begun = (device: Device) =>
  queryOptions({
    queryKey: [...begunKey(device), 'first'],
    queryFn: ({ signal }) => ask(continueWatching, { devid: device.devid, limit: shelfLength }, { signal }),
    meta: { isSaved: true, isQuiet: true },
  })
