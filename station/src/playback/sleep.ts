/** The sleep timer of a screen: it pauses the film after a while, or lets nothing follow it; it survives the next film, not a restart of the box. */
import { currentSession, portOf, pushView, type PlayerState } from './player-state.ts'

/** until: minutes, or the end of this film; undefined: no timer. */
export function setSleep(player: PlayerState, screen_id: string, until: number | 'end' | undefined): void {
  const { sleeping, now, later } = player
  stopSleep(player, screen_id)
  if (until === 'end') sleeping.set(screen_id, { until, cancel: () => {} })
  if (typeof until === 'number') {
    const ms = until * 60_000
    sleeping.set(screen_id, { until: now() + ms, cancel: later(ms, () => fallAsleep(player, screen_id)) })
  }
  sendSleep(player, screen_id)
  pushView(player, screen_id)
}

function fallAsleep(player: PlayerState, screen_id: string): void {
  stopSleep(player, screen_id)
  const session = currentSession(player, screen_id)
  const port = portOf(player, screen_id)
  if (session && port) port.send({ kind: 'pause', play_id: session.play_id, seq: (session.seq += 1) })
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

/** True if this film was to be the last. */
export function takeSleepAtEnd(player: PlayerState, screen_id: string): boolean {
  if (player.sleeping.get(screen_id)?.until !== 'end') return false
  stopSleep(player, screen_id)
  return true
}

export function stopSleep({ sleeping }: PlayerState, screen_id: string): void {
  sleeping.get(screen_id)?.cancel()
  sleeping.delete(screen_id)
}
