/** The players of one kind among the box's screens: those that were used have a row, others are listed while they are there. */
import type { ScreenLack } from '@homeport/contract/shape/film/remote.ts'
import { drivenRow, type DrivenDeps, type DrivenScreens, type StreamReader } from '../driven/driven-screens.ts'
import type { ScreenListener } from '../page/screen-pages.ts'
import type { ScreenRow } from '../store.ts'
import type { House, HouseDeps, HousePlayer } from './house.ts'
import { look, onlineStages } from './presence.ts'

type RowDeps = Pick<HouseDeps, 'isUsed' | 'onUsed' | 'onLeft' | 'onChange'>
type Kind = Exclude<ScreenRow['kind'], 'tv' | 'here'>

/** The questions that a house has about the rows of its players. */
export function rowDeps({ screens, now, onChange }: DrivenDeps, kind: Kind, onFault: (fault: unknown) => void): RowDeps {
  return {
    isUsed: (screen_id) => screens.get(screen_id) !== undefined,
    async onUsed({ screen_id, name }) {
      if (screens.get(screen_id)) return
      await screens.addDriven(drivenRow({ screen_id, name, kind }, now()))
      onChange()
    },
    onLeft(screen_id) {
      const row = screens.get(screen_id)
      if (row) screens.saveSeen(row).catch(onFault)
    },
    onChange,
  }
}

type HouseScreens = {
  kind: Kind
  /** undefined: none are searched for. */
  house: House | undefined
  /** Each of them lacks these. */
  neverThere: readonly ScreenLack[]
  start: (listener: ScreenListener) => void
  readsAs: (player: HousePlayer, ticket: string) => Omit<StreamReader, 'screen_id'>
  removed?: (screen_id: string) => void
  stop: () => Promise<void>
}

export function houseScreens(
  { kind, house, neverThere, readsAs, ...parts }: HouseScreens,
  { screens, now }: DrivenDeps,
): DrivenScreens {
  const all = (): HousePlayer[] => [...(house?.players.values() ?? [])]
  const rowOf = ({ screen_id, name }: HousePlayer) => drivenRow({ screen_id, name, kind }, now())
  return {
    start: parts.start,
    look: () => house && look(house),
    isOnline: (screen_id) => house?.players.get(screen_id)?.isOnline ?? false,
    lacksOf(row) {
      if (row.kind !== kind) return []
      const lacks = house?.players.get(row.screen_id)?.lacks
      return lacks ? [...lacks] : neverThere
    },
    unused(screen_id) {
      const player = screens.get(screen_id) ? undefined : house?.players.get(screen_id)
      return player && rowOf(player)
    },
    allUnused: () => all().flatMap((player) => (screens.get(player.screen_id) ? [] : rowOf(player))),
    stages: () => (house ? onlineStages(house) : []),
    readerOf(ticket) {
      const player = all().find(({ driver }) => driver.givenAt(ticket) !== undefined)
      return player && { screen_id: player.screen_id, ...readsAs(player, ticket) }
    },
    removed(screen_id) {
      house?.players.get(screen_id)?.driver.leave()
      parts.removed?.(screen_id)
    },
    stop: parts.stop,
  }
}
