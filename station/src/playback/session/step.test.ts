/** The rules of playback in any order of what phones, the TV and the box do: a film that counts as playing is on its screen, and ends once. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlayerStatus } from '@homeport/contract/playback/playback.ts'
import { streamsOfFacts, type PlayableFile } from '../delivery.ts'
import { partAt } from '../parts.ts'
import { newSession } from '../start-session.ts'
import type { SessionEffect, SessionEvent } from './events.ts'
import { infoOf, isOnScreen, pointOf, type Session } from './session.ts'
import { dueAt, step } from './step.ts'

type Effect<K extends SessionEffect['kind']> = Extract<SessionEffect, { kind: K }>
type Report = Extract<SessionEvent, { kind: 'report' }>['report']

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
const wholeMs = 600_000

/** A box with one TV: the session, the page with its film, and what is being prepared. A step may not change what it is given. */
function openWorld({ isHere = false } = {}) {
  let now = 1_000
  const tv = { isOn: true, hasFilm: false, isBroken: false, seq: 0, point: 0 }
  let pool: Effect<'prepare'>[] = []
  const count = { close: 0, follow: 0, refuse: 0 }
  const sent: SessionEffect[] = []
  const owner = isHere ? { realm: 'en' as const, user_id: 'u1' } : undefined
  const port = {
    screen_id: 'tv',
    name: 'TV',
    can: ['mp4' as const],
    lang: 'en' as const,
    owner,
    send: () => true,
    isFree: () => true,
    lacks: [],
    isSeekless: false,
  }
  const request = { file: part('cd1'), parts, point: 10_000, by: undefined }
  let session = freeze(newSession(port, request, { before: undefined, isHls: false, now }))
  const begin = () => void apply({ kind: 'source', point: 10_000, isVital: true })

  function apply(event: SessionEvent): SessionEffect[] {
    const { session: next, effects } = step(session, event, now)
    session = freeze(next)
    effects.forEach(perform)
    sent.push(...effects)
    return effects
  }
  function perform(effect: SessionEffect): void {
    if (effect.kind === 'prepare') pool.push(effect)
    if (effect.kind === 'load') load(effect)
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
    now: () => now,
    pool: () => pool,
    /** Another film, once the last one is over. */
    begin(): void {
      if (session.state.kind !== 'idle' || !tv.isOn) return
      session = freeze(newSession(port, request, { before: session, isHls: false, now }))
      Object.assign(tv, { hasFilm: false, isBroken: false, seq: 0 })
      pool = []
      sent.length = 0
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
      const direct = {
        delivery: 'direct',
        stream: 'file',
        limitKbit: 0,
        names: undefined,
        url: 'media/1',
        mediaType: 'video/mp4',
      } as const
      apply({ kind: 'prepared', source: { file, streams: streamsOfFacts(file), ...direct, point, offset, end }, turn, isVital })
    },
    report(state: Report['state'], { isLate = false, isGone = false } = {}): SessionEffect[] {
      if (!tv.isOn || !tv.hasFilm) return []
      const report: Report = {
        kind: 'report',
        play_id: session.play_id,
        seq: isLate ? Math.max(0, tv.seq - 1) : tv.seq,
        state,
        point: tv.point,
        volume: 80,
        sound: 'on',
      }
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
type World = ReturnType<typeof openWorld>

function freeze(session: Session): Session {
  Object.freeze(session.state)
  return Object.freeze(session)
}

/** The invariants: they hold after every step. */
function check(world: World): void {
  const { tv, count, session, now, pool, sent } = world
  const { state, turn, seq, doneSeq } = session()
  const isComing = pool().some((effect) => effect.turn === turn)
  // It ends once, and then nothing is prepared, sent or stored for it.
  expect(count.close).toBe(state.kind === 'idle' ? 1 : 0)
  // A film that starts, or is to be loaded again, has a source on its way or sent.
  if (state.kind === 'starting') expect(isComing || state.until !== undefined).toBe(true)
  if (state.kind === 'returning') expect(isComing).toBe(true)
  // A film that the phones see as playing is on a screen that is there.
  if (isOnScreen(session()) && state.kind !== 'starting') expect(tv).toMatchObject({ isOn: true, hasFilm: true })
  // A page without a source gets another one, or leaves the film.
  if (isOnScreen(session()) && tv.isBroken) expect(isComing).toBe(true)
  // A screen keeps no film that is over.
  if (state.kind === 'idle' && tv.isOn && state.why !== 'ended') expect(tv.hasFilm).toBe(false)
  // A screen is waited for a minute at most.
  if (state.kind === 'away') expect(dueAt(session())).toBeLessThanOrEqual(now() + 60_000)
  expect(doneSeq).toBeLessThanOrEqual(seq)
  const point = pointOf(session(), now())
  expect(point).toBeGreaterThanOrEqual(0)
  expect(point).toBeLessThanOrEqual(wholeMs)
  const isPending = state.kind === 'away' && state.isTold
  expect(infoOf(session(), 'en', now()).status === PlayerStatus.closed).toBe(isPending)
  const numbers = sent.flatMap((effect) => (effect.kind === 'send' && 'seq' in effect.message ? [effect.message.seq] : []))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
}

type Action = (world: World) => void
function act<T>(values: fc.Arbitrary<T>, run: (world: World, value: T) => unknown): fc.Arbitrary<Action> {
  return values.map((value) => (world) => void run(world, value))
}
const point = fc.integer({ min: 0, max: wholeMs })
const reported = fc.constantFrom<Report['state'][]>('loading', 'playing', 'playing', 'paused', 'ended', 'failed')
const howReported = fc.record({ isLate: fc.boolean(), isGone: fc.boolean() })
const press = fc.oneof(
  fc.constantFrom<SessionEvent[]>({ kind: 'pause' }, { kind: 'resume' }, { kind: 'volume', change: { step: 1 } }),
  point.map((to): SessionEvent => ({ kind: 'seek', to })),
  fc.constantFrom(0.5, 1, 2).map((speed): SessionEvent => ({ kind: 'speed', speed })),
  point.map((at): SessionEvent => ({ kind: 'source', point: at, isVital: false })),
)
const anyTime = fc.constantFrom<SessionEvent[]>(
  { kind: 'stay' },
  { kind: 'overslept' },
  { kind: 'nothing' },
  { kind: 'habit' },
  { kind: 'tick' },
  { kind: 'next', next: null, isQueued: true },
  { kind: 'blank', turn: 1 },
)
const actions = fc.oneof(
  // A command waits until the screen has the film (`connectedPort`).
  { weight: 4, arbitrary: act(press, ({ tv, session, apply }, event) => tv.isOn && isOnScreen(session()) && apply(event)) },
  { weight: 1, arbitrary: act(anyTime, ({ apply }, event) => apply(event)) },
  {
    weight: 4,
    arbitrary: act(fc.tuple(fc.nat(3), fc.constantFrom(true, true, true, false)), (world, which) => world.prepared(...which)),
  },
  { weight: 6, arbitrary: act(fc.tuple(reported, howReported), (world, how) => world.report(...how)) },
  { weight: 1, arbitrary: act(fc.boolean(), (world, keepsFilm) => world.leave(keepsFilm)) },
  { weight: 2, arbitrary: act(fc.constant(undefined), (world) => world.back()) },
  {
    weight: 1,
    arbitrary: act(point, (world, at) => world.ask(at)),
  },
  { weight: 2, arbitrary: act(fc.constantFrom(1_000, 5_000, 8_000, 60_000), (world, ms) => world.pass(ms)) },
)

describe('in any order of what happens', () => {
  test.each([false, true])(
    'a film that counts as playing is on its screen, and ends once; in one’s own browser: %s',
    (isHere) => {
      fc.assert(
        fc.property(fc.array(actions, { minLength: 10, maxLength: 60 }), (all) => {
          const world = openWorld({ isHere })
          for (const next of all) {
            world.begin()
            next(world)
            check(world)
          }
        }),
        { numRuns: 300 },
      )
    },
  )

  test('what is over stays over, and asks for nothing', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 20 }), (all) => {
        const world = openWorld()
        world.apply({ kind: 'stop' })
        const before = world.sent.length
        for (const next of all) next(world)
        expect(world.sent).toHaveLength(before)
      }),
    )
  })

  test('a TV that stays away is free again after a minute', () => {
    fc.assert(
      fc.property(fc.array(actions, { maxLength: 30 }), (all) => {
        const world = openWorld()
        for (const next of all) next(world)
        world.leave(true)
        world.pass(30_000)
        world.apply({ kind: 'away' })
        world.pass(30_000)
        expect(world.session().state.kind).toBe('idle')
      }),
    )
  })
})

