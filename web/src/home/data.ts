/** Queries of the home page and explore: banners, recommended threads, latest threads of the two house boards. */
import { announcements, updates } from '@homeport/contract/shape/well-known-boards.ts'
import { banners as bannersCall, listByCategory, recommend } from '@homeport/contract/home.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { session } from '../kit/session.ts'

const bannersFreshMs = 300_000
const rowsOnPage = 20

const keyOf = (...rest: unknown[]) => [session.get().lang, ...rest]
const saved = { isSaved: true, isQuiet: true }

export const banners = () =>
  queryOptions({
    queryKey: keyOf('home', 'banners'),
    queryFn: ({ signal }) => ask(bannersCall, {}, { signal }),
    select: ({ data }) => data,
    staleTime: bannersFreshMs,
    meta: saved,
  })

/** Its key is among the forum's feeds, so that a like updates it too. */
export const recommended = () =>
  infiniteQueryOptions({
    queryKey: keyOf('forum', 'feed', 'recommended'),
    queryFn: ({ pageParam, signal }) => ask(recommend, { cursor: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => (next === '' ? null : next),
    meta: saved,
  })

export const houseBoards = ['announcements', 'updates'] as const
export type HouseBoard = (typeof houseBoards)[number]

export function boardIdOf(board: HouseBoard): number {
  return { announcements, updates }[board][session.get().lang]
}

/** The newest thread of the board. */
export const latestOf = (board: HouseBoard) =>
  queryOptions({
    queryKey: keyOf('home', 'board', board),
    queryFn: ({ signal }) => ask(listByCategory, { category_id: boardIdOf(board), limit: 1 }, { signal }),
    select: ({ data }) => data[0] ?? null,
    meta: saved,
  })

export function threadHref(id: string): string {
  return `#/pages/forum/postings/thread?id=${encodeURIComponent(id)}`
}

export function boardHref(board: HouseBoard): string {
  return `#/pages/forum/type/three?id=${boardIdOf(board)}`
}
