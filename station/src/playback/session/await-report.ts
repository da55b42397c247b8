/** Waits for what a session will be: its screen connected, its last command done. */
import { refused } from '../delivery/play-refusal.ts'
import { portOf, sessionOf, type PlayerState, type SessionRef } from '../player-state.ts'
import type { ScreenPort } from '../screen-port.ts'
import { isAwaited, isOnScreen, isShown, type Session } from './session.ts'
import { graceMs } from './step.ts'

/** An act waits this long for the screen's report; then the reply has the last known state. */
const doneWithinMs = 2_000

/** Waits until the screen has done the session's last command. */
export async function waitDone(player: PlayerState, ref: SessionRef): Promise<void> {
  const session = sessionOf(player, ref)
  if (!session) return
  const { seq } = session
  await waitFor(player, session, { isTrue: (now) => now.doneSeq >= seq && isShown(now), withinMs: doneWithinMs })
}

/** The screen of a session; one that connects again is waited for while its film counts as playing, and until it has its film. */
export async function connectedPort(player: PlayerState, ref: SessionRef): Promise<ScreenPort> {
  const session = sessionOf(player, ref)
  if (!session || isAwaited(session)) throw refused('no_screen')
  const isTrue = (now: Session) => isOnScreen(now) && portOf(player, now.screen_id) !== undefined
  const reached = await waitFor(player, session, { isTrue, withinMs: graceMs })
  const port = portOf(player, session.screen_id)
  if (!port || !isOnScreen(reached)) throw refused('no_screen')
  return port
}

type Wait = { isTrue: (session: Session) => boolean; withinMs?: number }

/** The session once the condition is true, or it is over, or at the timeout. */
export function waitFor(
  { waiters, later }: Pick<PlayerState, 'waiters' | 'later'>,
  session: Session,
  { isTrue, withinMs }: Wait,
): Promise<Session> {
  return new Promise((resolve) => {
    let latest = session
    const end = () => {
      stop()
      waiters.delete(check)
      resolve(latest)
    }
    const check = (now: Session) => {
      if (now.play_id !== session.play_id) return
      latest = now
      if (now.state.kind === 'idle' || isTrue(now)) end()
    }
    const stop = withinMs === undefined ? () => {} : later(withinMs, end)
    waiters.add(check)
    check(session)
  })
}
