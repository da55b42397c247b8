/** The rules of playback in any order of what phones, the TV and the box do: a film that counts as playing is on its screen, and ends once. */
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { PlayerStatus, unattendedFilms, unattendedMs } from '@homeport/contract/playback/playback.ts'
import { openSessionWorld, wholeMs, type Report, type SessionWorld } from '../../testing/session-world.ts'
import type { SessionEvent } from './events.ts'
import { infoOf, isOnScreen, isPaused, pointOf } from './session.ts'
import { dueAt } from './step.ts'

/** The invariants: they hold after every step. */
function check(world: SessionWorld): void {
  const { tv, count, session, touchedAt, questions, now, pool, sent } = world
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
  // A person who did something is not asked for hours, and a question stands still until it is answered.
  expect(session().unattended.since).toBe(touchedAt())
  for (const withoutMs of questions) expect(withoutMs).toBeGreaterThanOrEqual(unattendedMs)
  if (state.kind === 'asking')
    expect(infoOf(session(), 'en', now())).toMatchObject({ is_asking: true, status: PlayerStatus.paused })
  expect(doneSeq).toBeLessThanOrEqual(seq)
  const point = pointOf(session(), now())
  expect(point).toBeGreaterThanOrEqual(0)
  expect(point).toBeLessThanOrEqual(wholeMs)
  const isPending = state.kind === 'away' && state.isTold
  expect(infoOf(session(), 'en', now()).status === PlayerStatus.closed).toBe(isPending)
  const numbers = sent.flatMap((effect) => (effect.kind === 'send' && 'seq' in effect.message ? [effect.message.seq] : []))
  expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b))
}

type Action = (world: SessionWorld) => void
function act<T>(values: fc.Arbitrary<T>, run: (world: SessionWorld, value: T) => unknown): fc.Arbitrary<Action> {
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
  { kind: 'touched' },
  { kind: 'ask' },
  { kind: 'overslept' },
  { kind: 'nothing' },
  { kind: 'habit' },
  { kind: 'tick' },
  { kind: 'next', next: null, begins: 'queued' },
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
  { weight: 2, arbitrary: act(fc.constantFrom(1_000, 5_000, 8_000, 60_000, unattendedMs), (world, ms) => world.pass(ms)) },
)

