/** The act by which the cloud tells what a person marked. */
import { filmMarks } from '@homeport/contract/watch-history.ts'
import { answer, type Handler } from '../kit/answer.ts'
import type { ViewerMarkStore } from './viewer-mark.store.ts'

/** onChange: what the pages show may differ. */
export function markActs(store: Pick<ViewerMarkStore, 'save' | 'remove' | 'stateOf'>, onChange: () => void): Handler[] {
  return [
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
