/** Mutations of threads and replies; a like or a bookmark shows in every list. */
import {
  editReply,
  editThread,
  favorite,
  like,
  readThread,
  remove,
  report,
  unfavorite,
  unlike,
  type Reply,
} from '@homeport/contract/forum.ts'
import type { ThreadRow } from '@homeport/contract/shape/thread.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import type { ReportReason } from '@homeport/contract/shape/complaint.ts'
import { mutationOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { isFailure } from '../../kit/failure.ts'
import { optimistic, switchTo } from '../../kit/keep/optimistic.ts'
import { session } from '../../kit/session.ts'
import { keyOf, oneThread, type Feed, type Replies } from './data.ts'

export type PostTarget = { id: string; type: 'thread' | 'reply' }
type Tap = { thing: PostTarget; isOn: boolean }
type Liked = { likes: number; is_liked: boolean }

export const setLike = (client: QueryClient) =>
  mutationOptions({
    // one after the other, in the order of the taps
    scope: { id: 'forum' },
    mutationFn: ({ thing, isOn }: Tap) => ask(isOn ? like : unlike, thing),
    ...optimistic((tap: Tap) => switchTo(tap.isOn, (isOn) => changeLike(client, tap.thing, (one) => liked(one, isOn)))),
    onSuccess: ({ likes }, { thing }) => changeLike(client, thing, (one) => ({ ...one, likes })),
  })

function liked<T extends Liked>(one: T, isOn: boolean): T {
  return one.is_liked === isOn ? one : { ...one, is_liked: isOn, likes: Math.max(0, one.likes + (isOn ? 1 : -1)) }
}

function changeLike(client: QueryClient, { id, type }: PostTarget, turn: <T extends Liked>(one: T) => T): void {
  if (type === 'thread') eachThread(client, id, turn)
  else eachReply(client, id, turn)
}

type FavoriteTap = { id: string; isOn: boolean }

/** Spec 4: the local count changes by one with the tap. */
export const setFavorite = (client: QueryClient) =>
  mutationOptions({
    scope: { id: 'forum' },
    mutationFn: ({ id, isOn }: FavoriteTap) => ask(isOn ? favorite : unfavorite, { id, type: 'thread' }),
    ...optimistic((tap: FavoriteTap) =>
      switchTo(tap.isOn, (isOn) => eachThread(client, tap.id, (one) => withBookmark(one, isOn))),
    ),
    onSuccess() {
      void client.invalidateQueries({ queryKey: keyOf('feed', 'favorites'), refetchType: 'none' })
      // the count on the user's own page
      void client.invalidateQueries({ queryKey: [session.get().lang, 'people', 'one'] })
    },
  })

function withBookmark<T extends ThreadRow>(one: T, isOn: boolean): T {
  if (one.is_favorite === isOn) return one
  return { ...one, is_favorite: isOn, favorites: Math.max(0, one.favorites + (isOn ? 1 : -1)) }
}

export const removing = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (post: PostTarget) => ask(remove, post),
    onSuccess: (_, { id, type }) => (type === 'thread' ? forgetThread(client, id) : forgetReply(client, id)),
  })

function forgetThread(client: QueryClient, id: string): void {
  client.removeQueries({ queryKey: keyOf('thread', id) })
  client.setQueriesData<Feed>({ queryKey: keyOf('feed') }, (list) => eachRow(list, (row) => (row.id === id ? [] : [row])))
}

function forgetReply(client: QueryClient, id: string): void {
  eachReply(client, id, (one) => ({ ...one, text: '', author: null, is_removed: true }))
  void client.invalidateQueries({ queryKey: keyOf('answers') })
}

/** Its failures are shown beside the field. */
export const rewriting = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, text }: { id: string; text: string }) => ask(editReply, { id, text }),
    onSuccess: (now) => eachReply(client, now.id, () => now),
    meta: { takes: (failure: unknown) => isFailure(failure, 'field') },
  })

/** Edits the user's own post; field errors are shown at the field, other refusals below the form. */
export const editing = () =>
  mutationOptions({
    mutationFn: (input: In<typeof editThread.input>) => ask(editThread, input),
    meta: { takes: (failure: unknown) => isFailure(failure, 'field') || isFailure(failure, 'code') },
  })

