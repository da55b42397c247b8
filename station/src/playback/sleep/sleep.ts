/** The sleep timer of a screen: it pauses the film after a while, or lets nothing follow it; it survives the next film and a restart of the box. */
import { currentSession, portOf, pushView, type PlayerState } from '../player-state.ts'
import { dispatch } from '../run-step.ts'
import { forgetSleep, stopSleep, stopTimer } from './sleep-timers.ts'

/** until: minutes, or the end of this film; undefined: no timer. */
export function setSleep(player: PlayerState, screen_id: string, until: number | 'end' | undefined): void {
  const { now, sleepRows, onFault } = player
  stopSleep(player, screen_id)
  const at = typeof until === 'number' ? now() + until * 60_000 : until
  if (at !== undefined) {
    startTimer(player, screen_id, at)
    void sleepRows.keep(screen_id, at).catch(onFault)
  }
  sendSleep(player, screen_id)
  pushView(player, screen_id)
  const session = currentSession(player, screen_id)
  if (session) player.rooms.offerChanged(session)
}

/** until: ms, or the end of this film. */
function startTimer(player: PlayerState, screen_id: string, until: number | 'end'): void {
  const { sleeping, now, later } = player
  const cancel = until === 'end' ? () => {} : later(until - now(), () => fallAsleep(player, screen_id))
  sleeping.set(screen_id, { until, cancel })
}

/** After a restart: what is left of each timer runs on; of one that is over meanwhile the film comes back paused. */
export async function restoreSleep(player: PlayerState): Promise<void> {
  for (const { screen_id, until } of await player.sleepRows.all())
    if (until === 'end' || until > player.now()) startTimer(player, screen_id, until)
    else player.overslept.add(screen_id)
}

/** A screen that is away is paused when it comes back. */
function fallAsleep(player: PlayerState, screen_id: string): void {
  stopTimer(player, screen_id)
  const session = currentSession(player, screen_id)
  if (session && portOf(player, screen_id)) {
    forgetSleep(player, screen_id)
    dispatch(player, session, { kind: 'pause' }).catch(player.onFault)
  } else player.overslept.add(screen_id)
  sendSleep(player, screen_id)
  pushView(player, screen_id)
}

/** The page shows how long it is until then. */
export function sendSleep(player: PlayerState, screen_id: string): void {
  const { sleeping, now } = player
  const session = currentSession(player, screen_id)
  const timer = sleeping.get(screen_id)
  const left_ms = typeof timer?.until === 'number' ? Math.max(1, timer.until - now()) : 0
  if (session) portOf(player, screen_id)?.send({ kind: 'sleep', play_id: session.play_id, left_ms })
}
