/** Queries and mutations of the user's boxes, and the status of the current one. */
import {
  checkOnline,
  defaultDevice,
  deviceStatus,
  listDevices,
  notice,
  selectDevice,
  storageInfo,
  unbindDevice,
  type Device,
} from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { Out } from '@homeport/contract/kit/operation.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../kit/call/http.ts'
import { now } from '../kit/time/clock.ts'
import { isFailure } from '../kit/failure.ts'
import { startingWith } from '../kit/query/first-paint.ts'
import { storageKeys } from '../kit/storage.ts'
import { onAct, onUnasked, send } from '../kit/call/box-connection.ts'
import { storeForSession, session, setCurrentDevice } from '../kit/session.ts'

const keyOf = (...rest: string[]) => [session.get().lang, 'device', ...rest]

/** wire.md: without a socket, presence is polled every 30 s while visible. */
export const presenceMs = 30_000
/** A box that was online a moment ago is back soon: it restarts, or the cloud did. */
const justOfflineMs = 60_000
export const justOfflinePollMs = 3_000
export const statusMs = 3_000
/** A box that has not said how it is for this long stands still. */
const statusWaitMs = 6_000

export const devices = () =>
  queryOptions({
    queryKey: keyOf('list'),
    queryFn: async ({ signal }) => withCurrent((await ask(listDevices, {}, { signal })).data),
    enabled: session.get().token !== '',
    refetchInterval: ({ state }) => presencePollMs(state.data ?? [], now()),
    meta: { isSaved: true, isQuiet: true },
  })

export function presencePollMs(boxes: readonly Pick<Device, 'online' | 'seen_at'>[], nowMs: number): number {
  const isJustOffline = boxes.some(
    ({ online, seen_at }) => online !== 1 && seen_at !== null && nowMs - seen_at * 1000 < justOfflineMs,
  )
  return isJustOffline ? justOfflinePollMs : presenceMs
}

export const status = (device: Device) =>
  queryOptions({
    queryKey: keyOf('status', device.devsn),
    queryFn: () => send(deviceStatus, {}, { waitMs: statusWaitMs }),
    enabled: device.online === 1,
    refetchInterval: statusMs,
    retry: false,
    meta: { isSaved: true, isQuiet: true },
  })

export const storage = (device: Device) =>
  queryOptions({
    queryKey: keyOf('storage', device.devsn),
    queryFn: async () => {
      const keepIt = storeForSession()
      const answer = await send(storageInfo, {})
      keepStorage(keepIt, answer)
      return answer
    },
    enabled: device.online === 1,
    ...keptStorage(device),
    // even if fresh: a disk fills quickly
    refetchOnMount: 'always',
    refetchInterval: presenceMs,
    retry: false,
    meta: { isSaved: true, isQuiet: true },
  })

function keepStorage(keepIt: ReturnType<typeof storeForSession>, { list }: Out<typeof storageInfo.output>): void {
  if (list[0]) keepIt('deviceStorage', list[0])
  keepIt('deviceStorageList', list)
}

/** A status that the box sends without being asked now is the newest. */
export function subscribeToStatus(client: QueryClient): () => void {
  const stops = [
    onUnasked(deviceStatus, ({ data }) => {
      const { device } = session.get()
      if (data && device) client.setQueryData(status(device).queryKey, data)
    }),
    onUnasked(storageInfo, ({ data }) => {
      const { device } = session.get()
      if (!data || !device) return
      keepStorage(storeForSession(), data)
      client.setQueryData(storage(device).queryKey, data)
    }),
  ]
  return () => stops.forEach((stop) => stop())
}

/** The stored disks; at least the disk for downloads. */
function keptStorage(device: Device) {
  const { lang, device: current } = session.get()
  if (current?.devsn !== device.devsn) return {}
  const list = storageKeys.realm(lang, 'deviceStorageList').get()
  const first = storageKeys.realm(lang, 'deviceStorage').get()
  return startingWith(storageInfo.output, list ? { list } : first && { list: [first] })
}

