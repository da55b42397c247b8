/** One media renderer of the house (decision 077). */
import { createHash } from 'node:crypto'
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import type { House, HouseDeps, HousePlayer } from '../polled/house.ts'
import type { SsdpSettings } from './ssdp.ts'

export type RendererDeps = HouseDeps & { search: SsdpSettings }

export type Renderer = HousePlayer & {
  location: string
  /** Its own. */
  address: string
  udn: string
  /** This machine's in its network. */
  card: string
}

export type Renderers = House<Renderer> & {
  /** Addresses that are being read. */
  describing: Set<string>
  /** Since the last search. */
  described: number
}

/** No renderer of films has a notion of these. */
export const neverThere: readonly ScreenLack[] = ['keys', 'text', 'speed', 'comments', 'night', 'secondary']

/** The same for the same renderer, whatever its address. */
export function screenIdOf(udn: string): string {
  return `d_${createHash('sha256').update(udn).digest('hex').slice(0, 12)}`
}
