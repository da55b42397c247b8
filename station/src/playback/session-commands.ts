/** Commands to the current session, from the remotes of the phones. */
import { closeSession } from './end-session.ts'
import { loadSource } from './load-source.ts'
import { partAt } from './parts.ts'
import { refused } from './play-refusal.ts'
import { currentSession, pickScreen, portOf, pushView, type PlayerState } from './player-state.ts'
import { waitDone } from './report-wait.ts'
import type { ScreenPort } from './screen-port.ts'
import { setPoint, type Session } from './session.ts'

export type VolumeChange = { step?: number; value?: number; mute?: boolean }

export function pause(player: PlayerState): Promise<void> {
  return command(player, (session, port) => {
    const { play_id } = session
    port.send({ kind: 'pause', play_id, seq: (session.seq += 1) })
  })
}

export function resume(player: PlayerState): Promise<void> {
  return command(player, (session, port) => {
    const { play_id } = session
    port.send({ kind: 'resume', play_id, seq: (session.seq += 1) })
  })
}

/** to: in the whole film, ms. A converted source is loaded again from there, and so is another part. */
export function seek(player: PlayerState, to: number): Promise<void> {
  return command(player, async (session, port) => {
    const point = session.duration > 0 ? Math.min(to, session.duration) : to
    const isInFile = partAt(session.parts, point).file.id === session.file.id
    if (session.stream === 'fmp4' || !isInFile) return loadSource(player, { session, port, point })
    const { play_id } = session
    setPoint(session, point, player.now())
    port.send({ kind: 'seek', play_id, point, seq: (session.seq += 1) })
  })
}

/** Without a film it is the screen's own volume. */
export async function setVolume(player: PlayerState, change: VolumeChange): Promise<void> {
  const session = currentSession(player)
  const port = session ? portOf(player, session.screen_id) : pickScreen(player)
  if (!port) throw refused('no_screen')
  if (session) session.seq += 1
  port.send({ kind: 'volume', seq: session?.seq ?? 0, ...change })
  if (session) await waitDone(player, session)
}

/** Ends the session and drops all pending plays. */
export async function exit(player: PlayerState): Promise<void> {
  const { pending } = player
  const session = currentSession(player)
  pending.clear()
  if (session) {
    portOf(player, session.screen_id)?.send({ kind: 'exit', play_id: session.play_id })
    closeSession(player, session)
  }
  pushView(player)
  await pending.written()
}

/** Sends the session's screen a command and waits until it is done. */
async function command(player: PlayerState, send: (session: Session, port: ScreenPort) => Promise<void> | void): Promise<void> {
  const session = currentSession(player)
  if (!session) return
  const port = portOf(player, session.screen_id)
  if (!port) throw refused('no_screen')
  await send(session, port)
  await waitDone(player, session)
}
