/** Queries and mutations of what plays next on a TV. */
import type { Device } from '@homeport/contract/device.ts'
import {
  playQueue,
  playQueueAdd,
  playQueueMove,
  playQueueRemove,
  type PlayQueue,
  type QueueEntry,
} from '@homeport/contract/playback/play-queue.ts'
import { playerNext } from '@homeport/contract/playback/playback.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { onAct, send } from '../../kit/call/box-connection.ts'
import { edit, optimistic } from '../../kit/keep/optimistic.ts'
import { session } from '../../kit/session.ts'
import { refusalOf } from '../play-refusal.ts'
import { player } from '../player.ts'

export const queue = (device: Device, target: string) =>
  queryOptions({
    queryKey: [session.get().lang, 'playback', 'queue', device.devsn, target],
    queryFn: () => send(playQueue, { target }),
    enabled: device.online === 1,
    retry: false,
    meta: { isQuiet: true },
  })

/** The box pushes each queue that changed. */
export function subscribeToQueues(client: QueryClient): () => void {
  return onAct(playQueue, (data) => {
    const { device } = session.get()
    if (device) client.setQueryData(queue(device, data.screen_id).queryKey, data)
  })
}

export type Added = { movie_id?: string; path?: string; from_id?: string; at: 'next' | 'end' }

export const addToQueue = () =>
  mutationOptions({
    mutationFn: (added: Added) => send(playQueueAdd, { target: player.target(), ...added }),
    meta: { takes: (failure: unknown) => refusalOf(failure) === 'no_screen' },
  })

export const moveInQueue = (client: QueryClient, device: Device, target: string) =>
  mutationOptions({
    mutationFn: ({ id, to }: { id: string; to: number }) => send(playQueueMove, { target, id, to }),
    ...optimistic(({ id, to }: { id: string; to: number }) =>
      edit(client, queue(device, target).queryKey, (data: PlayQueue) => ({ ...data, queue: moved(data.queue, id, to) })),
    ),
  })

export function moved(entries: readonly QueueEntry[], id: string, to: number): QueueEntry[] {
  const entry = entries.find((one) => one.id === id)
  const others = entries.filter((one) => one !== entry)
  return entry ? others.toSpliced(to, 0, entry) : others
}

export const removeFromQueue = (client: QueryClient, device: Device, target: string) =>
  mutationOptions({
    mutationFn: (ids: string[]) => send(playQueueRemove, { target, ids }),
    ...optimistic((ids: string[]) =>
      edit(client, queue(device, target).queryKey, (data: PlayQueue) => ({
        ...data,
        queue: data.queue.filter(({ id }) => !ids.includes(id)),
      })),
    ),
  })

/** Brings a removed entry back to its place. */
export async function bringBack(target: string, { movie_id, path }: QueueEntry, to: number): Promise<void> {
  const added = await send(playQueueAdd, { target, movie_id, path })
  const last = added.queue.at(-1)
  if (last) await send(playQueueMove, { target, id: last.id, to })
}

export const playNeighbour = () =>
  mutationOptions({
    mutationFn: ({ target, isBack, id }: { target: string; isBack: boolean; id?: string }) =>
      send(playerNext, { target, back: isBack, ...(id !== undefined && { id }) }),
    onSuccess: (info) => player.hear(info),
    meta: { takes: (failure: unknown) => refusalOf(failure) !== undefined },
  })
