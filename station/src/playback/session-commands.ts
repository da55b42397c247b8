/** Commands to the session of a screen, from the remotes of the phones. target: a screen's id; '' for the one used last. */
import { connectedPort, waitDone } from './session/await-report.ts'
import { currentSession, pickScreen, portOf, pushView, sessionOf, type PlayerState, type SessionRef } from './player-state.ts'
import { dispatch } from './run-step.ts'
import { pointOf } from './session/session.ts'
import { refuseLacking } from './delivery/play-refusal.ts'
import type { SessionEvent, VolumeChange } from './session/events.ts'
import { stopSleep } from './sleep/sleep-timers.ts'

type Command = Extract<SessionEvent, { kind: 'pause' | 'resume' | 'seek' | 'speed' }>

/** A screen needs these for a command; it seeks with another source, if not by itself. */
const needs = { pause: 'pause', resume: 'pause', seek: undefined, speed: 'speed' } as const

/** Sends the session's screen a command and waits until it is done. */
export async function command(player: PlayerState, event: Command, target = ''): Promise<void> {
  const session = currentSession(player, target)
  if (!session) return
  const needed = needs[event.kind]
  refuseLacking(await connectedPort(player, session), needed)
  await dispatch(player, session, event)
  await waitDone(player, session)
  // A renderer may only show now that it cannot.
  refuseLacking(portOf(player, session.screen_id) ?? noLacks, needed)
}

const noLacks = { lacks: [] }

/** Without a film it is the screen's own volume. */
export async function setVolume(player: PlayerState, change: VolumeChange, target = ''): Promise<void> {
  const session = currentSession(player, target)
  const needed = change.night === undefined ? 'volume' : 'night'
  if (!session) {
    const port = pickScreen(player, target)
    refuseLacking(port, needed)
    return void port.send({ kind: 'volume', seq: 0, ...change })
  }
  refuseLacking(await connectedPort(player, session), needed)
  if (needed === 'night' && session.night === 'none') refuseLacking({ lacks: ['night'] }, needed)
  await dispatch(player, session, { kind: 'volume', change })
  await waitDone(player, session)
  refuseLacking(portOf(player, session.screen_id) ?? noLacks, needed)
}

/** The film goes on at its point in another source: its sound or its bit rate changed. Where there is none it goes on as it was, and this rejects. */
export async function reload(player: PlayerState, ref: SessionRef): Promise<void> {
  await connectedPort(player, ref)
  const session = sessionOf(player, ref)
  if (session) await dispatch(player, session, { kind: 'source', point: pointOf(session, player.now()), isVital: false })
}

/** Ends the session, and drops the plays that wait: of the target, or of all TVs without one. */
export async function exit(player: PlayerState, target = ''): Promise<void> {
  const { pending } = player
  const session = currentSession(player, target)
  if (target === '') pending.clear()
  else pending.take(target)
  if (session) {
    stopSleep(player, session.screen_id)
    await dispatch(player, session, { kind: 'stop' })
  }
  pushView(player, session?.screen_id ?? target)
  await pending.written()
}