type Complaint = PostTarget & { reason: ReportReason; text: string }
export const reporting = () => mutationOptions({ mutationFn: (one: Complaint) => ask(report, one) })

/** Marks a thread read locally at once, then in the cloud without waiting for it. */
export function markRead(client: QueryClient, id: string, floor: number): void {
  if (session.get().token === '') return
  eachThread(client, id, (one) => (one.is_new ? { ...one, is_new: false } : one))
  client.setQueryData(oneThread(id).queryKey, (one) => one && { ...one, read_floor: Math.max(one.read_floor, floor) })
  void ask(readThread, { id, floor }).catch(() => null)
}

/** Adds a reply that the cloud accepted at the end of its order, if that end is loaded. */
export function insertReply(client: QueryClient, reply: Reply): void {
  eachThread(client, reply.thread_id, (one) => ({ ...one, replies: one.replies + 1 }))
  for (const [key, list] of client.getQueriesData<Replies>({ queryKey: keyOf('replies', reply.thread_id) })) {
    const [first, last] = [list?.pages[0], list?.pages.at(-1)]
    if (!list || !first || !last || list.pages.some(({ data }) => data.some(({ id }) => id === reply.id))) continue
    const isNewest = key.includes('newest')
    const edge = isNewest ? first : last
    const isAtEdge = isNewest ? first.prev === '' : last.next === ''
    const pages = list.pages.map((page) => ({
      ...page,
      total: page.total + 1,
      data: page !== edge || !isAtEdge ? page.data : isNewest ? [reply, ...page.data] : [...page.data, reply],
    }))
    client.setQueryData<Replies>(key, { ...list, pages })
  }
}

/** Refetches a thread: its post, and its replies from the starting floor. */
export function rereadThread(client: QueryClient, id: string): Promise<unknown> {
  firstPages(client, keyOf('replies', id))
  return Promise.all([
    client.invalidateQueries({ queryKey: oneThread(id).queryKey }),
    client.invalidateQueries({ queryKey: keyOf('replies', id) }),
  ])
}

/** Refetches thread lists from the first page. */
export function rereadLists(client: QueryClient, ...under: string[]): Promise<unknown> {
  firstPages(client, keyOf('feed', ...under))
  return client.invalidateQueries({ queryKey: keyOf('feed', ...under) })
}

/** Refetching an infinite list requests every loaded page: only the first is kept, others load on scroll. */
function firstPages(client: QueryClient, queryKey: readonly unknown[]): void {
  client.setQueriesData<InfiniteData<unknown>>(
    { queryKey },
    (list) => list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) },
  )
}

/** After a thread is created or edited: refetches thread lists, those on screen at once. */
export function rereadFeeds(client: QueryClient): void {
  void client.invalidateQueries({ queryKey: keyOf('feed') })
  void client.invalidateQueries({ queryKey: keyOf('boards') })
  void client.invalidateQueries({ queryKey: [session.get().lang, 'people', 'one'] })
}

function eachThread(client: QueryClient, id: string, turn: <T extends ThreadRow>(one: T) => T): void {
  client.setQueryData(oneThread(id).queryKey, (one) => one && turn(one))
  client.setQueriesData<Feed>({ queryKey: keyOf('feed') }, (list) => eachRow(list, (row) => [row.id === id ? turn(row) : row]))
}

function eachReply(client: QueryClient, id: string, turn: <T extends Reply>(one: T) => T | Reply): void {
  for (const of of ['replies', 'answers'])
    client.setQueriesData<Replies>(
      { queryKey: keyOf(of) },
      (list) =>
        list && {
          ...list,
          pages: list.pages.map((page) => ({
            ...page,
            data: page.data.map((row) => (row.id === id ? { ...row, ...turn(row) } : row)),
          })),
        },
    )
}

function eachRow(list: Feed | undefined, turn: (row: ThreadRow) => ThreadRow[]): Feed | undefined {
  return list && { ...list, pages: list.pages.map((page) => ({ ...page, data: page.data.flatMap(turn) })) }
}
