/** A screen disconnects during its film and reconnects: the position is kept for a minute. */
import { endSession } from './end-session.ts'
import { refused } from './play-refusal.ts'
import { portOf, pushView, type PlayerState } from './player-state.ts'
import { saveResumePosition } from './resume-point.ts'
import type { ScreenPort } from './screen-port.ts'
import { pointOf, setPosition, type Session } from './session.ts'

/** A reloading page is back sooner; after this time the phones see the film as pending, … */
const graceMs = 5_000
/** … and after this time the session ends. A user's own browser is not waited for. */
const awaitedMs = 60_000

/** forgotten: the screen was removed from the box. */
export function screenGone(player: PlayerState, screen_id: string, why: 'away' | 'forgotten'): void {
  const { sessions, media, pending, limits, onFault } = player
  const session = sessions.get(screen_id)
  if (why === 'forgotten') {
    media.cut(screen_id)
    pending.drop(screen_id)
    void limits.forget(screen_id).catch(onFault)
  }
  if (!session) return
  session.ending?.()
  if (why === 'forgotten') return endSession(player, session)
  if (session.isStarting) return startAgainLater(player, session)
  awaitScreen(player, session)
}

/** The screen reconnected; the position of a page that kept playing is more accurate. */
export function screenBack(player: PlayerState, session: Session, point: number | undefined): void {
  const wasAwaited = session.isAwaited
  session.ending?.()
  if (point !== undefined) setPosition(session, point, player.now())
  if (wasAwaited) pushView(player, session.screen_id)
}

/** The screen of a session; one that connects again is waited for while its film counts as playing. */
export function connectedPort(player: PlayerState, session: Session): Promise<ScreenPort> {
  const connected = portOf(player, session.screen_id)
  if (connected) return Promise.resolve(connected)
  if (session.isAwaited) return Promise.reject(refused('no_screen'))
  return new Promise((resolve, reject) => {
    const end = () => {
      stop()
      session.waiting.delete(check)
    }
    const check = () => {
      const port = portOf(player, session.screen_id)
      if (!port && !session.isOver) return
      end()
      if (port && !session.isOver) resolve(port)
      else reject(refused('no_screen'))
    }
    const stop = player.later(graceMs, () => {
      end()
      reject(refused('no_screen'))
    })
    session.waiting.add(check)
  })
}

/** If the page reloads while its film starts, the play becomes pending and starts again. */
function startAgainLater(player: PlayerState, session: Session): void {
  const { screen_id, screen_name: name, file, parts, point, by, isPaused } = session
  const screen = player.screenOf(screen_id) ?? { screen_id, name }
  player.pending.put({ screen, request: { file, parts, point, by, isPaused }, began: () => {} })
  endSession(player, session)
}

/** Keeps the position until the screen reconnects; the session ends on timeout. */
function awaitScreen(player: PlayerState, session: Session): void {
  const { now, later } = player
  setPosition(session, pointOf(session, now()), now())
  session.state = 'loading'
  const notify = () => {
    session.isAwaited = true
    void saveResumePosition(player, session)
    pushView(player, session.screen_id)
  }
  const end = () => endSession(player, session)
  const stops = session.isHere ? [later(graceMs, end)] : [later(graceMs, notify), later(awaitedMs, end)]
  // Where the person stopped counts at once: the app that comes back asks for it.
  if (session.isHere) void saveResumePosition(player, session)
  session.ending = () => {
    stops.forEach((stop) => stop())
    session.ending = undefined
    session.isAwaited = false
  }
}
