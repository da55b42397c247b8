/** Console messages of the station: how to bind, where the TV page is, and that the connection to the cloud is lost. */
import { boundLine, unboundBanner } from './console-banner.ts'
import type { StationEventBus } from '../shared/event-bus.ts'
import type { Household } from '../shared/household.ts'
import type { Connection } from '../kit/connection/connection.ts'
import type { NearbyFeature } from '../nearby/feature.ts'
import type { StationConfig } from './config.ts'

/** A shorter outage is not reported: the cloud starts beside the box, or restarts. */
const quietMs = 5_000

export type ConsoleStatusDeps = {
  config: StationConfig
  devsn: string
  now: () => number
  print: (line: string) => void
  warn: (line: string) => void
  events: StationEventBus
  household: Pick<Household, 'isBound'>
  connection: Pick<Connection, 'isUp'>
  /** '' while no code is shown. */
  code: () => string
  tv: () => Parameters<typeof boundLine>[1]['tv']
  nearby: Pick<NearbyFeature, 'host' | 'isSettled'>
}

export function startConsoleStatus(deps: ConsoleStatusDeps): void {
  const { config, devsn, now, print, warn, events, household, connection, code, tv, nearby } = deps
  let lastSaid = ''
  let lastWhy = ''
  let downSince: number | undefined

  function sayOnce(text: string): void {
    if (text !== lastSaid) print(text)
    lastSaid = text
  }

  /** Waits for the cloud connection, since no code works before it is up, and for the box's name in the house. */
  function sayHowToBind(): void {
    if (!connection.isUp || !nearby.isSettled()) return
    const host = nearby.host()
    if (household.isBound()) sayOnce(boundLine(config, { devsn, tv: tv(), host }))
    else if (code() !== '') sayOnce(unboundBanner(config, { devsn, code: code(), tv: tv(), host }))
  }

  function warnOfLoss({ isUp, why }: { isUp: boolean; why: string }): void {
    downSince = isUp ? undefined : (downSince ?? now())
    if (downSince !== undefined && now() - downSince >= quietMs && why !== lastWhy) {
      warn(`The box can't reach its cloud ${config.cloud} (${why}). It keeps trying.`)
      lastWhy = why
    }
    if (isUp) lastWhy = ''
  }

  events.on('line', warnOfLoss)
  for (const name of ['line', 'code', 'household', 'screen_key', 'address'] as const) events.on(name, sayHowToBind)
}
