/** Takes the messages of a screen: that it is connected, what it plays, and where it is in the film. */
import { Refusal } from '../kit/refusal.ts'
import { endSession } from './end-session.ts'
import { loadSource } from './load-source.ts'
import type { PlayRequest } from './pending-play.ts'
import { partAt, type PlayableFilm } from './parts.ts'
import { portOf, pushView, type PlayerState } from './player-state.ts'
import { wakeWaiting } from './await-report.ts'
import { saveResumePosition } from './resume-point.ts'
import { screenBack } from './screen-away.ts'
import { reasonOf } from './play-refusal.ts'
import type { ScreenMessage, ScreenPort, ScreenReport } from './screen-port.ts'
import { pointOf, setPosition, type Session } from './session.ts'
import { sendSleep, takeOverslept, takeSleepAtEnd } from './sleep.ts'
import { setSpeed } from './speed.ts'
import { startPending } from './start-pending.ts'
import { startSession } from './start-session.ts'

const keepEveryMs = 30_000
const startAgainMs = 5_000
const endShare = 0.95

export type FindFilm = (path: string) => Promise<PlayableFilm | undefined>
type Source = { session: Session; port: ScreenPort; point: number }
type Hello = Extract<ScreenMessage, { kind: 'hello' }>

/** find: see handleHello. */
export function handleMessage(
  player: PlayerState,
  port: ScreenPort,
  { message, find }: { message: ScreenMessage; find: FindFilm },
): Promise<void> {
  return message.kind === 'hello' ? connected(player, port, { hello: message, find }) : handlePlaying(player, port, message)
}

/** Commands that waited for this screen go out once it has its film. */
async function connected(player: PlayerState, port: ScreenPort, parts: { hello: Hello; find: FindFilm }): Promise<void> {
  const session = player.sessions.get(port.screen_id)
  try {
    await handleHello(player, port, parts)
  } finally {
    if (session) wakeWaiting(session)
  }
}

/** find: looks up a film's file by id, for a page that kept playing through a restart of the station. */
async function handleHello(
  player: PlayerState,
  port: ScreenPort,
  { hello: { playing }, find }: { hello: Hello; find: FindFilm },
): Promise<void> {
  const { screen_id } = port
  const session = player.sessions.get(screen_id)
  if (session) screenBack(player, session, playing?.play_id === session.play_id ? playing.point : undefined)
  const waiting = player.pending.of(screen_id)
  if (waiting) {
    const begun = startPending(player, waiting)
    waiting.began(begun)
    return begun
  }
  const isAsleep = takeOverslept(player, screen_id)
  if (session && isAsleep) session.isPaused = true
  if (session && (!playing || hasPartEnded(session)))
    await loadSource(player, { session, port, point: pointOf(session, player.now()) })
  if (session && (!playing || session.play_id === playing.play_id)) {
    if (playing && isAsleep) port.send({ kind: 'pause', play_id: session.play_id, seq: (session.seq += 1) })
    return sendSleep(player, screen_id)
  }
  const before = session ? undefined : await recalled(player, screen_id)
  const request = playing ? await stillPlaying(playing, { before, port, find }) : before
  if (request) await startAgain(player, port, { request: isAsleep ? { ...request, isPaused: true } : request, playing })
  else if (playing) port.send({ kind: 'exit', play_id: playing.play_id })
  sendSleep(player, screen_id)
}

/** Starts the film that played before the box restarted. The box may be too busy at first, so it tries a second time. A page whose film cannot go on leaves it. */
async function startAgain(
  player: PlayerState,
  port: ScreenPort,
  { request, playing }: Pick<Hello, 'playing'> & { request: PlayRequest },
): Promise<void> {
  const { screen_id } = port
  try {
    await startSession(player, port, request).catch(async (error: unknown) => {
      await new Promise<void>((resolve) => player.later(startAgainMs, resolve))
      if (!portOf(player, screen_id) || player.sessions.has(screen_id)) throw error
      await startSession(player, port, request)
    })
  } catch (error) {
    if (playing) port.send({ kind: 'exit', play_id: playing.play_id })
    throw error
  }
}