describe('one film', () => {
  const playing = () => {
    const world = openWorld()
    world.prepared(0, true)
    world.report('playing')
    return world
  }

  test('that is sought back while what follows is looked up goes on', () => {
    const world = playing()
    world.report('ended')
    expect(world.count.follow).toBe(1)
    world.apply({ kind: 'seek', to: 20_000 })
    world.apply({ kind: 'nothing' })
    world.report('playing')
    expect(world.session().state.kind).toBe('playing')
  })

  test('whose other part is not there goes on in its own', () => {
    const world = playing()
    world.apply({ kind: 'seek', to: 400_000 })
    world.prepared(0, false)
    expect(world.count.refuse).toBe(1)
    expect(world.session()).toMatchObject({ file: { id: 'cd1' }, state: { kind: 'playing' } })
  })

  test('whose TV goes away before its new source is ready waits for it, and whoever asked is refused', () => {
    const world = playing()
    world.apply({ kind: 'seek', to: 400_000 })
    world.leave(false)
    world.prepared(0, true)
    expect(world.count.refuse).toBe(1)
    expect(world.session().state.kind).toBe('away')
  })

  test('that no way is left for leaves the screen that tried the first', () => {
    const world = openWorld()
    world.prepared(0, true)
    world.report('failed')
    world.prepared(0, false)
    expect(world.session().state).toMatchObject({ kind: 'idle', why: 'refused', error: 'no_file' })
    expect(world.tv.hasFilm).toBe(false)
  })

  test('that starts again by another way is asked for from the same point', () => {
    const world = openWorld()
    world.prepared(0, true)
    world.tv.point = 0
    world.report('failed')
    expect(world.pool()).toMatchObject([{ point: 10_000 }])
    expect(world.session()).toMatchObject({ isForced: true, state: { kind: 'starting', until: undefined } })
  })

  test('whose first way fails is tried by one other way, however often the TV says so', () => {
    const world = openWorld()
    world.prepared(0, true)
    for (const state of ['failed', 'failed', 'playing', 'failed'] as const) world.report(state)
    expect(world.pool()).toHaveLength(1)
    expect(world.session().state).toMatchObject({ kind: 'starting', until: undefined })
    world.prepared(0, true)
    world.report('playing')
    expect(world.session().state.kind).toBe('playing')
  })

  test('is pending for the phones after five seconds without its TV, and ends after a minute', () => {
    const world = playing()
    const isPending = () => infoOf(world.session(), 'en', world.now()).is_pending
    world.leave(true)
    world.pass(4_999)
    expect(isPending()).toBeUndefined()
    world.pass(1)
    expect(isPending()).toBe(true)
    world.pass(54_999)
    expect(world.session().state.kind).toBe('away')
    world.pass(1)
    expect(world.session().state.kind).toBe('idle')
  })

  test('is not moved by a tick that comes too early', () => {
    const world = playing()
    world.leave(true)
    world.pass(4_000)
    world.apply({ kind: 'tick' })
    expect(world.session().state).toMatchObject({ kind: 'away', isTold: false })
  })

  test('that the TV needs a source for ends where the seek that came meanwhile finds none', () => {
    const world = playing()
    world.ask(20_000)
    world.apply({ kind: 'seek', to: 400_000 })
    world.prepared(1, false)
    expect(world.session().state).toMatchObject({ kind: 'idle', why: 'failed' })
    expect(world.tv.hasFilm).toBe(false)
  })
})
