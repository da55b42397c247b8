/** Queries of the forum: boards, thread lists, one thread, its replies. */
import {
  boards,
  favoritesOf,
  history,
  replies,
  repliesOf,
  thread,
  threads,
  threadsOf,
  type Board,
  type Reply,
  type threadSorts,
} from '@homeport/contract/forum.ts'
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { isFailure } from '../../kit/failure.ts'
import { otherLang } from '../../kit/lang.ts'
import { session } from '../../kit/session.ts'

const rowsOnPage = 20
/** Page size of the replies in a long thread. */
export const repliesOnPage = 30
/** Pages of a long thread kept in memory; dropped pages are refetched. */
const pagesAtHand = 20
/** The tree of boards changes when an operator changes it. */
const boardsFreshMs = 300_000

export type Sort = (typeof threadSorts)[number]
export type Order = 'oldest' | 'newest'
type Shown = { board_id: number; sort: Sort; tag: string }
export type Feed = InfiniteData<{ data: ThreadRow[]; next: string }, string>
type From = { floor: number; cursor: string }
type ReplyPage = { data: Reply[]; next: string; prev: string; total: number }
export type Replies = InfiniteData<ReplyPage, From>

export const keyOf = (...rest: unknown[]) => [session.get().lang, 'forum', ...rest]
const saved = { isSaved: true, isQuiet: true }
/** A longer list is not refetched on return: the scroll position stays, and pull to refresh loads new rows. */
const shortPages = 3
const isShort = ({ state }: { state: { data: { pages: readonly unknown[] } | undefined } }) =>
  (state.data?.pages.length ?? 0) <= shortPages
const calm = { refetchOnWindowFocus: false, refetchOnMount: isShort }
const cursorAfter = ({ next }: { next: string }) => (next === '' ? null : next)

export const allBoards = () =>
  queryOptions({
    queryKey: keyOf('boards'),
    queryFn: ({ signal }) => ask(boards, {}, { signal }),
    select: ({ data }) => data,
    staleTime: boardsFreshMs,
    meta: saved,
  })

/** Refetches the board tree if a board is not in the cached one. Once per board while the response is fresh. */
export const boardsAnew = (client: QueryClient, unlistedId: number) =>
  queryOptions({
    queryKey: keyOf('boards anew', unlistedId),
    queryFn: () => client.fetchQuery({ ...allBoards(), staleTime: 0 }),
    staleTime: boardsFreshMs,
    meta: { isQuiet: true },
  })

/** The key of every thread list starts with 'feed', so that a like updates all of them. */
export const feedOf = (shown: Shown) =>
  infiniteQueryOptions({
    queryKey: keyOf('feed', 'board', shown),
    queryFn: ({ pageParam, signal }) => ask(threads, { ...shown, cursor: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
    ...calm,
    meta: saved,
  })

/** userId '' is the signed-in user. */
export const postsOf = (userId: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('feed', 'of', userId),
    queryFn: ({ pageParam, signal }) => ask(threadsOf, { user_id: userId, cursor: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
    ...calm,
    meta: saved,
  })

export const favorites = () =>
  infiniteQueryOptions({
    queryKey: keyOf('feed', 'favorites'),
    queryFn: ({ pageParam, signal }) => ask(favoritesOf, { cursor: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
    ...calm,
    meta: saved,
  })

export const answersOf = (userId: string) =>
  infiniteQueryOptions({
    queryKey: keyOf('answers', userId),
    queryFn: ({ pageParam, signal }) => ask(repliesOf, { user_id: userId, cursor: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
    ...calm,
    meta: saved,
  })

export const oneThread = (id: string) =>
  queryOptions({
    queryKey: keyOf('thread', id),
    queryFn: ({ signal }) => ask(thread, { id }, { signal }),
    enabled: id !== '',
    meta: saved,
  })

/** from 0 starts at the beginning of the order; else at that floor, with pages both ways. */
export const repliesTo = (id: string, { order, ofAuthor, from }: { order: Order; ofAuthor: boolean; from: number }) =>
  infiniteQueryOptions({
    queryKey: keyOf('replies', id, order, ofAuthor, from),
    queryFn: ({ pageParam, signal }) =>
      ask(replies, { thread_id: id, order, of_author: ofAuthor, ...pageParam, limit: repliesOnPage }, { signal }),
    initialPageParam: firstPage(from),
    getNextPageParam: ({ next }) => (next === '' ? null : { floor: 0, cursor: next }),
    getPreviousPageParam: ({ prev }) => (prev === '' ? null : { floor: 0, cursor: prev }),
    maxPages: pagesAtHand,
    ...calm,
    meta: saved,
  })

function firstPage(floor: number): From {
  return { floor, cursor: '' }
}

export const historyOf = (type: 'thread' | 'reply', id: string) =>
  queryOptions({
    queryKey: keyOf('history', type, id),
    queryFn: ({ signal }) => ask(history, { type, id }, { signal }),
    select: ({ data }) => data,
    meta: { isQuiet: true },
  })

/** Does the thread exist in the other language's forum? Queried if it is not in this one. */
export const threadElsewhere = (id: string) =>
  queryOptions({
    queryKey: keyOf('elsewhere', 'thread', id),
    queryFn: ({ signal }) => isThere(ask(thread, { id }, { signal, asGuestIn: otherLang(session.get().lang) })),
    meta: { isQuiet: true },
  })

export const boardElsewhere = (id: number) =>
  queryOptions({
    queryKey: keyOf('elsewhere', 'board', id),
    queryFn: async ({ signal }) => {
      const { data } = await ask(boards, {}, { signal, asGuestIn: otherLang(session.get().lang) })
      return data.some((one) => one.id === id)
    },
    meta: { isQuiet: true },
  })

async function isThere(answer: Promise<unknown>): Promise<boolean> {
  try {
    await answer
    return true
  } catch (error) {
    if (isFailure(error, 'code')) return false
    throw error
  }
}

/** The path from the tree's root to this board; empty for an unknown id. */
export function pathToBoard(tree: readonly Board[], id: number): Board[] {
  const boardPath: Board[] = []
  for (let one = find(tree, id); one && !boardPath.includes(one); one = find(tree, one.parent_id)) boardPath.unshift(one)
  return boardPath
}

export function within(tree: readonly Board[], parentId: number): Board[] {
  return tree.filter((one) => one.parent_id === parentId)
}

function find(tree: readonly Board[], id: number): Board | undefined {
  return tree.find((one) => one.id === id)
}