/** Free bytes for downloads: the box lists that disk first. */
export function freeOf(list: { free: number; total: number }[] | undefined): number | null {
  return list?.[0]?.free ?? null
}

/** Spec 4: the device with isdefault 1 becomes current, else the first in the list; an empty list leaves none. */
function withCurrent(list: Device[]): Device[] {
  setCurrentDevice(list.find((one) => one.isdefault === 1) ?? list[0] ?? null)
  return list
}

/** Updates the device list from the cloud's notices: online, offline, bound, unbound. */
export function subscribeToDevices(client: QueryClient, onLost: () => void): () => void {
  return onAct(notice, (change) => {
    if (change.bindings_changed) void lookAgain(client, onLost)
    for (const { devsn, online } of change.devices ?? []) {
      client.setQueryData(
        devices().queryKey,
        (list) => list && withCurrent(list.map((one) => (one.devsn === devsn ? withPresence(one, online) : one))),
      )
    }
  })
}

/** Asks the cloud for the presence of the current box, unless it is known since `freshMs`. */
export async function askPresence(client: QueryClient, freshMs: number): Promise<void> {
  const { device } = session.get()
  const { queryKey } = devices()
  if (!device || now() - (client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < freshMs) return
  const { online } = await ask(checkOnline, { devid: device.devid })
  const current = session.get().device
  if (current?.devid !== device.devid) return
  setCurrentDevice({ ...current, online })
  client.setQueryData(queryKey, (list) => list?.map((one) => (one.devid === device.devid ? withPresence(one, online) : one)))
}

/** A box that goes offline was seen until now. */
function withPresence(device: Device, online: number): Device {
  return online === 1 || device.online !== 1 ? { ...device, online } : { ...device, online, seen_at: Math.floor(now() / 1000) }
}

/** `onLost`: the current box was unbound, and not by this app. */
async function lookAgain(client: QueryClient, onLost: () => void): Promise<void> {
  const before = session.get().device
  void client.invalidateQueries({ queryKey: keyOf('household') })
  const list = await client.fetchQuery({ ...devices(), staleTime: 0 }).catch(() => null)
  if (!list || !before || list.some(({ devsn }) => devsn === before.devsn) || leaving.has(before.devsn)) return
  forgetBox(client, before)
  onLost()
}

/** Boxes that this app is unbinding right now. */
const leaving = new Set<string>()

function forgetBox(client: QueryClient, device: Device): void {
  client.removeQueries({
    predicate: (query) => query.queryKey.includes(device.devsn) || query.queryKey.includes(device.devid),
  })
}

export const choose = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (device: Device) => ask(selectDevice, { devid: device.devid }),
    // optimistic; the list from the cloud then replaces it, also if the cloud refused
    onMutate: (device) => setCurrentDevice({ ...device, isdefault: 1 }),
    onSettled: () => client.fetchQuery({ ...devices(), staleTime: 0 }).catch(() => null),
    meta: { takes: isUnknownBox },
  })

/** The selected box is no longer bound to the user. */
export function isUnknownBox(failure: unknown): boolean {
  return isFailure(failure) && failure.code === Code.notBound
}

export const unbind = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (device: Device) => ask(unbindDevice, { devsn: device.devsn }),
    meta: { takes: (failure: unknown) => isFailure(failure, 'code') },
    onMutate: (device) => void leaving.add(device.devsn),
    onSettled: (_, __, device) => void leaving.delete(device.devsn),
    async onSuccess(_, device) {
      forgetBox(client, device)
      // the cloud decides which box is current now
      if (session.get().device?.devsn === device.devsn) setCurrentDevice(await ask(defaultDevice, {}).catch(() => null))
      await client.fetchQuery({ ...devices(), staleTime: 0 })
    },
  })
