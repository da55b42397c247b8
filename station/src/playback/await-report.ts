/** Waits for a screen's reports on a session. */
import type { PlayerState } from './player-state.ts'
import type { Session } from './session.ts'

/** An act waits this long for the screen's report; then the reply has the last known state. */
const doneWithinMs = 2_000
/** A converter needs a while for its first picture; the cloud's timeout is 10 s. */
export const startedWithinMs = 8_000

type Timer = Pick<PlayerState, 'later'>

/** Waits until the screen has done the session's last command. */
export function waitDone(timer: Timer, session: Session): Promise<void> {
  const { seq } = session
  return waitUntil(timer, session, {
    isTrue: () => session.doneSeq >= seq && session.state !== 'loading',
    withinMs: doneWithinMs,
  })
}

/** Waits until the session's source plays or has failed. */
export function waitStarted(timer: Timer, session: Session): Promise<void> {
  const isTrue = () => session.doneSeq >= session.seq && session.state !== 'loading'
  return waitUntil(timer, session, { isTrue, withinMs: startedWithinMs })
}

/** After each report and at the end: all who wait check their condition. */
export function wakeWaiting(session: Session): void {
  for (const check of session.waiting) check()
}

type Wait = { isTrue: () => boolean; withinMs: number }

/** Waits until a report makes the condition true, or for the timeout. */
function waitUntil({ later }: Timer, session: Session, { isTrue, withinMs }: Wait): Promise<void> {
  return new Promise((resolve) => {
    const check = () => {
      if (!session.isOver && !isTrue()) return
      stop()
      session.waiting.delete(check)
      resolve()
    }
    const stop = later(withinMs, () => {
      session.waiting.delete(check)
      resolve()
    })
    session.waiting.add(check)
    check()
  })
}
