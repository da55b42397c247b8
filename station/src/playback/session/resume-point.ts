/** Where a film is resumed: stored while it plays, for the person who watches. */
import { begunMs, watchedShare } from '@homeport/contract/movie/watch-history.ts'
import type { LeftFilm } from '../point.store.ts'
import { pointOf, type Session } from './session.ts'

/** undefined: a film that somebody only looked at keeps the point that it had. */
export function leftOf(session: Session, now: number): Omit<LeftFilm, 'at'> | undefined {
  const { file, duration, state } = session
  const point = pointOf(session, now)
  const isAtEnd = state.kind === 'ending' && state.isAtEnd
  const is_watched = isAtEnd || (duration > 0 && point >= duration * watchedShare)
  if (file.movie_id === '' || (!is_watched && point < begunMs)) return undefined
  return { movie_id: file.movie_id, point_ms: is_watched ? 0 : point, duration_ms: Math.round(duration), is_watched }
}
