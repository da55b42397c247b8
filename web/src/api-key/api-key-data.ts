/** Query and mutations of the keys that the box uses; no answer holds one whole. */
import { apiKeyRemove, apiKeys, apiKeySet, type KeyService } from '@homeport/contract/api-key.ts'
import type { Device } from '@homeport/contract/device.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { isFailure } from '../kit/failure.ts'
import { send } from '../kit/call/box-connection.ts'
import { session } from '../kit/session.ts'

/** While a key is tried, or films get their posters with it. */
const workPollMs = 1_500
const pollMs = 30_000

export const keys = (device: Device) =>
  queryOptions({
    queryKey: [session.get().lang, 'api-key', device.devsn],
    queryFn: () => send(apiKeys, {}),
    enabled: device.online === 1 && device.role === 'owner',
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ state: one, waiting }) => one === 'trying' || waiting > 0) ? workPollMs : pollMs,
    retry: false,
    staleTime: 0,
    meta: { isQuiet: true },
  })

/** True if the box refuses the key itself: the field shows it. */
export const isOfKey = (failure: unknown) => isFailure(failure) && failure.invalid?.field === 'key'

export const setKey = (client: QueryClient, device: Device, service: KeyService) => {
  const { queryKey } = keys(device)
  return mutationOptions({
    mutationFn: (key: string) => send(apiKeySet, { service, key }),
    onSuccess: (all) => client.setQueryData(queryKey, all),
    // The key is not kept for longer than it is sent.
    gcTime: 0,
    meta: { takes: isOfKey },
  })
}

export const removeKey = (client: QueryClient, device: Device) => {
  const { queryKey } = keys(device)
  return mutationOptions({
    mutationFn: (service: KeyService) => send(apiKeyRemove, { service }),
    onSuccess: (all) => client.setQueryData(queryKey, all),
  })
}
