/** The rules of playback on one screen: what an event makes of a session, and what the box has to do then. It reads no clock and touches nothing. */
import { playbackSpeeds } from '@homeport/contract/playback/playback.ts'
import type { MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import { partAt } from '../delivery/parts.ts'
import { refused } from '../delivery/play-refusal.ts'
import type { PreparedSource, SessionEffect, SessionEvent } from './events.ts'
import { isToStand, playsNext, type Session, type SessionState } from './session.ts'
import { stepReport } from './report.ts'
import { exit, endSession, withPointNow, remember, requestSource, type Step } from './transitions.ts'

/** A reloading page is back sooner; after this time the phones see the film as pending, … */
export const graceMs = 5_000
/** … and after this time the session ends. A user's own browser is not waited for. */
const awaitedMs = 60_000
/** A converter needs a while for its first picture; the cloud's timeout is 10 s. */
export const startedWithinMs = 8_000

/** Acts of people, on a phone or on the TV itself. */
const byPeople: readonly SessionEvent['kind'][] = ['pause', 'resume', 'seek', 'speed', 'volume', 'sped', 'stay', 'touched']

/** now: ms. */
export function step(before: Session, event: SessionEvent, now: number): Step {
  const { session, effects } = stepBy(before, event, now)
  const isNextOffered = playsNext(session, now)
  if (isNextOffered === session.isNextOffered || session.state.kind === 'idle') return { session, effects }
  const changed = { ...session, isNextOffered }
  // The queue, which says what the next film is, tells the screen too.
  if (event.kind === 'next') return { session: changed, effects }
  return { session: changed, effects: [...effects, { kind: 'offer' }] }
}

function stepBy(before: Session, event: SessionEvent, now: number): Step {
  if (before.state.kind === 'idle') return { session: before, effects: [] }
  const session = byPeople.includes(event.kind) ? { ...before, unattended: { films: 0, since: now } } : before
  switch (event.kind) {
    case 'touched':
      return session.state.kind === 'asking' ? goOn(session) : { session, effects: [] }
    case 'pause':
    case 'resume':
      if (session.state.kind === 'asking') return event.kind === 'resume' ? goOn(session) : { session, effects: [] }
      return setPaused(session, event.kind)
    case 'seek':
      return seek(session, event.to, now)
    case 'speed':
      return sendCommand({ ...withPointNow(session, now), speed: event.speed }, (seq) => ({
        kind: 'speed',
        play_id: session.play_id,
        speed: event.speed,
        seq,
      }))
    case 'volume':
      return sendCommand(session, (seq) => ({ kind: 'volume', seq, ...event.change }))
    case 'stop':
      return endSession(session, { why: 'stopped', now, first: [exit(session)] })
    case 'replace':
    case 'exited':
    case 'forgotten':
      return endSession(session, { why: 'stopped', now, last: event.kind === 'replace' ? [] : [{ kind: 'tell' }] })
    case 'source':
      return requestSource(session, event)
    case 'report':
      return stepReport(session, event, now)
    case 'sped':
      return setSpeed(session, event.speed, now)
    case 'stay':
      return { session: { ...session, isLast: true }, effects: [{ kind: 'tell' }] }
    case 'back':
      return comeBack(session, event.point, now)
    case 'away':
      return leave(session, now)
    case 'overslept':
      return { session: { ...withPointNow(session, now), pauseCommand: undefined, state: standing(session.state) }, effects: [] }
    case 'tick':
      return tick(session, now)
    case 'prepared':
      return takeSource(session, event, now)
    case 'unprepared':
      return missSource(session, event, now)
    case 'next': {
      const { next, begins, titles: nextTitles } = event
      const isStarting = session.state.kind === 'starting'
      const changed = {
        ...session,
        next,
        nextTitles,
        nextBegins: begins,
        isLast: session.isLast && !(next !== null && begins === 'queued'),
      }
      return { session: changed, effects: isStarting ? [] : [{ kind: 'tell' }] }
    }
    case 'ask': {
      if (session.state.kind !== 'ending') return { session, effects: [] }
      const message = { kind: 'ask' as const, play_id: session.play_id }
      const effects: SessionEffect[] = [{ kind: 'send', message }, { kind: 'record' }, { kind: 'tell' }]
      return { session: { ...session, state: { kind: 'asking' } }, effects }
    }
    case 'nothing':
      if (session.state.kind !== 'ending') return { session, effects: [] }
      return endSession(session, { why: 'ended', now, last: [{ kind: 'tell' }] })
    case 'blank':
      if (session.state.kind !== 'returning' || event.turn !== session.turn) return { session, effects: [] }
      return endSession(session, { why: 'stopped', now, last: [{ kind: 'tell' }] })
    case 'habit':
      return { session, effects: [{ kind: 'habit' }] }
  }
}

/** The time of the next tick that matters, ms. */
export function dueAt({ state, isHere }: Session): number | undefined {
  if (state.kind === 'starting') return state.until
  if (state.kind !== 'away') return undefined
  return state.since + (isHere || !state.isTold ? graceMs : awaitedMs)
}

function sendCommand(session: Session, message: (seq: number) => MessageToScreen): Step {
  const seq = session.seq + 1
  return { session: { ...session, seq }, effects: [{ kind: 'send', message: message(seq) }] }
}

/** One that has no picture yet begins so. */
function setPaused(session: Session, kind: 'pause' | 'resume'): Step {
  const isPaused = kind === 'pause'
  const { state, play_id } = session
  const begins = state.kind === 'starting' || state.kind === 'loading' || state.kind === 'returning'
  const pauseCommand = { isPaused, seq: session.seq + 1 }
  const next = { ...session, pauseCommand, state: begins ? { ...state, isPaused } : state }
  return sendCommand(next, (seq) => ({ kind, play_id, seq }))
}

/** Somebody watches: what follows begins. */
function goOn(session: Session): Step {
  const state: SessionState = { kind: 'ending', isPaused: false, isAtEnd: true }
  return { session: { ...session, state }, effects: [{ kind: 'tell' }, { kind: 'follow', asks: false }] }
}

/** A converted source is loaded again from there, and so is another part, or one that is on its way to another point. A film that is sought back has not ended. */
function seek(session: Session, to: number, now: number): Step {
  const { duration, parts, file, stream, state, play_id, isPreparing } = session
  const point = duration > 0 ? Math.min(to, duration) : to
  // The screen has left it.
  if (state.kind === 'asking')
    return requestSource({ ...session, state: { kind: 'returning', isPaused: false } }, { point, isVital: true })
  // Another way to it begins there too.
  const sought = state.kind === 'starting' ? { ...session, state: { ...state, point } } : session
  if (stream === 'fmp4' || isPreparing || partAt(parts, point).file.id !== file.id)
    return requestSource(sought, { point, isVital: false })
  const next: SessionState = state.kind === 'ending' ? { kind: 'loading', isPaused: state.isPaused } : sought.state
  return sendCommand({ ...session, state: next, point, at: now }, (seq) => ({ kind: 'seek', play_id, point, seq }))
}

function setSpeed(session: Session, speed: number, now: number): Step {
  if (!playbackSpeeds.some((one) => one === speed) || speed === session.speed) return { session, effects: [] }
  return { session: { ...withPointNow(session, now), speed }, effects: [{ kind: 'tell' }] }
}

/** If the page reloads while its film starts, the film is pending and starts again. */
function leave(session: Session, now: number): Step {
  const { state, isHere, file, parts, point, by } = session
  if (state.kind === 'away') return { session, effects: [] }
  if (state.kind === 'starting') {
    const request = { file, parts, point, by, isPaused: state.isPaused }
    return endSession(session, { why: 'pending', now, first: [{ kind: 'pend', request }], last: [{ kind: 'tell' }] })
  }
  const away: Session = {
    ...withPointNow(session, now),
    isBare: false,
    state: { kind: 'away', isPaused: isToStand(session), since: now, isTold: false },
  }
  // Where the person stopped counts at once: the app that comes back asks for it.
  return { session: away, effects: isHere ? remember(away, now) : [] }
}

/** The position of a page that kept playing is more accurate, unless the part that it has ended. */
function comeBack(session: Session, point: number | undefined, now: number): Step {
  const { state, parts, file } = session
  const current = point === undefined ? withPointNow(session, now) : { ...session, point, at: now }
  const effects: SessionEffect[] = state.kind === 'away' && state.isTold ? [{ kind: 'tell' }] : []
  if (state.kind === 'starting') return { session: current, effects }
  const hasFilm = point !== undefined && partAt(parts, point).file.id === file.id
  if (hasFilm && state.kind !== 'away' && state.kind !== 'returning') return { session: current, effects }
  const kind = hasFilm ? 'loading' : 'returning'
  return { session: { ...current, state: { kind, isPaused: isToStand(session) } }, effects }
}

function tick(session: Session, now: number): Step {
  const { state, isHere } = session
  const due = dueAt(session)
  if (due === undefined || now < due) return { session, effects: [] }
  if (state.kind === 'starting')
    return {
      session: { ...session, state: { kind: 'loading', isPaused: state.isPaused } },
      effects: [{ kind: 'started' }, { kind: 'record' }],
    }
  if (state.kind !== 'away' || isHere || state.isTold)
    return endSession(session, { why: 'stopped', now, last: [{ kind: 'tell' }] })
  return {
    session: { ...session, state: { ...state, isTold: true } },
    effects: [...remember(session, now), { kind: 'tell' }],
  }
}

type Prepared = Extract<SessionEvent, { kind: 'prepared' }>

function takeSource(session: Session, { source, turn, isVital }: Prepared, now: number): Step {
  if (turn !== session.turn) return { session, effects: [] }
  const arrived = { ...session, isPreparing: false }
  // It is loaded when its screen is back.
  if (session.state.kind === 'away') return { session: arrived, effects: [{ kind: 'refuse', error: refused('no_screen') }] }
  const next = { ...withSource(arrived, source), isBare: false, seq: session.seq + 1, at: now }
  return { session: { ...next, state: loading(session, now) }, effects: [{ kind: 'load', source, turn, isVital }] }
}

function loading(session: Session, now: number): SessionState {
  const { state } = session
  if (state.kind === 'starting') return { ...state, until: state.until ?? now + startedWithinMs }
  return { kind: 'loading', isPaused: isToStand(session) }
}

function withSource(session: Session, { file, streams, delivery, stream, limitKbit, names, point }: PreparedSource): Session {
  const duration = session.duration === 0 ? (streams.durationMs ?? 0) : session.duration
  return { ...session, file, streams, delivery, stream, limitKbit, duration, point, ...names }
}

type Unprepared = Extract<SessionEvent, { kind: 'unprepared' }>

function missSource(session: Session, { turn, error, isVital }: Unprepared, now: number): Step {
  if (turn !== session.turn) return { session, effects: [] }
  const { state } = session
  // A screen that was sent a source already leaves the film.
  const first = session.seq > 0 ? [exit(session)] : []
  if (state.kind === 'starting') return endSession(session, { why: 'refused', error, now, first, last: [{ kind: 'tell' }] })
  const refusal: SessionEffect = { kind: 'refuse', error }
  if (!isVital || state.kind === 'away') return { session: { ...session, isPreparing: false }, effects: [refusal] }
  return endSession(session, { why: 'failed', now, first, last: [{ kind: 'tell' }, refusal] })
}

/** It stands once the screen shows it. */
function standing(state: SessionState): SessionState {
  if (state.kind === 'playing') return { kind: 'paused' }
  return 'isPaused' in state ? { ...state, isPaused: true } : state
}
