/** Boxes of the house that nobody has paired, while a form that pairs one is open. */
import { nearbyBoxes } from '@homeport/contract/nearby.ts'
import { queryOptions } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { session } from '../../kit/session.ts'

/** A box that was just plugged in appears without anybody's doing. */
const nearbyMs = 10_000

export const boxesNearby = () =>
  queryOptions({
    queryKey: [session.get().lang, 'device', 'nearby'],
    queryFn: async ({ signal }) => (await ask(nearbyBoxes, {}, { signal })).data,
    enabled: session.get().token !== '',
    refetchInterval: nearbyMs,
    staleTime: 0,
    retry: false,
    meta: { isQuiet: true },
  })
