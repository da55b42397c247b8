/** Queries and mutations of the TVs that the box plays on. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import type { In } from '@homeport/contract/kit/operation.ts'
import {
  screenAdmit,
  screenForget,
  screenKodiAdd,
  screenList,
  screenRename,
  type Screen,
  type Screens,
} from '@homeport/contract/playback/screen.ts'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { isFailure } from '../kit/failure.ts'
import { onAct, send } from '../kit/call/box-connection.ts'
import { session } from '../kit/session.ts'

const screensMs = 10_000

export const screens = (device: Device) =>
  queryOptions({
    queryKey: [session.get().lang, 'playback', 'screens', device.devsn],
    queryFn: () => send(screenList, {}),
    enabled: device.online === 1,
    refetchInterval: screensMs,
    retry: false,
    meta: { isQuiet: true },
  })

/** Subscribes to the box's TV list: online, offline, new. */
export function subscribeToScreens(client: QueryClient): () => void {
  return onAct(screenList, (list) => {
    const { device } = session.get()
    if (device) client.setQueryData(screens(device).queryKey, list)
  })
}

/** The key of what is typed as the name of a TV. */
export const tvNameKey = (device: Device, { screen_id }: Pick<Screen, 'screen_id'>) => `tv name ${device.devsn} ${screen_id}`

/** Without the browsers on which other people watch. */
export const ownScreens = (list: Screens | undefined) =>
  list?.data.filter(({ kind, user_id }) => kind === 'tv' || user_id === session.get().user?.user_id) ?? []

export const onlineOf = (list: Screens | undefined) => ownScreens(list).filter((one) => one.is_online)

/** TVs that are on, to choose from by one press: pages first, since a TV with a page of the box may be in the house by DLNA, or at the box, too. */
export function tvsToPlayOn(list: Screens | undefined): Screen[] {
  const tvs = onlineOf(list).filter(({ kind }) => kind === 'tv')
  const pages = tvs.filter((one) => one.player === 'page')
  return pages.length > 0 ? pages : tvs
}

/** A screen that is not listed lacks nothing. */
export const lacksOf = (list: Screens | undefined, screen_id: string): readonly ScreenLack[] =>
  list?.data.find((one) => one.screen_id === screen_id)?.lacks ?? []

const again = (client: QueryClient, device: Device) => client.invalidateQueries({ queryKey: screens(device).queryKey })

export const admit = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (digits: string) => send(screenAdmit, { digits }),
    onSuccess: () => again(client, device),
    meta: {
      takes: (failure: unknown) =>
        isFailure(failure) && [Code.wrongCredentials, Code.tooMany].some((one) => one === failure.code),
    },
  })

export const rename = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (named: { screen_id: string; name: string }) => send(screenRename, named),
    onSuccess: () => again(client, device),
  })

export const addKodi = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (kodi: In<typeof screenKodiAdd.input>) => send(screenKodiAdd, kodi),
    onSuccess: () => again(client, device),
    meta: { takes: (failure: unknown) => isFailure(failure, 'field') || (isFailure(failure) && failure.code === Code.tooMany) },
  })

export const forget = (client: QueryClient, device: Device) =>
  mutationOptions({
    mutationFn: (screen_id: string) => send(screenForget, { screen_id }),
    onSuccess: () => again(client, device),
  })
