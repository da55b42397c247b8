/** Queries and mutations of what the household wants to see, and of the episodes that a series lacks. The box keeps and knows them: it must be online. */
import type { Device } from '@homeport/contract/device.ts'
import { episodesMissing, wishAdd, wishList, wishRemove, type Wish } from '@homeport/contract/feed/wish.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { databaseSearch } from '@homeport/contract/movie/identify.ts'
import { mutationOptions, queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { send } from '../../kit/call/box-connection.ts'
import { isFailure } from '../../kit/failure.ts'
import { useText } from '../../kit/lang.ts'
import { commonText } from '../../kit/text/text.ts'
import { toast } from '../../ui/toast.tsx'
import { keyOf } from '../data.ts'
import { wishText } from './wish-text.ts'

const pollMs = 30_000
/** While one is on its way. */
const loadingPollMs = 5_000
const awayPollMs = 10_000
export const wishesPath = '/pages/device/movie/wishes'
/** A download's own page. */
export const taskPath = '/pages/device/download/detail'
const wishesKey = (device: Device) => [...keyOf(device), 'wishes']
const missingKey = (device: Device) => [...keyOf(device), 'missing']

export const wishes = (device: Device) =>
  queryOptions({
    queryKey: wishesKey(device),
    queryFn: () => send(wishList, {}),
    enabled: device.online === 1,
    refetchInterval: ({ state }) => (state.data?.data.some(({ progress }) => progress !== null) ? loadingPollMs : pollMs),
    retry: false,
    meta: { isQuiet: true },
  })

/** Films and series that the library does not have. */
export const elsewhere = (device: Device, query: string) =>
  queryOptions({
    queryKey: [...keyOf(device), 'elsewhere', query],
    queryFn: () => send(databaseSearch, { query }),
    enabled: device.online === 1 && [...query].length > 1,
    // An answer that came too late is kept on the box.
    refetchInterval: ({ state }) => (state.data?.database === 'away' ? awayPollMs : false),
    retry: false,
    meta: { isQuiet: true },
  })

export const missing = (device: Device, { seriesId, season }: { seriesId: string; season: number }) =>
  queryOptions({
    queryKey: [...missingKey(device), seriesId, season],
    queryFn: () => send(episodesMissing, { id: seriesId, season }),
    enabled: device.online === 1,
    refetchInterval: pollMs,
    retry: false,
    meta: { isQuiet: true },
  })

type Request = In<(typeof wishAdd)['input']>

const addWish = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (request: Request) => send(wishAdd, request),
    onSuccess: ({ data }) => {
      client.setQueryData(wishes(device).queryKey, { data })
      return client.invalidateQueries({ queryKey: missingKey(device) })
    },
    meta: { takes: isRefused },
  })

const removeWish = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (wish_id: string) => send(wishRemove, { wish_id }),
    onSuccess: (all) => {
      client.setQueryData(wishes(device).queryKey, all)
      return client.invalidateQueries({ queryKey: missingKey(device) })
    },
    meta: { takes: isRefused },
  })

/** Other failures are shown by the app. */
function isRefused(failure: unknown): boolean {
  return isFailure(failure, 'code')
}

const Reason = z.object({ reason: z.string() })

/** Adds a wish and says what became of it; an episode or a season is gone for at once. */
export function useAddWish(device: Device) {
  const words = useText(wishText)
  const common = useText(commonText)
  const adding = useMutation(addWish(useQueryClient(), device))

  function failed(failure: unknown): string | undefined {
    if (!isFailure(failure, 'code')) return undefined
    if (failure.code === Code.notFound) return words.failedGone
    if (failure.code === Code.taken) return words.failedFull
    const reason = z.safeParse(Reason, failure.data).data?.reason
    if (reason === 'no_key') return words.failedNoKey
    if (reason === 'bad_key') return words.badKey
    return reason === 'away' ? words.away : common.boxSilent
  }

  function add(request: Request): void {
    const isSearched = (request.season ?? 0) > 0
    adding.mutate(request, {
      onSuccess: ({ state, feeds }) => {
        if (state === 'taken') return toast(words.wishedTaken)
        if (state === 'here') return toast(words.wishedHere)
        if (isSearched) return toast(feeds === 0 ? words.notFoundNoFeed : words.notFound)
        toast(feeds === 0 ? words.wishedNoFeed : words.wished)
      },
      onError(failure) {
        const text = failed(failure)
        if (text !== undefined) toast(text)
      },
    })
  }
  return { add, isPending: adding.isPending }
}

/** Removes a wish, and adds it again where that was a slip. */
export function useRemoveWish(device: Device) {
  const words = useText(wishText)
  const common = useText(commonText)
  const client = useQueryClient()
  const removing = useMutation(removeWish(client, device))
  const again = useMutation(addWish(client, device))
  return ({ wish_id, tmdb, season, episode, quality_from }: Wish): void =>
    removing.mutate(wish_id, {
      onSuccess: () =>
        toast(words.removed, {
          label: common.undo,
          run: () =>
            again.mutate(
              { tmdb, season, episode, quality_from },
              { onError: (failure) => isRefused(failure) && toast(words.failedOther) },
            ),
        }),
      onError: (failure) => isRefused(failure) && toast(words.removeFailed),
    })
}
