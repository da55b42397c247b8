/** Query and mutation of the box's updates. */
import type { Device } from '@homeport/contract/device.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import { updateSet, updateStatus, type UpdateStatus } from '@homeport/contract/update.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { edit, optimistic } from '../kit/keep/optimistic.ts'
import { send } from '../kit/call/box-connection.ts'
import { session } from '../kit/session.ts'

/** While the box works on an update. */
const workPollMs = 1_500
const pollMs = 30_000

export const boxUpdates = (device: Device) =>
  queryOptions({
    queryKey: [session.get().lang, 'update', 'box', device.devsn],
    queryFn: () => send(updateStatus, { is_check: true }),
    enabled: device.online === 1,
    refetchInterval: ({ state }) => (isWorking(state.data) ? workPollMs : pollMs),
    retry: false,
    staleTime: 0,
    meta: { isQuiet: true },
  })

export function isWorking(status: UpdateStatus | undefined): boolean {
  return status !== undefined && status.step !== 'idle'
}

export type Choice = In<typeof updateSet.input>

export const choose = (client: QueryClient, device: Device) => {
  const { queryKey } = boxUpdates(device)
  return mutationOptions({
    mutationFn: (choice: Choice) => send(updateSet, choice),
    ...optimistic(({ when, is_auto }: Choice) =>
      edit(client, queryKey, (status) => ({ ...status, when: when ?? status.when, is_auto: is_auto ?? status.is_auto })),
    ),
    onSuccess: (status) => client.setQueryData(queryKey, status),
  })
}
