/** Query and mutation of the program that fetches torrents; no answer holds its password. */
import type { Device } from '@homeport/contract/device.ts'
import { torrentProgram, torrentProgramSet } from '@homeport/contract/download/torrent-program.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { send } from '../../kit/call/box-connection.ts'
import { isFailure } from '../../kit/failure.ts'
import { session } from '../../kit/session.ts'

const pollMs = 10_000

export const program = (device: Device) =>
  queryOptions({
    queryKey: [session.get().lang, 'download', 'program', device.devsn],
    queryFn: () => send(torrentProgram, {}),
    enabled: device.online === 1,
    refetchInterval: pollMs,
    retry: false,
    staleTime: 0,
    meta: { isQuiet: true },
  })

/** The form shows what the box refuses at its field. */
export const isOfForm = (failure: unknown) => isFailure(failure) && failure.invalid !== null

export const setProgram = (client: QueryClient, device: Device) => {
  const { queryKey } = program(device)
  return mutationOptions({
    mutationFn: (choice: In<(typeof torrentProgramSet)['input']>) => send(torrentProgramSet, choice),
    onSuccess: (now) => client.setQueryData(queryKey, now),
    // The password is not kept for longer than it is sent.
    gcTime: 0,
    meta: { takes: isOfForm },
  })
}
