/** Queries and mutations of playback on the TV: start, player controls, list of TVs. */
import type { Device } from '@homeport/contract/device.ts'
import { Code } from '@homeport/contract/kit/codes.ts'
import {
  exitPlayer,
  play,
  playerBitrate,
  playerPause,
  playerResume,
  playerSeek,
  PlayerStatus,
  playerVolume,
  playerSleep,
  playerSpeed,
  playerStay,
  PlayRefusal,
  playReasons,
  ScreenInUse,
  type PlayerInfo,
} from '@homeport/contract/playback/playback.ts'
import type { In, Out } from '@homeport/contract/kit/operation.ts'
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
import * as z from 'zod/mini'
import { isFailure } from '../kit/failure.ts'
import { onAct, send } from '../kit/call/link.ts'
import { optimistic, type Undo } from '../kit/keep/optimistic.ts'
import { textNow } from '../kit/lang.ts'
import { session } from '../kit/session.ts'
import { toast } from '../ui/toast.tsx'
import { player, type Expected } from './player.ts'
import { playbackText } from './text.ts'

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

/** The box's refusal of a play request or key; undefined for any other failure. */
export function refusalOf(error: unknown): (typeof playReasons)[number] | undefined {
  const parsed = isFailure(error) && error.code === Code.notFound ? z.safeParse(PlayRefusal, error.data) : undefined
  return parsed?.success ? parsed.data.reason : undefined
}

/** Whose film plays on the TV; undefined for any other failure. */
export function inUseOf(error: unknown): Out<typeof ScreenInUse> | undefined {
  const parsed = isFailure(error) && error.code === Code.taken ? z.safeParse(ScreenInUse, error.data) : undefined
  return parsed?.success ? parsed.data : undefined
}

export type PlayRequest = { movie_id?: string; path?: string; point: number; target: string; is_replacing?: boolean }

export const start = () =>
  mutationOptions({
    mutationFn: (request: PlayRequest) => send(play, request),
    onSuccess(info) {
      player.hear(info)
      player.choose(info.screen_id)
    },
    meta: { takes: (failure: unknown) => refusalOf(failure) !== undefined || inUseOf(failure) !== undefined },
  })

/** target: the screen_id. */
export type Control = { target: string } & (
  | { kind: 'pause' | 'resume' | 'stop' | 'stay' }
  | { kind: 'seek'; point: number }
  | { kind: 'mute'; isMuted: boolean }
  | { kind: 'night'; isNight: boolean }
  | { kind: 'speed'; speed: number }
  | { kind: 'sleep'; minutes: number; isAtEnd: boolean }
  | { kind: 'limit'; kbit: number }
)

/** How the latest press is taken back. */
let latest: Undo = () => {}

/** The box's response replaces the optimistic change, except if a later press was sent. */
export const control = () =>
  mutationOptions({
    mutationFn: (command: Control) => sendCommand(command),
    ...optimistic((command: Control) => {
      const rollback = player.expect(expected(command), command.target)
      const undo = () => undo === latest && rollback()
      return (latest = undo)
    }),
    onSuccess: (info, _, undo) => undo === latest && player.hear(info),
    meta: { takes: tellLacking },
  })

/** True if the screen has no notion of it, which the person is told. */
function tellLacking(failure: unknown): boolean {
  const isLacking = refusalOf(failure) === 'lacking'
  if (isLacking) toast(textNow(playbackText).refusals.lacking)
  return isLacking
}

function sendCommand(command: Control): Promise<PlayerInfo> {
  const { target } = command
  switch (command.kind) {
    case 'pause':
      return send(playerPause, { target })
    case 'resume':
      return send(playerResume, { target })
    case 'stop':
      return send(exitPlayer, { target })
    case 'stay':
      return send(playerStay, { target })
    case 'seek':
      return send(playerSeek, { target, point: command.point })
    case 'mute':
      return send(playerVolume, { target, mute: command.isMuted })
    case 'night':
      return send(playerVolume, { target, night: command.isNight })
    case 'speed':
      return send(playerSpeed, { target, speed: command.speed })
    case 'sleep':
      return send(playerSleep, { target, minutes: command.minutes, at_end: command.isAtEnd })
    case 'limit':
      return send(playerBitrate, { target, kbit: command.kbit })
  }
}

function expected(command: Control): Expected {
  switch (command.kind) {
    case 'pause':
      return { status: PlayerStatus.paused }
    case 'resume':
      return { status: PlayerStatus.playing }
    case 'stop':
      return { status: PlayerStatus.closed }
    case 'stay':
      return { plays_next: false }
    case 'seek':
      return { current_point: command.point }
    case 'mute':
      return { sound: command.isMuted ? 'muted' : 'on' }
    case 'night':
      return { night: command.isNight ? 'on' : 'off' }
    case 'speed':
      return { speed: command.speed }
    case 'sleep':
      return { sleep_ms: command.isAtEnd ? -1 : command.minutes * 60_000 }
    case 'limit':
      return { limit_kbit: command.kbit }
  }
}

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
