/** Where a film is resumed: stored while it plays, forgotten once it was watched. */
import type { PlayerState } from './player-state.ts'
import { pointOf, type Session } from './session.ts'

/** If playback stops before this point or after that share, no resume point is stored. */
const begunMs = 5_000
const watchedShare = 0.95

export async function keepResumePoint({ points, now, onWatched, onFault }: PlayerState, session: Session): Promise<void> {
  const { file, duration, state, by } = session
  const at = pointOf(session, now())
  if (file.movie_id === '') return
  const { movie_id } = file
  const isAtEnd = state === 'ended' || (duration > 0 && at >= duration * watchedShare)
  if (isAtEnd && by) onWatched(by, movie_id)
  const write = isAtEnd
    ? points.finished(movie_id, now())
    : at >= begunMs
      ? points.keep(movie_id, at, now())
      : points.forget(movie_id)
  await write.catch(onFault)
}
