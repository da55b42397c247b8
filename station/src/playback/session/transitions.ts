/** Transitions that both the commands and the reports make of a session. */
import { leftOf } from './resume-point.ts'
import type { SessionEffect } from './events.ts'
import { pointOf, type IdleReason, type Session, type SessionState } from './session.ts'

export type Step = { session: Session; effects: SessionEffect[] }

export function exit({ play_id }: Session): SessionEffect {
  return { kind: 'send', message: { kind: 'exit', play_id } }
}

/** error: of one that could not start. first, last: before and after what the end itself needs. */
type End = { why: IdleReason; error?: unknown; now: number; first?: SessionEffect[]; last?: SessionEffect[] }

/** The end of a session: its point is stored and its source revoked. */
export function endSession(session: Session, { why, error, now, first = [], last = [] }: End): Step {
  const state: SessionState = { kind: 'idle', why, ...(error !== undefined && { error }) }
  return { session: { ...session, state }, effects: [...first, ...remember(session, now), { kind: 'close' }, ...last] }
}

export function remember(session: Session, now: number): SessionEffect[] {
  const resumePoint = leftOf(session, now)
  return resumePoint ? [{ kind: 'remember', resumePoint }] : []
}

/** At its point of now. */
export function withPointNow(session: Session, now: number): Session {
  return { ...session, point: pointOf(session, now), at: now }
}

/** Another source is prepared; earlier requests are void. */
export function requestSource(session: Session, { point, isVital }: { point: number; isVital: boolean }): Step {
  const turn = session.turn + 1
  const isBare = session.isBare || isVital
  return {
    session: { ...session, turn, isBare, isPreparing: true },
    effects: [{ kind: 'prepare', point, turn, isVital: isBare }],
  }
}