/** The page kept its film while the box restarted, or while the phone slept; undefined if its file is gone. */
async function stillPlaying(
  { path, point, is_paused }: NonNullable<Hello['playing']>,
  { before, port, find }: { before: PlayRequest | undefined; port: ScreenPort; find: FindFilm },
): Promise<PlayRequest | undefined> {
  const film = await find(path)
  const { by = port.owner, speed } = before?.file.id === path ? before : {}
  return film && { ...film, by, ...(speed !== undefined && { speed }), point, isPaused: is_paused }
}

async function recalled({ hooks }: PlayerState, screen_id: string): Promise<PlayRequest | undefined> {
  for (const hook of hooks.recall) {
    const request = await hook(screen_id)
    if (request) return request
  }
  return undefined
}

async function handlePlaying(player: PlayerState, port: ScreenPort, message: Exclude<ScreenMessage, Hello>): Promise<void> {
  const session = player.sessions.get(port.screen_id)
  if (
    message.kind === 'play' ||
    message.kind === 'typing' ||
    message.kind === 'cast' ||
    !session ||
    session.play_id !== message.play_id
  )
    return
  if (message.kind === 'report') await handleReported(player, { session, port, report: message })
  if (message.kind === 'exit') endSession(player, session)
  if (message.kind === 'speed') setSpeed(player, session, message.speed)
  if (message.kind === 'stay') stay(player, session)
  if (message.kind === 'source') await loadNext(player, { session, port, point: message.point })
}

/** The part ended while the screen was offline. */
function hasPartEnded({ file, parts, point }: Session): boolean {
  return partAt(parts, point).file.id !== file.id
}

/** The page has no other source to go on with: without one the film ends. */
async function loadNext(player: PlayerState, source: Source): Promise<void> {
  const { session, port } = source
  try {
    await loadSource(player, source)
  } catch (error) {
    port.send({ kind: 'exit', play_id: session.play_id })
    endSession(player, session)
    throw error
  }
}

type Reported = { session: Session; port: ScreenPort; report: ScreenReport }

/** A film that cannot go on says why; one whose disk is gone may look as if it had ended. */
async function handleReported(player: PlayerState, { session, port, report }: Reported): Promise<void> {
  const isEarly = report.state === 'ended' && isBeforeEnd(session, report.point)
  const isGone = (isEarly || report.state === 'failed') && !(await player.media.isInside(session.file.path))
  handleReport(player, { session, port }, isEarly && isGone ? { ...report, state: 'failed' } : report)
  if (!session.isOver || session.state !== 'failed') return
  port.send({ kind: 'exit', play_id: session.play_id })
  port.send({ kind: 'refused', reason: isGone ? 'no_file' : 'failed' })
}

function isBeforeEnd({ duration }: Session, point: number): boolean {
  return duration > 0 && point < duration * endShare
}

function handleReport(player: PlayerState, { session, port }: Omit<Source, 'point'>, report: ScreenReport): void {
  const { now } = player
  session.doneSeq = Math.max(session.doneSeq, report.seq)
  session.volume = report.volume
  session.sound = report.sound
  // A report from before the last command has an outdated position.
  if (report.seq === session.seq) {
    session.state = report.state
    setPosition(session, report.point, now())
    if (report.state === 'playing' || report.state === 'paused') session.isPaused = report.state === 'paused'
  }
  if (report.state === 'ended') return void endOrGoOn(player, session, port).catch(player.onFault)
  if (report.state === 'failed' && report.seq === session.seq && !session.isStarting) return endSession(player, session)
  for (const hook of player.hooks.moved) hook(session)
  if (report.state === 'paused' || now() - session.keptAt >= keepEveryMs) {
    session.keptAt = now()
    void saveResumePosition(player, session)
  }
  wakeWaiting(session)
  if (report.state !== 'loading' && report.state !== 'failed') pushView(player, session.screen_id)
}

/** The film ended by itself: the next one follows, unless somebody sleeps or wants none. */
async function endOrGoOn(player: PlayerState, session: Session, port: ScreenPort): Promise<void> {
  if (session.isEnding) return
  session.isEnding = true
  void saveResumePosition(player, session)
  const isAsleep = takeSleepAtEnd(player, session.screen_id)
  try {
    for (const hook of session.isLast || isAsleep ? [] : player.hooks.ended) if (await hook(session, port)) return
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    port.send({ kind: 'refused', reason: reasonOf(error) })
  }
  endSession(player, session)
}

/** Nothing follows this film. */
function stay(player: PlayerState, session: Session): void {
  session.isLast = true
  pushView(player, session.screen_id)
}
