/** The interpreter of the steps: the one place that changes a session, and does what follows from it. */
import { Refusal } from '../kit/refusal.ts'
import { reasonOf, refused } from './delivery/play-refusal.ts'
import { portOf, pushView, sessionOf, type PlayerState, type SessionRef } from './player-state.ts'
import { prepareSource } from './prepare-source.ts'
import { loadMessage } from './session/load-message.ts'
import type { SessionEffect, SessionEvent } from './session/events.ts'
import type { Session } from './session/session.ts'
import { takeSleepAtEnd } from './sleep/sleep-timers.ts'
import { dueAt, step } from './session/step.ts'

type Effect<K extends SessionEffect['kind']> = Extract<SessionEffect, { kind: K }>

/** Nothing if the session is over. Rejects with the refusal of what was asked for, once that is known. */
export async function dispatch(player: PlayerState, ref: SessionRef, event: SessionEvent): Promise<void> {
  const before = sessionOf(player, ref)
  if (!before) return
  const { session, effects } = step(before, event, player.now())
  if (session.state.kind === 'idle') player.sessions.delete(ref.screen_id)
  else player.sessions.set(ref.screen_id, session)
  schedule(player, session)
  for (const check of player.waiters) check(session)
  await Promise.all(effects.map((effect) => perform(player, session, effect)))
}

/** The next tick of a session. A tick that comes too early is asked for again. */
export function schedule(player: PlayerState, session: Session): void {
  const { ticks, later, now, onFault } = player
  const { screen_id } = session
  const due = dueAt(session)
  if (ticks.get(screen_id)?.at === due) return
  ticks.get(screen_id)?.cancel()
  ticks.delete(screen_id)
  if (due === undefined) return
  const tick = () => {
    ticks.delete(screen_id)
    dispatch(player, session, { kind: 'tick' }).catch(onFault)
  }
  ticks.set(screen_id, { at: due, cancel: later(Math.max(0, due - now()), tick) })
}

async function perform(player: PlayerState, session: Session, effect: SessionEffect): Promise<void> {
  const { screen_id } = session
  const { rooms } = player
  switch (effect.kind) {
    case 'send':
      return void portOf(player, screen_id)?.send(effect.message)
    case 'prepare':
      return prepare(player, session, effect)
    case 'load':
      return load(player, session, effect)
    case 'started':
      if (session.stream === 'hls') player.withoutEndless.add(screen_id)
      return
    case 'tell':
      return pushView(player, screen_id)
    case 'remember':
      return void player.keepPoint(session.by, effect.resumePoint).catch(player.onFault)
    case 'record':
      return rooms.record(session)
    case 'follow':
      return void follow(player, session, effect).catch(player.onFault)
    case 'pend': {
      const screen = player.screenOf(screen_id) ?? { screen_id }
      return player.pending.put({ screen, request: effect.request, began: () => {} })
    }
    case 'habit':
      return rooms.habitChanged(session)
    case 'offer':
      return rooms.offerChanged(session)
    case 'close':
      player.media.close(screen_id)
      return rooms.closed(session)
    case 'refuse':
      throw effect.error
  }
}

async function prepare(player: PlayerState, session: Session, effect: Effect<'prepare'>): Promise<void> {
  const { turn, isVital } = effect
  const event = await prepareSource(player, session, effect).then(
    (source): SessionEvent | undefined => source && { kind: 'prepared', source, turn, isVital },
    (error: unknown): SessionEvent => ({ kind: 'unprepared', error, turn, isVital }),
  )
  if (event) await dispatch(player, session, event)
}

async function load(player: PlayerState, session: Session, { source, turn, isVital }: Effect<'load'>): Promise<void> {
  const port = portOf(player, session.screen_id)
  const by = session.by ? player.nameOf(session.by.realm, session.by.user_id) : ''
  if (port?.send(loadMessage(session, source, { lang: port.lang, by }))) return player.rooms.loaded(session)
  await dispatch(player, session, { kind: 'unprepared', error: refused('no_screen'), turn, isVital })
}

/** The film ended by itself: the next one follows, unless somebody sleeps or wants none, or nobody may be there. */
async function follow(player: PlayerState, session: Session, rule: Effect<'follow'>): Promise<void> {
  const { screen_id, isLast } = session
  const isAsleep = takeSleepAtEnd(player, screen_id)
  try {
    const followed = isLast || isAsleep ? 'nothing' : await player.rooms.follow(session, rule)
    if (followed === 'ask') await dispatch(player, session, { kind: 'ask' })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    portOf(player, screen_id)?.send({ kind: 'refused', reason: reasonOf(error) })
  } finally {
    // Nothing if another film has followed, or somebody is asked.
    await dispatch(player, session, { kind: 'nothing' })
  }
}
