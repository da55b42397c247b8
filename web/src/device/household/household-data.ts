/** Queries and mutations of a box's household: people, invitation, name and info. */
import {
  devInfo,
  getAppsVersion,
  householdInvite,
  keepCopy,
  members,
  renameDevice,
  unbindMember,
  type Device,
} from '@homeport/contract/device.ts'
import type { In, Out } from '@homeport/contract/kit/operation.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { ask } from '../../kit/call/http.ts'
import { isFailure } from '../../kit/failure.ts'
import { send } from '../../kit/call/box-connection.ts'
import { session } from '../../kit/session.ts'
import { devices } from '../data.ts'

const keyOf = (...rest: string[]) => [session.get().lang, 'device', ...rest]
const peopleMs = 30_000

export type Person = { user_id: string; name: string; role: 'owner' | 'member'; since: number; is_me: boolean }
export type Invite = Out<typeof householdInvite.output>

/** Never cached: the code gives access to the box. */
export const invite = (request: In<typeof householdInvite.input>): Promise<Invite> => send(householdInvite, request)

export const household = (device: Device) =>
  queryOptions({
    queryKey: keyOf('household', device.devsn),
    queryFn: async ({ signal }) => (await ask(members, { devsn: device.devsn }, { signal })).data,
    refetchInterval: peopleMs,
    meta: { isSaved: true, isQuiet: true },
  })

/** null before the box has sent its info. */
export const info = (device: Device) =>
  queryOptions({
    queryKey: keyOf('info', device.devsn),
    queryFn: ({ signal }) =>
      ask(devInfo, { devid: device.devid }, { signal }).catch((error: unknown) => {
        if (isFailure(error) && error.code === Code.notFound) return null
        throw error
      }),
    meta: { isSaved: true, isQuiet: true },
  })

export const versions = (device: Device) =>
  queryOptions({
    queryKey: keyOf('versions', device.devsn),
    queryFn: async ({ signal }) => (await ask(getAppsVersion, { devid: device.devid }, { signal })).data,
    meta: { isSaved: true, isQuiet: true },
  })

export const rename = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ device, name }: { device: Device; name: string }) => ask(renameDevice, { devsn: device.devsn, name }),
    onSuccess: () => client.fetchQuery({ ...devices(), staleTime: 0 }),
    meta: { takes: (failure: unknown) => isFailure(failure, 'field') || isFailure(failure, 'code') },
  })

/** The other copies of the box leave it. */
export const keepOne = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (id: string) => ask(keepCopy, { devsn: device.devsn, id }),
    onSettled: () => client.fetchQuery({ ...devices(), staleTime: 0 }).catch(() => null),
    meta: { takes: (failure: unknown) => isFailure(failure) && failure.code === Code.notFound },
  })

export const unbindOther = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (user_id: string) => ask(unbindMember, { devsn: device.devsn, user_id }),
    onSettled: () => client.invalidateQueries({ queryKey: household(device).queryKey }),
  })
