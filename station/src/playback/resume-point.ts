/** Where a film is resumed: stored while it plays, forgotten once it was watched. */
import type { PlayerState } from './player-state.ts'
import { pointOf, type Session } from './session.ts'

/** If playback stops before this point or after that share, no resume point is stored. */
const begunMs = 5_000
const watchedShare = 0.95

export async function keepResumePoint({ points, now, onFault }: PlayerState, session: Session): Promise<void> {
  const { file, duration, state } = session
  const at = pointOf(session, now())
  if (file.movie_id === '') return
  const isWorthIt = state !== 'ended' && at >= begunMs && (duration === 0 || at < duration * watchedShare)
  await (isWorthIt ? points.keep(file.movie_id, at, now()) : points.forget(file.movie_id)).catch(onFault)
}
