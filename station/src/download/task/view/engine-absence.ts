/** How long the engine has been absent: only a long absence is shown, since a restart takes a moment. */
import type { Engine } from '../../engine/engine.ts'

/** Longer than an engine restart takes. */
const shownAfterMs = 10_000

export type EngineAbsence = ReturnType<typeof createEngineAbsence>

export function createEngineAbsence({ engine, now }: { engine: Engine; now: () => number }) {
  let since: number | undefined = now()
  return {
    /** Asks the engine; true while it runs. */
    check(): boolean {
      since = engine.isUp() ? undefined : (since ?? now())
      return since === undefined
    },
    isLong: (): boolean => since !== undefined && now() - since > shownAfterMs,
  }
}
