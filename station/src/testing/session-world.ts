/** For tests: a box with one TV, the session of its film, and what is being prepared, as the steps of playback see them. */
import { streamsOfFacts, type PlayableFile } from '../playback/delivery/delivery.ts'
import { partAt } from '../playback/delivery/parts.ts'
import type { ScreenPort } from '../playback/screen-port.ts'
import type { SessionEffect, SessionEvent } from '../playback/session/events.ts'
import { pointOf, type Session } from '../playback/session/session.ts'
import { dueAt, step } from '../playback/session/step.ts'
import { newSession } from '../playback/start-session.ts'

type Effect<K extends SessionEffect['kind']> = Extract<SessionEffect, { kind: K }>
export type Report = Extract<SessionEvent, { kind: 'report' }>['report']

const part = (id: string): PlayableFile => ({
  id,
  movie_id: 'm',
  title: 'Metropolis',
  quality: '',
  poster: '',
  path: `/films/${id}.mp4`,
  duration_ms: 300_000,
  container: 'mp4',
  video: 'h264',
  audio: 'aac',
  width: 320,
  height: 180,
  pix_fmt: 'yuv420p',
})
const parts = [part('cd1'), part('cd2')]
export const wholeMs = 600_000

/** A step may not change what it is given. */
export function openSessionWorld({ isHere = false, films = 0 } = {}) {
  let now = 1_000
  /** The last act of a person. */
  let touchedAt = now
  const questions: number[] = []
  const tv = { isOn: true, hasFilm: false, isBroken: false, seq: 0, point: 0 }
  let pool: Effect<'prepare'>[] = []
  const count = { close: 0, follow: 0, refuse: 0 }
  const sent: SessionEffect[] = []
  const port = portOf(isHere)
  const request = { file: part('cd1'), parts, point: 10_000, by: undefined, unattended: { films, since: now } }
  let session = freeze(newSession(port, request, { before: undefined, isHls: false, now }))
  const begin = () => void apply({ kind: 'source', point: 10_000, isVital: true })

  function apply(event: SessionEvent): SessionEffect[] {
    const { session: next, effects } = step(session, event, now)
    if (ofPeople.includes(event.kind) && session.state.kind !== 'idle') touchedAt = now
    session = freeze(next)
    effects.forEach(perform)
    sent.push(...effects)
    return effects
  }
  function perform(effect: SessionEffect): void {
    if (effect.kind === 'prepare') pool.push(effect)
    if (effect.kind === 'load') load(effect)
    if (effect.kind === 'follow' && effect.asks) questions.push(now - touchedAt)
    if (effect.kind === 'send' && tv.isOn) receive(effect)
    if (effect.kind === 'close' || effect.kind === 'follow' || effect.kind === 'refuse') count[effect.kind] += 1
  }
  function load({ source, turn, isVital }: Effect<'load'>): void {
    if (tv.isOn) Object.assign(tv, { hasFilm: true, isBroken: false, seq: session.seq, point: source.point })
    else apply({ kind: 'unprepared', error: 'no_screen', turn, isVital })
  }
  function receive({ message }: Effect<'send'>): void {
    if (message.kind === 'exit') tv.hasFilm = false
    if (tv.hasFilm && 'seq' in message) tv.seq = message.seq
    if (tv.hasFilm && message.kind === 'seek') tv.point = message.point
  }
  begin()

  return {
    tv,
    count,
    sent,
    apply,
    session: () => session,
    touchedAt: () => touchedAt,
    /** For how long nobody had done anything where a film asks, ms. */
    questions,
    now: () => now,
    pool: () => pool,
    /** Another film, once the last one is over. */
    begin(): void {
      if (session.state.kind !== 'idle' || !tv.isOn) return
      session = freeze(newSession(port, request, { before: session, isHls: false, now }))
      Object.assign(tv, { hasFilm: false, isBroken: false, seq: 0 })
      pool = []
      sent.length = 0
      touchedAt = request.unattended.since
      count.close = 0
      begin()
    },
    /** The preparation that is done next, in whatever order. */
    prepared(which: number, isDone: boolean): void {
      const [effect] = pool.length > 0 ? pool.splice(which % pool.length, 1) : []
      if (!effect) return
      const { point, turn, isVital } = effect
      if (!isDone) return void apply({ kind: 'unprepared', error: 'no_file', turn, isVital })
      const { file, from: offset, end } = partAt(parts, point)
      apply({ kind: 'prepared', source: { file, streams: streamsOfFacts(file), ...direct, point, offset, end }, turn, isVital })
    },
    report(state: Report['state'], { isLate = false, isGone = false } = {}): SessionEffect[] {
      if (!tv.isOn || !tv.hasFilm) return []
      const seq = isLate ? Math.max(0, tv.seq - 1) : tv.seq
      const { play_id } = session
      const report: Report = { kind: 'report', play_id, seq, state, point: tv.point, volume: 80, sound: 'on' }
      return apply({ kind: 'report', report, can: port.can, isGone })
    },
    /** The page's source broke, or ended with its part. */
    ask(point: number): void {
      if (!tv.isOn || !tv.hasFilm) return
      tv.isBroken = true
      apply({ kind: 'source', point, isVital: true })
    },
    leave(keepsFilm: boolean): void {
      if (!tv.isOn) return
      tv.isOn = false
      tv.hasFilm &&= keepsFilm
      apply({ kind: 'away' })
    },
    /** As a page says hello. */
    back(): void {
      if (tv.isOn) return
      Object.assign(tv, { isOn: true, isBroken: false })
      apply({ kind: 'back', point: tv.hasFilm ? tv.point : undefined })
      const { state } = session
      if (state.kind === 'returning') apply({ kind: 'source', point: pointOf(session, now), isVital: true })
      // The page says by itself that it plays nothing that the box knows.
      if (state.kind === 'idle') tv.hasFilm = false
    },
    /** Each tick comes at its time. */
    pass(ms: number): void {
      const until = now + ms
      for (let due = dueAt(session); due !== undefined && due <= until; due = dueAt(session)) {
        now = Math.max(now, due)
        apply({ kind: 'tick' })
      }
      now = until
    },
  }
}
export type SessionWorld = ReturnType<typeof openSessionWorld>
const ofPeople: SessionEvent['kind'][] = ['pause', 'resume', 'seek', 'speed', 'volume', 'sped', 'stay', 'touched']

function freeze(session: Session): Session {
  Object.freeze(session.state)
  return Object.freeze(session)
}

/** The TV, or a person's own browser. */
function portOf(isHere: boolean): ScreenPort {
  return {
    screen_id: 'tv',
    can: ['mp4'],
    lang: 'en',
    owner: isHere ? { realm: 'en', user_id: 'u1' } : undefined,
    send: () => true,
    isFree: () => true,
    lacks: [],
    isSeekless: false,
    playsAll: false,
    isLocal: false,
  }
}

const direct = {
  delivery: 'direct',
  stream: 'file',
  limitKbit: 0,
  names: undefined,
  url: 'media/1',
  mediaType: 'video/mp4',
} as const
