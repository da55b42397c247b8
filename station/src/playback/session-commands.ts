/** Commands to the session of a screen, from the remotes of the phones. target: a screen's id; '' for the one used last. */
import { closeSession } from './end-session.ts'
import { loadSource } from './load-source.ts'
import { partAt } from './parts.ts'
import { currentSession, pickScreen, portOf, pushView, type PlayerState } from './player-state.ts'
import { waitDone } from './await-report.ts'
import { connectedPort } from './screen-away.ts'
import type { ScreenPort } from './screen-port.ts'
import { pointOf, setPosition, type Session } from './session.ts'
import { stopSleep } from './sleep.ts'

export type VolumeChange = { step?: number; value?: number; mute?: boolean }

export function pause(player: PlayerState, target = ''): Promise<void> {
  return command(player, target, (session, port) => {
    const { play_id } = session
    port.send({ kind: 'pause', play_id, seq: (session.seq += 1) })
  })
}

export function resume(player: PlayerState, target = ''): Promise<void> {
  return command(player, target, (session, port) => {
    const { play_id } = session
    port.send({ kind: 'resume', play_id, seq: (session.seq += 1) })
  })
}

/** to: in the whole film, ms. A converted source is loaded again from there, and so is another part. */
export function seek(player: PlayerState, to: number, target = ''): Promise<void> {
  return command(player, target, async (session, port) => {
    const point = session.duration > 0 ? Math.min(to, session.duration) : to
    const isInFile = partAt(session.parts, point).file.id === session.file.id
    if (session.stream === 'fmp4' || !isInFile) return loadSource(player, { session, port, point })
    const { play_id } = session
    setPosition(session, point, player.now())
    port.send({ kind: 'seek', play_id, point, seq: (session.seq += 1) })
  })
}

export function speedUp(player: PlayerState, speed: number, target = ''): Promise<void> {
  return command(player, target, (session, port) => {
    const { play_id } = session
    setPosition(session, pointOf(session, player.now()), player.now())
    session.speed = speed
    port.send({ kind: 'speed', play_id, speed, seq: (session.seq += 1) })
  })
}

/** Without a film it is the screen's own volume. */
export async function setVolume(player: PlayerState, change: VolumeChange, target = ''): Promise<void> {
  const session = currentSession(player, target)
  const port = session ? await connectedPort(player, session) : pickScreen(player, target)
  if (session) session.seq += 1
  port.send({ kind: 'volume', seq: session?.seq ?? 0, ...change })
  if (session) await waitDone(player, session)
}

/** Ends the session, and drops the plays that wait: of the target, or of all TVs without one. */
export async function exit(player: PlayerState, target = ''): Promise<void> {
  const { pending } = player
  const session = currentSession(player, target)
  if (target === '') pending.clear()
  else pending.take(target)
  if (session) {
    stopSleep(player, session.screen_id)
    portOf(player, session.screen_id)?.send({ kind: 'exit', play_id: session.play_id })
    closeSession(player, session)
  }
  pushView(player, session?.screen_id ?? target)
  await pending.written()
}

/** Sends the session's screen a command and waits until it is done. */
async function command(
  player: PlayerState,
  target: string,
  send: (session: Session, port: ScreenPort) => Promise<void> | void,
): Promise<void> {
  const session = currentSession(player, target)
  if (!session) return
  const port = await connectedPort(player, session)
  await send(session, port)
  await waitDone(player, session)
}
