/** Queries of the search in a box's films, and the history of searches. */
import type { Device } from '@homeport/contract/device.ts'
import { hotFilmSearches, searchFilms, type filmSearchTabs } from '@homeport/contract/movie/movie.ts'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { createSearchHistory } from '../../shared/search/search-history.ts'
import { keyOf } from '../data.ts'

export type SearchTab = (typeof filmSearchTabs)[number]

const rowsOnPage = 20
export const searchPath = '/pages/device/movie/search/index'
export const searchHistory = createSearchHistory('movie')

const hotFreshMs = 300_000

/** The words that the household searches for most. */
export const hotFilms = (device: Device) =>
  queryOptions({
    queryKey: [...keyOf(device), 'hot'],
    queryFn: ({ signal }) => ask(hotFilmSearches, { devid: device.devid }, { signal }),
    staleTime: hotFreshMs,
    meta: { isQuiet: true },
  })

type Query = { q: string; tab: SearchTab; isExact: boolean }

export const foundFilms = (device: Device, { q, tab, isExact }: Query) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(device), 'found', q, tab, isExact],
    queryFn: ({ pageParam, signal }) =>
      ask(searchFilms, { devid: device.devid, q, tab, is_exact: isExact, page: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ counts, page, limit }) => (page * limit < counts[tab] ? page + 1 : null),
    enabled: q !== '',
    // While one types, the last hits stay until the next ones are there.
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  })
