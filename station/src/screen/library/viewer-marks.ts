/** The acts by which the cloud tells what a person marked and where they stopped, and takes what they did on the box's screens. */
import { filmChanges, maxFilmChanges, filmMarks, filmPoints, type FilmPoint } from '@homeport/contract/movie/watch-history.ts'
import { answer, type Handler } from '../../kit/connection/answer.ts'
import type { ViewerChangeStore } from '../../shared/viewer-change.store.ts'
import type { Viewer } from '../../shared/viewer.ts'
import type { ViewerMarkStore } from './viewer-mark.store.ts'

export type MarkDeps = {
  store: Pick<ViewerMarkStore, 'save' | 'remove' | 'stateOf'>
  changes: ViewerChangeStore
  /** See the act film_points. */
  keepLaterPoints: (viewer: Viewer, points: readonly FilmPoint[]) => Promise<void>
  /** The epoch of the numbers of changes in the box's database. */
  epoch: () => string
  /** The films on the pages may look different now. */
  onChange: () => void
}

export function markActs({ store, changes, keepLaterPoints, epoch: epochNow, onChange }: MarkDeps): Handler[] {
  return [
    answer(filmPoints, async ({ points }, { realm, from }) => {
      if (!from || points.length === 0) return {}
      await keepLaterPoints({ realm, user_id: from.user_id }, points)
      onChange()
      return {}
    }),
    answer(filmChanges, async (request, { realm, from }) => {
      const epoch = epochNow()
      const taken = request.epoch === epoch ? request.taken : 0
      if (!from) return { epoch, last: taken, data: [] }
      const viewer = { realm, user_id: from.user_id }
      await changes.taken(viewer, taken)
      const rows = await changes.after(viewer, taken, maxFilmChanges)
      return { epoch, last: rows.at(-1)?.number ?? taken, data: rows.map(({ change }) => change) }
    }),
    answer(filmMarks, async ({ kind, mode, marks, state }, { realm, from }) => {
      if (!from) return { state: '' }
      const viewer = { realm, user_id: from.user_id }
      if (mode === 'remove')
        await store.remove(
          viewer,
          kind,
          marks.map(({ id }) => id),
        )
      else {
        const isAll = mode === 'set'
        // While the parts of a list arrive, no state is known: a transfer that breaks off is made again.
        const next = state === '' && !isAll ? undefined : state
        if (isAll || marks.length > 0 || next !== undefined) await store.save(viewer, { kind, marks, isAll, state: next })
      }
      if (mode !== 'add' || marks.length > 0) onChange()
      return { state: await store.stateOf(viewer) }
    }),
  ]
}
