/** Chooses the next try where a browser does not play a source: another way to the same film, never the same one again. */
import type { PlayerState } from '../player-state.ts'
import type { ScreenPort } from '../screen-port.ts'
import type { Session } from '../session.ts'

/** A browser that plays HLS by itself but has no Media Source Extensions (an iPhone, many TV sets) plays no endless answer. */
export function startsWithHls({ withoutEndless }: Pick<PlayerState, 'withoutEndless'>, { screen_id, can }: ScreenPort): boolean {
  return withoutEndless.has(screen_id) || (can.includes('hls') && !can.includes('mse'))
}

/** Sets it in the session; false if nothing is left. */
export function nextAttempt(session: Session, { can }: ScreenPort): boolean {
  const hasHls = can.includes('hls') || can.includes('mse')
  if (session.stream === 'fmp4' && hasHls && !session.isHls) session.isHls = true
  else if (session.delivery !== 'transcode') session.isForced = true
  else return false
  return true
}
