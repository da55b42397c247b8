/** How long the engine for torrents has been absent: only a long absence is shown, since a restart takes a moment. */
import type { Engine } from '../../engine/engine.ts'

/** Longer than an engine restart takes. */
const shownAfterMs = 10_000

export type EngineAbsence = ReturnType<typeof createEngineAbsence>

export function createEngineAbsence({ engine, now }: { engine: Engine; now: () => number }) {
  let since: number | undefined = now()
  return {
    /** Asks the engines; true while all of them run. */
    check(): boolean {
      since = engine.isUp('magnet') ? undefined : (since ?? now())
      return engine.isUp()
    },
    isLong: (): boolean => since !== undefined && now() - since > shownAfterMs,
  }
}
