/** Queries and mutations of moderation: the report queue, hiding, locking, pinning, featuring, banning. */
import { ban, moderate, reported, type moderations } from '@homeport/contract/forum.ts'
import { moderateBullet, reportedBullets, type bulletModerations } from '@homeport/contract/guide.ts'
import { infiniteQueryOptions, mutationOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import type { PostTarget } from '../base/mutations.ts'
import { keyOf } from '../base/data.ts'

const rowsOnPage = 20

export type Moderation = (typeof moderations)[number]

export const queue = () =>
  infiniteQueryOptions({
    queryKey: keyOf('reported'),
    queryFn: ({ pageParam, signal }) => ask(reported, { page: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : null),
    meta: { isQuiet: true },
  })

/** Reported bullet comments of the guides: a queue of their own in the cloud, one list on screen. */
export const bulletQueue = () =>
  infiniteQueryOptions({
    queryKey: keyOf('reported-bullets'),
    queryFn: ({ pageParam, signal }) => ask(reportedBullets, { page: pageParam, limit: rowsOnPage }, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : null),
    meta: { isQuiet: true },
  })

export const moderatingBullet = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (one: { id: string; what: (typeof bulletModerations)[number] }) => ask(moderateBullet, one),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf('reported-bullets') }),
  })

/** Invalidates all forum queries: the post may have moved or gone. */
export const moderating = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ thing, what }: { thing: PostTarget; what: Moderation }) => ask(moderate, { ...thing, what }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf() }),
  })

/** days 0 lifts it. */
export const banning = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (one: { user_id: string; days: number; reason: string }) => ask(ban, one),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf() }),
  })
