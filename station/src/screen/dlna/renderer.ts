/** One media renderer of the house as a screen of the box, and the state that the modules share which find and follow them. */
import { createHash } from 'node:crypto'
import type { Later } from '@homeport/contract/kit/later.ts'
import { createOneAtATime, type OneAtATime } from '@homeport/contract/kit/one-at-a-time.ts'
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { Ability } from '@homeport/contract/playback/screen-protocol.ts'
import type { ScreenLack } from '@homeport/contract/shape/remote.ts'
import * as z from 'zod/mini'
import type { MetaStore } from '../../kit/meta.store.ts'
import type { OpenPage, PageMessage, ScreenListener } from '../screen-pages.ts'
import type { Pace } from './bounds.ts'
import type { Driver } from './driver.ts'
import type { KeptFilm } from './driver-state.ts'
import type { Ssdp, SsdpSettings } from './ssdp.ts'
import type { Transport } from './transport.ts'

export type RendererDeps = {
  search: SsdpSettings
  pace: Pace
  /** The port where renderers fetch films, 0 if nothing is served. */
  port: () => number
  /** Ports of Homeport on this machine. */
  ownPorts: () => readonly number[]
  /** Nothing is searched for an unpaired box. */
  isBound: () => boolean
  /** The language of the titles that renderers show. */
  lang: () => Lang
  meta: Pick<MetaStore, 'read' | 'write'>
  /** A film is given to it: it stays in the list while it is off. */
  onUsed: (renderer: { screen_id: string; name: string }) => Promise<void>
  isUsed: (screen_id: string) => boolean
  onLeft: (screen_id: string) => void
  onChange: () => void
  later: Later
  /** ms by a clock that nobody sets. */
  elapsed: () => number
  random: () => number
  onFault: (fault: unknown) => void
}

export type Renderer = {
  screen_id: string
  name: string
  location: string
  /** Its own. */
  address: string
  udn: string
  /** This machine's in its network. */
  card: string
  can: readonly Ability[]
  lacks: Set<ScreenLack>
  transport: Transport
  driver: Driver
  isOnline: boolean
  stop: () => void
}

export type House = RendererDeps & {
  renderers: Map<string, Renderer>
  /** The films of ours that renderers have, by screen. */
  kept: Map<string, KeptFilm>
  writes: OneAtATime
  ssdp: Pick<Ssdp, 'search'>
  listener: ScreenListener | undefined
  searchedAt: number
  /** Addresses that are being read. */
  describing: Set<string>
  /** Since the last search. */
  described: number
  isStopped: boolean
}

/** No renderer of films has a notion of these. */
export const neverThere: readonly ScreenLack[] = ['keys', 'text', 'speed', 'comments', 'night', 'secondary']
const keptKey = 'renderer_films'
const KeptFilms = z.array(
  z.object({ screen_id: z.string(), uri: z.string(), play_id: z.string(), path: z.string(), offset: z.number() }),
)

export async function openHouse(deps: RendererDeps): Promise<House> {
  const text = await deps.meta.read(keptKey)
  const rows = text === undefined ? [] : KeptFilms.parse(JSON.parse(text))
  return {
    ...deps,
    renderers: new Map(),
    kept: new Map(rows.map(({ screen_id, ...film }) => [screen_id, film])),
    writes: createOneAtATime(),
    ssdp: { search: () => {} },
    listener: undefined,
    searchedAt: -Infinity,
    describing: new Set(),
    described: 0,
    isStopped: false,
  }
}

/** The film of ours that a renderer has is known after a restart. */
export function keepFilm({ isStopped, kept, writes, meta, onFault }: House, screen_id: string, film: KeptFilm | undefined): void {
  if (isStopped) return
  if (film) kept.set(screen_id, film)
  else if (!kept.delete(screen_id)) return
  const rows = [...kept].map(([id, one]) => ({ screen_id: id, ...one }))
  writes(() => meta.write(keptKey, JSON.stringify(rows))).catch(onFault)
}

export function stageOf({ lang, onUsed, onFault }: House, renderer: Renderer): OpenPage {
  const { screen_id, can, driver, lacks } = renderer
  return {
    screen_id,
    can,
    lang: lang(),
    owner: undefined,
    lacks: [...lacks],
    isSeekless: driver.isSeekless(),
    isLocal: false,
    send(message) {
      if (!renderer.isOnline) return false
      if (message.kind === 'load') onUsed(renderer).catch(onFault)
      driver.send(message)
      return true
    },
    isFree: () => true,
  }
}

export function tell(house: House, renderer: Renderer, message: PageMessage): void {
  if (!house.isStopped) house.listener?.handle(stageOf(house, renderer), message)
}

/** The same for the same renderer, whatever its address. */
export function screenIdOf(udn: string): string {
  return `d_${createHash('sha256').update(udn).digest('hex').slice(0, 12)}`
}
