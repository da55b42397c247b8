/** Brings back where one stopped in films on this phone: sent once the box can be reached; the later position counts, here or there. */
import { copyPoint } from '@homeport/contract/playback/offline-copy.ts'
import { begunMs, watchedShare } from '@homeport/contract/movie/watch-history.ts'
import type { QueryClient } from '@tanstack/react-query'
import { now } from '../../kit/time/clock.ts'
import { send } from '../../kit/call/box-connection.ts'
import { Failure } from '../../kit/failure.ts'
import { createOutbox, refusalOf, unsent } from '../../kit/keep/outbox.ts'
import { lang } from '../../kit/lang.ts'
import { session } from '../../kit/session.ts'
import { changeKept, savedFilms, keptFilms, type KeptFilm, type PendingPosition } from './kept-films.ts'

/** A box that is not reached soon does not hold up a film that is here. */
const askWithinMs = 1_500

let client: QueryClient | undefined

const outbox = createOutbox<PendingPosition>({
  state: savedFilms,
  entries: () => savedFilms.value.get().places,
  save: (places) => savedFilms.update({ places }),
  async deliver(position) {
    try {
      await deliver(position)
    } catch (error) {
      // A film that is gone from the box has no position.
      if ((await refusalOf(error)) === null) throw error
    }
    return () => void client?.invalidateQueries({ queryKey: [lang.get(), 'movie'] })
  },
  refusalOf,
})

async function deliver({ id: movie_id, devsn, left_at, point_ms, duration_ms, is_watched }: PendingPosition): Promise<void> {
  // It waits until its box is the chosen one again.
  if (session.get().device?.devsn !== devsn) throw new Failure('network')
  const stopped = { point_ms, duration_ms, is_watched, age_ms: Math.max(0, now() - left_at) }
  const { point_ms: latest } = await send(copyPoint, { movie_id, left: stopped })
  setPositionHere(movie_id, latest)
}

function setPositionHere(movie_id: string, point_ms: number): void {
  for (const film of keptFilms()) if (film.movie_id === movie_id) changeKept(film.id, { point_ms })
}

/** Starts sending, for as long as the app is open. */
export function startPositionOutbox(given: QueryClient): void {
  client = given
  outbox.start()
}

/** point, length: ms, as the player has them. isLeft: the box is to know it; else it is kept on this phone alone. */
type Reached = { point: number; length: number; isLeft: boolean }

/** Keeps where one is. True if the film is watched. */
export function keepPosition({ id, movie_id, devsn, ...film }: KeptFilm, { point, length, isLeft }: Reached): boolean {
  // The box may not have known it yet when the film was taken along.
  const duration_ms = length > 0 ? length : film.duration_ms
  if (point < begunMs) return false
  const is_watched = duration_ms > 0 && point >= duration_ms * watchedShare
  const [point_ms, left_at] = [is_watched ? 0 : Math.round(point), now()]
  changeKept(id, { point_ms, left_at, duration_ms })
  if (isLeft) outbox.add({ id: movie_id, devsn, point_ms, duration_ms: Math.round(duration_ms), is_watched, left_at, ...unsent })
  return is_watched
}

/** Where to go on: as the box knows it, if it is reached soon and nothing waits to be sent. */
export async function latestPosition({ movie_id, devsn, point_ms }: KeptFilm): Promise<number> {
  const isUnsent = savedFilms.value.get().places.some(({ id }) => id === movie_id)
  if (isUnsent || session.get().device?.devsn !== devsn) return point_ms
  try {
    const { point_ms: latest } = await send(copyPoint, { movie_id }, { waitMs: askWithinMs, isFleeting: true })
    setPositionHere(movie_id, latest)
    return latest
  } catch {
    return point_ms
  }
}
