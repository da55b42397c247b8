/** The end of a session: its resume point is stored and its source revoked. */
import { pushView, type PlayerState } from './player-state.ts'
import { wakeWaiting } from './await-report.ts'
import { saveResumePosition } from './resume-point.ts'
import type { Session } from './session.ts'

/** Without telling the phones: something else follows. */
export function closeSession(player: PlayerState, session: Session): void {
  const { sessions, media } = player
  if (session.isOver) return
  void saveResumePosition(player, session)
  session.isOver = true
  session.ending?.()
  if (sessions.get(session.screen_id) === session) sessions.delete(session.screen_id)
  media.close(session.screen_id)
  wakeWaiting(session)
  for (const hook of player.hooks.closed) hook(session)
}

export function endSession(player: PlayerState, session: Session): void {
  closeSession(player, session)
  pushView(player, session.screen_id)
}
