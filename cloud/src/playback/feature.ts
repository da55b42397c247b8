/** The playback feature: each user's position in each film. */
import type { Feature } from '../shared/feature.ts'
import { playbackListeners } from './events.ts'
import { playbackExporter } from './export.ts'
import { clearEntries, saveMarks, setAside } from './mark.store.ts'
import { createPositions, type PositionsDeps } from './positions.ts'
import { movePositions, savePositionIn } from './store.ts'

export function playbackFeature({ now, elapsed, log }: PositionsDeps) {
  const positions = createPositions({ now, elapsed, log })
  return {
    /** For the film library: marks by hand, cleared entries of the history, and positions that a box kept while it was away. */
    marks: { save: saveMarks, clear: clearEntries, setAside },
    savePositionIn,
    movePositions,
    listeners: playbackListeners,
    exporter: playbackExporter,
    onFrame: positions.handle,
    onPresence(realm, { devsn, online, isOurs }) {
      if (!isOurs || !online) positions.leave(realm, devsn)
    },
    stop: () => positions.stop(),
  } satisfies Feature & { marks: unknown; savePositionIn: unknown; movePositions: unknown }
}
