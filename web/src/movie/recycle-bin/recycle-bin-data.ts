/** Query and mutations of the box's recycle bin. */
import type { Device } from '@homeport/contract/device.ts'
import { watchedSize } from '@homeport/contract/movie/movie.ts'
import { binEmpty, binList, binRestore, BinRefusal, filmDelete, type BinEntry } from '@homeport/contract/movie/recycle-bin.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { isFailure } from '../../kit/failure.ts'
import { failureText } from '../../kit/text/failure-text.ts'
import { textNow } from '../../kit/lang.ts'
import { send } from '../../kit/call/box-connection.ts'
import { session } from '../../kit/session.ts'
import { toast } from '../../ui/toast.tsx'
import { reread } from '../data.ts'
import { recycleBinText } from './recycle-bin-text.ts'

export const binPath = '/pages/device/setting/bin'

const binKey = (device: Device) => [session.get().lang, 'bin', device.devid]

/** The latest 99: older ones are deleted for good after a week anyway. */
export const binEntries = (device: Device) =>
  queryOptions({
    queryKey: binKey(device),
    queryFn: () => send(binList, {}),
    // even if fresh: files come into it from other pages
    refetchOnMount: 'always',
    meta: { isQuiet: true },
  })

/** How much would be free without the films that the user has watched; boxes of older versions do not tell. */
export const watchedBytes = (device: Device) =>
  queryOptions({
    queryKey: [session.get().lang, 'watched-size', device.devid],
    queryFn: async () => (await send(watchedSize, {})).size,
    refetchOnMount: 'always',
    retry: false,
    meta: { isQuiet: true },
  })

type FilesOfFilm = { id: string; file_ids: string[] }

export const deleteFilm = (client: QueryClient, device: Device) =>
  changing(client, device, (film: FilesOfFilm) => send(filmDelete, film))
export const restoreEntry = (client: QueryClient, device: Device) =>
  changing(client, device, ({ id }: BinEntry) => send(binRestore, { id }))
/** null: all. */
export const deleteForGood = (client: QueryClient, device: Device) =>
  changing(client, device, (entry: BinEntry | null) => send(binEmpty, entry ? { ids: [entry.id] } : { is_all: true }))

function changing<I, O>(client: QueryClient, device: Device, mutationFn: (input: I) => Promise<O>) {
  return mutationOptions({
    mutationFn,
    onSettled: () => {
      void client.invalidateQueries({ queryKey: binKey(device) })
      reread(client, device)
    },
    onError: (error: unknown) => {
      if (isFailure(error, 'task')) toast(refusalText(error.data) ?? failureText(error))
    },
    meta: { takes: (failure: unknown) => isFailure(failure, 'task') },
  })
}

/** Undefined for data of another refusal. */
function refusalText(data: unknown): string | undefined {
  const refusal = z.safeParse(BinRefusal, data)
  return refusal.success ? textNow(recycleBinText).reasons[refusal.data.reason] : undefined
}
