/** Query and mutation of the test of the conversion. */
import { conversionTest, runConversionTest } from '@homeport/contract/playback/conversion-test.ts'
import type { Device } from '@homeport/contract/device.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { send } from '../../kit/call/box-connection.ts'
import { session } from '../../kit/session.ts'

const runningPollMs = 1_000
/** TVs come and go, and films begin. */
const pollMs = 5_000

export const testOf = (device: Device) =>
  queryOptions({
    queryKey: [session.get().lang, 'playback', 'conversion-test', device.devsn],
    queryFn: () => send(conversionTest, {}),
    enabled: device.online === 1,
    refetchInterval: ({ state }) => (state.data?.is_running ? runningPollMs : pollMs),
    retry: false,
    staleTime: 0,
    meta: { isSaved: true, isQuiet: true },
  })

export const runTest = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (is_running: boolean) => send(runConversionTest, { is_running }),
    onSuccess: (test) => client.setQueryData(testOf(device).queryKey, test),
  })
