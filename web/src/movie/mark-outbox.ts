/** The outbox of favourites and watched marks: one that was set without a network is kept, and sent once there is one. */
import { saveFavorite } from '@homeport/contract/movie/movie.ts'
import { markWatched } from '@homeport/contract/movie/watch-history.ts'
import type { QueryClient } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ask } from '../kit/call/http.ts'
import { isFailure } from '../kit/failure.ts'
import { lang } from '../kit/lang.ts'
import { createOutbox, outboxFields, refusalOf, unsent } from '../kit/keep/outbox.ts'
import { savedState } from '../kit/keep/saved-state.ts'
import { marksKey } from './pending-marks.ts'

/** id: of the mark itself, so that a later tap takes the place of an earlier one. film: of a film, a series or an episode. */
const PendingMark = z.object({
  ...outboxFields,
  devid: z.string(),
  film: z.string(),
  season: z.nullable(z.int()),
  kind: z.enum(['favorite', 'watched']),
  isOn: z.boolean(),
})
type PendingMark = z.infer<typeof PendingMark>
export type MarkInput = Pick<PendingMark, 'devid' | 'film' | 'season' | 'kind' | 'isOn'>

const PendingMarks = z.object({ marks: z.array(PendingMark) })

const state = savedState<z.infer<typeof PendingMarks>>({
  owner: marksKey,
  keyOf: (owner) => owner,
  schema: PendingMarks,
  empty: { marks: [] },
  merge: (typed, saved) => {
    const ids = new Set(typed.marks.map(({ id }) => id))
    return { marks: [...saved.marks.filter(({ id }) => !ids.has(id)), ...typed.marks] }
  },
  outlastsExpiry: (marks) => marks,
})

let client: QueryClient | undefined

const outbox = createOutbox<PendingMark>({
  state,
  entries: () => state.value.get().marks,
  save: (marks) => state.update({ marks }),
  async deliver(mark) {
    try {
      await deliver(mark)
    } catch (error) {
      // A film that is gone has no marks, and the lists say what is true.
      if ((await refusalOf(error)) === null) throw error
    }
    return () => void client?.invalidateQueries({ queryKey: [lang.get(), 'movie', mark.devid] })
  },
  refusalOf,
})

const deliver = ({ devid, film: id, season, kind, isOn }: MarkInput) =>
  kind === 'favorite'
    ? ask(saveFavorite, { devid, id, is_favorite: isOn })
    : ask(markWatched, { devid, id, season, is_watched: isOn })

/** Starts sending, for as long as the app is open; the lists are read again after each mark. */
export function startMarkOutbox(given: QueryClient): void {
  client = given
  outbox.start()
}

/** Sends the mark, or keeps it where there is no network, and behind an earlier one that still waits. */
export async function sendMark(given: QueryClient, mark: MarkInput): Promise<void> {
  startMarkOutbox(given)
  await state.open()
  const id = [mark.devid, mark.film, mark.season, mark.kind].join(' ')
  if (!state.value.get().marks.some((one) => one.id === id)) {
    try {
      await deliver(mark)
      return
    } catch (error) {
      if (!isFailure(error, 'network') && !isFailure(error, 'timeout')) throw error
    }
  }
  outbox.add({ id, ...mark, ...unsent })
}
