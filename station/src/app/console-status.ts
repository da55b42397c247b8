/** What the box says to the person beside it: how to bind, where the TV page is, and that the line to its cloud is lost. */
import { boundLine, unboundBanner } from './console-banner.ts'
import type { StationConfig } from './config.ts'

/** A cloud that starts beside the box, or starts again, is no news. */
const quietMs = 5_000

export type ConsoleStatusParts = {
  config: StationConfig
  devsn: string
  now: () => number
  say: (line: string) => void
  warn: (line: string) => void
  /** '' while none is on show. */
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
    /** Waits for the line, since no code works before. */
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
