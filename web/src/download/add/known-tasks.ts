/** Which of the pasted links and torrent files the box has already: it is asked before they are sent, since it alone knows what makes two links the same. */
import type { Device } from '@homeport/contract/device.ts'
import { downloadStatus, type Task } from '@homeport/contract/download/download.ts'
import { queryOptions, useQueries, type UseQueryResult } from '@tanstack/react-query'
import { later } from '../../kit/time/clock.ts'
import { isFailure } from '../../kit/failure.ts'
import { send } from '../../kit/call/box-connection.ts'
import type { LinkOrTorrent } from '../file-list.ts'

/** The box is asked about so many links; of further ones it says so only when they are sent. */
const maxAsked = 30
/** A link that is being typed is not asked for at each letter. */
const typingMs = 300
/** The box is asked anew whenever the link is pasted or the sheet opens: until then the last answer stands. */
const keptMs = 5_000
/** After an answer that failed, longer each time; only while the sheet is open. */
const againMs = 2_000

/** undefined: the box has none, or has not said. In the order of what was requested. */
export function useKnownTasks(
  device: Device,
  requested: readonly LinkOrTorrent[],
  isOpen: boolean,
): readonly (Task | undefined)[] {
  const isEnabled = isOpen && device.online === 1
  return useQueries({
    queries: requested.slice(0, maxAsked).map((one) => knownTask(device, one, isEnabled)),
    combine: tasksOf,
  })
}

const tasksOf = (results: UseQueryResult<Task | null>[]): (Task | undefined)[] => results.map(({ data }) => data ?? undefined)

const knownTask = (device: Device, one: LinkOrTorrent, isEnabled: boolean) =>
  queryOptions({
    queryKey: ['known task', device.devsn, one],
    async queryFn({ signal }): Promise<Task | null> {
      if ('url' in one) await new Promise<void>((resolve) => later(typingMs, resolve))
      signal.throwIfAborted()
      return send(downloadStatus, one).catch(noTask)
    },
    enabled: isEnabled,
    // The box's downloads change with each start and each removal.
    staleTime: 0,
    gcTime: keptMs,
    retry: false,
    refetchInterval: ({ state }) => state.status === 'error' && againMs * state.errorUpdateCount,
    meta: { isQuiet: true },
  })

/** The box refuses to tell of a task that it does not have. */
function noTask(failure: unknown): null {
  if (isFailure(failure, 'task')) return null
  throw failure
}
