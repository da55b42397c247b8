/** The players of one kind in the house, each a screen of the box, and the state that the modules share which find and follow them. */
import type { Later } from '@homeport/contract/kit/later.ts'
import { createOneAtATime, type OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import * as z from 'zod/mini'
import type { MetaStore } from '../../kit/meta.store.ts'
import type { OpenPage, PageMessage, ScreenListener } from '../page/screen-pages.ts'
import type { Device } from './device.ts'
import type { Driver } from './driver.ts'
import type { KeptFilm } from './driver-state.ts'
import type { Pace } from './pace.ts'

export type HouseDeps = {
  pace: Pace
  /** The port where players fetch films, 0 if nothing is served. */
  port: () => number
  /** Ports of Homeport on this machine. */
  ownPorts: () => readonly number[]
  /** Nothing is searched for an unpaired box. */
  isBound: () => boolean
  /** The language of the titles that players show. */
  lang: () => Lang
  meta: Pick<MetaStore, 'read' | 'write'>
  /** A film is given to it: it stays in the list while it is off. */
  onUsed: (player: { screen_id: string; name: string }) => Promise<void>
  isUsed: (screen_id: string) => boolean
  onLeft: (screen_id: string) => void
  onChange: () => void
  later: Later
  /** ms by a clock that nobody sets. */
  elapsed: () => number
  random: () => number
  onFault: (fault: unknown) => void
}

export type HousePlayer = {
  screen_id: string
  name: string
  can: readonly Ability[]
  lacks: Set<ScreenLack>
  device: Device
  driver: Driver
  isOnline: boolean
  stop: () => void
}

/** search: looks for more of them. */
type HouseKind = { keptKey: string; search: () => void }
export type House<P extends HousePlayer = HousePlayer> = HouseDeps &
  HouseKind & {
    players: Map<string, P>
    /** The films of ours that players have, by screen. */
    filmByScreen: Map<string, KeptFilm>
    writes: OneAtATime
    listener: ScreenListener | undefined
    searchedAt: number
    isStopped: boolean
  }

const KeptFilms = z.array(
  z.object({ screen_id: z.string(), uri: z.string(), play_id: z.string(), path: z.string(), offset: z.number() }),
)

export async function openHouse<P extends HousePlayer>(deps: HouseDeps & HouseKind): Promise<House<P>> {
  const text = await deps.meta.read(deps.keptKey)
  const rows = text === undefined ? [] : KeptFilms.parse(JSON.parse(text))
  return {
    ...deps,
    players: new Map(),
    filmByScreen: new Map(rows.map(({ screen_id, ...film }) => [screen_id, film])),
    writes: createOneAtATime(),
    listener: undefined,
    searchedAt: -Infinity,
    isStopped: false,
  }
}

/** The film of ours that a player has is known after a restart. */
export function keepFilm(
  { isStopped, keptKey, filmByScreen, writes, meta, onFault }: House,
  screen_id: string,
  film: KeptFilm | undefined,
): void {
  if (isStopped) return
  if (film) filmByScreen.set(screen_id, film)
  else if (!filmByScreen.delete(screen_id)) return
  const rows = [...filmByScreen].map(([id, one]) => ({ screen_id: id, ...one }))
  writes(() => meta.write(keptKey, JSON.stringify(rows))).catch(onFault)
}

export function stageOf({ lang, onUsed, onFault }: House, player: HousePlayer): OpenPage {
  const { screen_id, can, driver, device, lacks } = player
  return {
    screen_id,
    can,
    lang: lang(),
    owner: undefined,
    lacks: [...lacks],
    isSeekless: driver.isSeekless(),
    isLocal: false,
    playsAll: device.own !== undefined,
    send(message) {
      if (!player.isOnline) return false
      if (message.kind === 'load') onUsed(player).catch(onFault)
      driver.send(message)
      return true
    },
    isFree: () => true,
  }
}

export function tell(house: House, player: HousePlayer, message: PageMessage): void {
  if (!house.isStopped) house.listener?.handle(stageOf(house, player), message)
}
