/** Where a film is resumed: stored while it plays, for the person who watches. */
import { begunMs, watchedShare } from '@homeport/contract/movie/watch-history.ts'
import type { PlayerState } from './player-state.ts'
import { pointOf, type Session } from './session.ts'

/** A film that somebody only looked at keeps the point that it had. */
export async function saveResumePosition({ keepPoint, now, onFault }: PlayerState, session: Session): Promise<void> {
  const { file, duration, state, by } = session
  const point = pointOf(session, now())
  const is_watched = state === 'ended' || (duration > 0 && point >= duration * watchedShare)
  if (file.movie_id === '' || (!is_watched && point < begunMs)) return
  const left = { movie_id: file.movie_id, point_ms: is_watched ? 0 : point, duration_ms: Math.round(duration), is_watched }
  await keepPoint(by, left).catch(onFault)
}