describe('in any order of what happens', () => {
  test.each([false, true])(
    'a film that counts as playing is on its screen, and ends once; in one’s own browser: %s',
    (isHere) => {
      fc.assert(
        fc.property(fc.array(actions, { minLength: 10, maxLength: 60 }), (all) => {
          const world = openSessionWorld({ isHere })
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
        const world = openSessionWorld()
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
        const world = openSessionWorld()
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
    const world = openSessionWorld()
    world.prepared(0, true)
    world.report('playing')
    return world
  }

  const reloading = (world: SessionWorld) => {
    world.apply({ kind: 'source', point: pointOf(world.session(), world.now()), isVital: false })
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

  const loaded = (world: SessionWorld) =>
    world.sent.flatMap((effect) => (effect.kind === 'load' ? [{ ...effect.source, isPaused: isPaused(world.session()) }] : []))

  test.each([
    ['before its first source is there', () => openSessionWorld()],
    ['while another source is on its way', () => reloading(playing())],
    [
      'before its TV has done an earlier press',
      () => {
        const world = playing()
        world.apply({ kind: 'pause' })
        return reloading(world)
      },
    ],
  ])('that is paused and sought %s stands there', (_, open) => {
    const world = open()
    world.apply({ kind: 'pause' })
    world.apply({ kind: 'seek', to: 77_000 })
    while (world.pool().length > 0) world.prepared(0, true)
    expect(loaded(world).at(-1)).toMatchObject({ point: 77_000, isPaused: true })
    world.apply({ kind: 'resume' })
    reloading(world).prepared(0, true)
    expect(loaded(world).at(-1)).toMatchObject({ isPaused: false })
  })

  test('whose way fails after it was sought begins by another way there', () => {
    const world = openSessionWorld()
    world.prepared(0, true)
    world.apply({ kind: 'pause' })
    world.apply({ kind: 'seek', to: 77_000 })
    world.report('failed')
    world.prepared(0, true)
    expect(loaded(world).at(-1)).toMatchObject({ point: 77_000, isPaused: true })
  })

  test('whose TV went away before it did a resume stands when it comes back, if the sleep timer ran out meanwhile', () => {
    const world = playing()
    world.apply({ kind: 'pause' })
    world.report('paused')
    world.apply({ kind: 'resume' })
    world.leave(false)
    world.apply({ kind: 'overslept' })
    world.back()
    world.prepared(0, true)
    expect(loaded(world).at(-1)).toMatchObject({ isPaused: true })
  })

  test('that is paused on its screen and resumed there goes on in another source', () => {
    const world = playing()
    world.apply({ kind: 'pause' })
    world.report('paused')
    world.report('playing')
    reloading(world).prepared(0, true)
    expect(loaded(world).at(-1)).toMatchObject({ isPaused: false })
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
    const world = openSessionWorld()
    world.prepared(0, true)
    world.report('failed')
    world.prepared(0, false)
    expect(world.session().state).toMatchObject({ kind: 'idle', why: 'refused', error: 'no_file' })
    expect(world.tv.hasFilm).toBe(false)
  })

  test('that starts again by another way is asked for from the same point', () => {
    const world = openSessionWorld()
    world.prepared(0, true)
    world.tv.point = 0
    world.report('failed')
    expect(world.pool()).toMatchObject([{ point: 10_000 }])
    expect(world.session()).toMatchObject({ isForced: true, state: { kind: 'starting', until: undefined } })
  })

  test('whose first way fails is tried by one other way, however often the TV says so', () => {
    const world = openSessionWorld()
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

  const follows = (world: SessionWorld) => world.sent.flatMap((effect) => (effect.kind === 'follow' ? [effect.asks] : []))
  const endedAfter = (films: number, isHere = false) => {
    const world = openSessionWorld({ films, isHere })
    world.prepared(0, true)
    world.report('playing')
    world.report('ended')
    return world
  }

  test('after which nothing begins by itself is the third that did, or ends hours after the last sign of anybody', () => {
    expect(follows(endedAfter(unattendedFilms - 1))).toEqual([false])
    expect(follows(endedAfter(unattendedFilms))).toEqual([true])
    expect(follows(endedAfter(unattendedFilms, true))).toEqual([false])
    const world = playing()
    world.pass(unattendedMs)
    world.report('ended')
    expect(follows(world)).toEqual([true])
  })

  test.each(['touched', 'resume', 'stay', 'volume'] as const)('during which somebody does something is followed (%s)', (kind) => {
    const world = openSessionWorld({ films: unattendedFilms })
    world.prepared(0, true)
    world.report('playing')
    world.apply(kind === 'volume' ? { kind, change: { step: 1 } } : { kind })
    world.tv.seq = world.session().seq
    world.report('ended')
    expect(follows(world)).toEqual([false])
  })

  const anEpisode = { movie_id: 'm2', path: 'f2', title: 'Two', season: 1, episode: 2 }
  const offers = ({ session, now }: SessionWorld) => infoOf(session(), 'en', now()).plays_next
  const hasOffered = (world: SessionWorld) => world.sent.filter(({ kind }) => kind === 'offer').length

  test('offers the next one, unless nobody wants it, or the TV will ask first whether somebody watches', () => {
    const world = playing()
    for (const [begins, isOffered] of [
      ['never', false],
      ['by itself', true],
    ] as const) {
      world.apply({ kind: 'next', next: anEpisode, begins })
      expect(offers(world)).toBe(isOffered)
    }
    const titles = { en: { series: 'One', episode: 'Two' }, zh: { series: '一', episode: '二' } }
    world.apply({ kind: 'next', next: anEpisode, begins: 'by itself', titles })
    expect(infoOf(world.session(), 'zh', world.now()).next?.title).toBe('二')
    world.apply({ kind: 'stay' })
    expect([offers(world), hasOffered(world)]).toEqual([false, 1])
    world.apply({ kind: 'next', next: anEpisode, begins: 'queued' })
    expect(offers(world)).toBe(true)
  })

  test('that nobody attends offers nothing until somebody does something; what people queued it offers', () => {
    const world = openSessionWorld({ films: unattendedFilms })
    world.prepared(0, true)
    world.report('playing')
    world.apply({ kind: 'next', next: anEpisode, begins: 'by itself' })
    expect(offers(world)).toBe(false)
    world.apply({ kind: 'touched' })
    expect([offers(world), hasOffered(world)]).toEqual([true, 1])
    world.pass(unattendedMs)
    world.report('playing')
    expect([offers(world), hasOffered(world)]).toEqual([false, 2])
    world.apply({ kind: 'next', next: anEpisode, begins: 'queued' })
    expect(offers(world)).toBe(true)
  })

  test('that asks whether somebody watches stands until a key, Play or a seek answers', () => {
    for (const answer of ['touched', 'resume'] as const) {
      const world = endedAfter(unattendedFilms)
      world.apply({ kind: 'ask' })
      expect(world.sent).toContainEqual({ kind: 'send', message: { kind: 'ask', play_id: world.session().play_id } })
      world.apply({ kind: 'nothing' })
      world.report('paused')
      world.pass(unattendedMs)
      expect(world.session().state.kind).toBe('asking')
      world.apply({ kind: answer })
      expect(follows(world)).toEqual([true, false])
    }
    const world = endedAfter(unattendedFilms)
    world.apply({ kind: 'ask' })
    world.apply({ kind: 'seek', to: 20_000 })
    world.prepared(0, true)
    world.report('playing')
    expect(world.session()).toMatchObject({ point: 20_000, state: { kind: 'playing' } })
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
