/** What is read of the forum: boards, feeds of threads, one thread, its replies. */
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
  type ThreadRow,
  type threadSorts,
} from '@homeport/contract/forum.ts'
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { ask } from '../../kit/ask.ts'
import { isFailure } from '../../kit/failure.ts'
import { otherLang } from '../../kit/lang.ts'
import { session } from '../../kit/session.ts'

const rowsOnPage = 20
/** Of a long thread so many replies come at once. */
export const repliesOnPage = 30
/** So many pages of a long thread are held at once; those that one has left come again. */
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
/** A long list is not read again from its top whenever one comes back to it: its place stays, and one pulls for what is new. */
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

/** The tree once more where a board is not in the one at hand: it may be newer than that. Once a board and while the answer is good. */
export const boardsAnew = (client: QueryClient, unlistedId: number) =>
  queryOptions({
    queryKey: keyOf('boards anew', unlistedId),
    queryFn: () => client.fetchQuery({ ...allBoards(), staleTime: 0 }),
    staleTime: boardsFreshMs,
    meta: { isQuiet: true },
  })

/** Every list of threads has its key under 'feed', so that a like shows in all of them. */
export const feedOf = (shown: Shown) =>
  infiniteQueryOptions({
    queryKey: keyOf('feed', 'board', shown),
    queryFn: ({ pageParam, signal }) => ask(threads, { ...shown, cursor: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: '',
    getNextPageParam: cursorAfter,
    ...calm,
    meta: saved,
  })

/** userId '' is oneself. */
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

/** from 0 begins at the beginning of the order; another floor there, and both ways from it. */
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

/** Is it in the forum of the other language? Asked where it is not in this one. */
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

/** From the top of the tree down to this board; empty where there is none of this id. */
export function wayTo(tree: readonly Board[], id: number): Board[] {
  const way: Board[] = []
  for (let one = find(tree, id); one && !way.includes(one); one = find(tree, one.parent_id)) way.unshift(one)
  return way
}

export function within(tree: readonly Board[], parentId: number): Board[] {
  return tree.filter((one) => one.parent_id === parentId)
}

function find(tree: readonly Board[], id: number): Board | undefined {
  return tree.find((one) => one.id === id)
}
