/** What a screen says: that it is connected, what it plays, and where it is in the film. */
import type { PlayableFile } from './delivery.ts'
import { endSession } from './end-session.ts'
import { loadSource } from './load-source.ts'
import { pushView, type PlayerState } from './player-state.ts'
import { wakeWaiting } from './report-wait.ts'
import { keepResumePoint } from './resume-point.ts'
import { screenBack } from './screen-away.ts'
import type { ScreenMessage, ScreenPort, ScreenReport } from './screen-port.ts'
import { pointOf, setPoint, type Session } from './session.ts'
import { startPending } from './start-pending.ts'
import { startSession } from './start-session.ts'

const keepEveryMs = 30_000

type FindFile = (path: string) => Promise<PlayableFile | undefined>
type Hello = Extract<ScreenMessage, { kind: 'hello' }>

/** find: see handleHello. */
export function handleMessage(
  player: PlayerState,
  port: ScreenPort,
  { message, find }: { message: ScreenMessage; find: FindFile },
): Promise<void> {
  return message.kind === 'hello' ? handleHello(player, port, { hello: message, find }) : handlePlaying(player, port, message)
}

/** find: looks up a film's file by id, for a page that kept playing through a restart of the station. */
async function handleHello(
  player: PlayerState,
  port: ScreenPort,
  { hello: { playing }, find }: { hello: Hello; find: FindFile },
): Promise<void> {
  const session = player.sessions.get(port.screen_id)
  if (session) screenBack(player, session, playing?.play_id === session.play_id ? playing.point : undefined)
  const waiting = player.pending.of(port.screen_id)
  if (waiting) {
    const begun = startPending(player, waiting)
    waiting.began(begun)
    return begun
  }
  if (session && !playing) await loadSource(player, { session, port, point: pointOf(session, player.now()) })
  if (!playing || session?.play_id === playing.play_id) return
  const file = await find(playing.path)
  if (file) await startSession(player, port, { file, point: playing.point, by: undefined, isPaused: playing.is_paused })
  else port.send({ kind: 'exit', play_id: playing.play_id })
}

async function handlePlaying(player: PlayerState, port: ScreenPort, message: Exclude<ScreenMessage, Hello>): Promise<void> {
  const session = player.sessions.get(port.screen_id)
  if (message.kind === 'play' || !session || session.play_id !== message.play_id) return
  if (message.kind === 'report') handleReport(player, session, message)
  if (message.kind === 'exit') endSession(player, session)
  if (message.kind === 'source') await loadSource(player, { session, port, point: message.point })
}

function handleReport(player: PlayerState, session: Session, report: ScreenReport): void {
  const { now } = player
  session.doneSeq = Math.max(session.doneSeq, report.seq)
  session.volume = report.volume
  session.sound = report.sound
  // A report from before the last command has an outdated position.
  if (report.seq === session.seq) {
    session.state = report.state
    setPoint(session, report.point, now())
    if (report.state === 'playing' || report.state === 'paused') session.isPaused = report.state === 'paused'
  }
  if (report.state === 'ended' || (report.state === 'failed' && report.seq === session.seq && !session.isStarting))
    return endSession(player, session)
  if (report.state === 'paused' || now() - session.keptAt >= keepEveryMs) {
    session.keptAt = now()
    void keepResumePoint(player, session)
  }
  wakeWaiting(session)
  if (report.state !== 'loading' && report.state !== 'failed') pushView(player)
}
