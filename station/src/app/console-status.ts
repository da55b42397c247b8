/** Console messages of the station: how to bind, where the TV page is, and that the connection to the cloud is lost. */
import { boundLine, unboundBanner } from './console-banner.ts'
import type { StationConfig } from './config.ts'

/** A shorter outage is not reported: the cloud starts beside the box, or restarts. */
const quietMs = 5_000

export type ConsoleStatusParts = {
  config: StationConfig
  devsn: string
  now: () => number
  say: (line: string) => void
  warn: (line: string) => void
  /** '' while no code is shown. */
  code: () => string
  isBound: () => boolean
  isUp: () => boolean
  tv: () => Parameters<typeof boundLine>[1]['tv']
}

export function createConsoleStatus({ config, devsn, now, say, warn, code, isBound, isUp, tv }: ConsoleStatusParts) {
  let lastSaid = ''
  let lastWhy = ''
  let downSince: number | undefined

  function sayOnce(text: string): void {
    if (text !== lastSaid) say(text)
    lastSaid = text
  }

  return {
    /** Waits for the cloud connection: no code works before it is up. */
    howToBind(): void {
      if (!isUp()) return
      if (isBound()) sayOnce(boundLine(config, { devsn, tv: tv() }))
      else if (code() !== '') sayOnce(unboundBanner(config, { devsn, code: code(), tv: tv() }))
    },
    line(isNowUp: boolean, why: string): void {
      downSince = isNowUp ? undefined : (downSince ?? now())
      if (downSince !== undefined && now() - downSince >= quietMs && why !== lastWhy) {
        warn(`The box can't reach its cloud ${config.cloud} (${why}). It keeps trying.`)
        lastWhy = why
      }
      if (isNowUp) lastWhy = ''
    },
  }
}
