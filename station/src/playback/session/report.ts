/** The step of a session by a screen's report. */
import type { SessionEffect, SessionEvent } from './events.ts'
import { isToStand, isUnattended, type Session, type SessionState } from './session.ts'
import type { ScreenReport } from '../screen-port.ts'
import { nextAttempt } from './fallback.ts'
import { exit, endSession, withPointNow, remember, requestSource, type Step } from './transitions.ts'

const keepEveryMs = 30_000
const endShare = 0.95

type Reported = Extract<SessionEvent, { kind: 'report' }>

/** A film that ends long before its end, or fails: its file may be gone. */
export function isBroken({ duration }: Session, { state, point }: ScreenReport): boolean {
  return state === 'failed' || (state === 'ended' && duration > 0 && point < duration * endShare)
}

/** A screen without the film has nothing to say of it. */
export function stepReport(session: Session, { report, can, isGone }: Reported, now: number): Step {
  const { volume, sound, night = 'none', seq, point } = report
  const heard = { ...session, doneSeq: Math.max(session.doneSeq, seq), volume, sound, night }
  if (['away', 'returning', 'asking'].includes(session.state.kind)) return { session: heard, effects: [] }
  // A report from before the last command has an outdated position.
  const isCurrent = seq === session.seq
  const current = isCurrent ? { ...heard, point, at: now } : heard
  const isFailed = report.state === 'failed' || (report.state === 'ended' && isGone)
  if (report.state === 'ended' && !isFailed) return reachEnd(current, isCurrent, now)
  if (isFailed && isCurrent) return fail(current, { can, isGone }, now)
  const shown = isCurrent ? { ...current, state: stateAfter(session, report.state) } : current
  return takeReport(shown, { report, wasStarting: session.state.kind === 'starting', now })
}

function stateAfter(session: Session, reported: ScreenReport['state']): SessionState {
  const { state } = session
  if (state.kind === 'ending' || (state.kind === 'starting' && state.until === undefined)) return state
  if (reported === 'playing' || reported === 'paused') return { kind: reported }
  return state.kind === 'starting' ? state : { kind: 'loading', isPaused: isToStand(session) }
}

function takeReport(
  session: Session,
  { report, wasStarting, now }: { report: ScreenReport; wasStarting: boolean; now: number },
): Step {
  const isStarting = session.state.kind === 'starting'
  const isKept = report.state === 'paused' || now - session.keptAt >= keepEveryMs
  const isTold = report.state === 'playing' || report.state === 'paused'
  const effects: SessionEffect[] = [
    ...(wasStarting && !isStarting ? [{ kind: 'started' as const }] : []),
    ...(isStarting ? [] : [{ kind: 'record' as const }]),
    ...(isKept ? remember(session, now) : []),
    ...(isTold ? [{ kind: 'tell' as const }] : []),
  ]
  return { session: isKept ? { ...session, keptAt: now } : session, effects }
}

/** The film ended by itself. */
function reachEnd(session: Session, isAtEnd: boolean, now: number): Step {
  const { state } = session
  if (state.kind === 'ending')
    return { session: { ...session, state: { ...state, isAtEnd: state.isAtEnd || isAtEnd } }, effects: [] }
  const next: Session = {
    ...(isAtEnd ? session : withPointNow(session, now)),
    state: { kind: 'ending', isPaused: isToStand(session), isAtEnd },
  }
  return { session: next, effects: [...remember(next, now), { kind: 'follow', asks: isUnattended(session, now) }] }
}

/** While a film starts, another way to it is tried, never the same one again. A film that cannot go on says why. */
function fail(session: Session, { can, isGone }: Pick<Reported, 'can' | 'isGone'>, now: number): Step {
  const { state } = session
  if (state.kind !== 'starting') {
    const reason = isGone ? 'no_file' : 'failed'
    const effects: SessionEffect[] = [{ kind: 'tell' }, exit(session), { kind: 'send', message: { kind: 'refused', reason } }]
    return endSession(session, { why: 'failed', now, last: effects })
  }
  // The next way is being prepared: the page still says so of the last one.
  if (state.until === undefined) return { session, effects: [] }
  const attempt = nextAttempt(session, can)
  if (!attempt) return endSession(session, { why: 'failed', now, first: [exit(session)], last: [{ kind: 'tell' }] })
  const again: Session = { ...session, ...attempt, state: { ...state, until: undefined } }
  return requestSource(again, { point: state.point, isVital: true })
}
