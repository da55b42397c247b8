/** Queries and mutations of the box's feeds; no answer holds an address. */
import { getDownloadConfig } from '@homeport/contract/download/download-config.ts'
import type { Device } from '@homeport/contract/device.ts'
import { feedCheck, feedList, feedRemove, feedSave, feedTake, feedTry } from '@homeport/contract/feed/feed.ts'
import { FeedRule } from '@homeport/contract/feed/feed-rule.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { send } from '../kit/call/box-connection.ts'
import { session } from '../kit/session.ts'

const pollMs = 30_000
/** While downloads are being begun. */
const workPollMs = 1_500

/** Takes all. */
export const anyRule: FeedRule = FeedRule.parse({})

const canAsk = (device: Device) => device.online === 1 && device.role === 'owner'
const keyOf = (device: Device, ...rest: unknown[]) => [session.get().lang, 'feed', device.devsn, ...rest]

export const feeds = (device: Device) =>
  queryOptions({
    queryKey: keyOf(device, 'list'),
    queryFn: () => send(feedList, {}),
    enabled: canAsk(device),
    refetchInterval: pollMs,
    retry: false,
    staleTime: 0,
    meta: { isQuiet: true },
  })

/** address: of a feed that is not saved yet, which is not kept for longer than its page is open. */
export type Trial = { feed_id: string; address: string; rule: FeedRule }

/** The items that a rule would take; those of the one before stay while another is tried. */
export const trial = (device: Device, request: Trial) =>
  queryOptions({
    queryKey: keyOf(device, 'try', request),
    queryFn: () => send(feedTry, request),
    enabled: canAsk(device),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((item) => item.state === 'waiting' && item.fault === '') ? workPollMs : pollMs,
    retry: false,
    staleTime: 0,
    gcTime: 0,
    meta: { isQuiet: true },
  })

export const look = () =>
  mutationOptions({
    mutationFn: (address: string) => send(feedTry, { address, rule: anyRule }),
    gcTime: 0,
  })

export const categories = (device: Device) =>
  queryOptions({
    queryKey: keyOf(device, 'categories'),
    queryFn: async () => (await send(getDownloadConfig, {})).categories.map(({ name }) => name),
    enabled: canAsk(device),
    retry: false,
    meta: { isQuiet: true },
  })

export const saveFeed = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (feed: In<(typeof feedSave)['input']>) => send(feedSave, feed),
    onSuccess: (all) => client.setQueryData(feeds(device).queryKey, all),
    gcTime: 0,
  })

export const removeFeed = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (feed_id: string) => send(feedRemove, { feed_id }),
    onSuccess: (all) => client.setQueryData(feeds(device).queryKey, all),
  })

export const checkFeed = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (feed_id: string) => send(feedCheck, { feed_id }),
    onSuccess: (all) => {
      client.setQueryData(feeds(device).queryKey, all)
      return client.invalidateQueries({ queryKey: keyOf(device, 'try') })
    },
  })

export const takeItems = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (feed_id: string) => send(feedTake, { feed_id }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(device) }),
  })
