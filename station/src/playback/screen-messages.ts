/** Takes the messages of a screen: that it is connected, what it plays, and where it is in the film. */
import type { PlayRequest } from './session/pending-play.ts'
import type { PlayableFilm } from './delivery/parts.ts'
import { portOf, sessionOf, type PlayerState } from './player-state.ts'
import { dispatch } from './run-step.ts'
import type { ScreenMessage, ScreenPort, ScreenReport } from './screen-port.ts'
import { pointOf, type Session } from './session/session.ts'
import { sendSleep } from './sleep/sleep.ts'
import { takeOverslept } from './sleep/sleep-timers.ts'
import { startPending } from './start-pending.ts'
import { startSession } from './start-session.ts'
import { isBroken } from './session/report.ts'

const startAgainMs = 5_000

export type FindFilm = (path: string) => Promise<PlayableFilm | undefined>
type Hello = Extract<ScreenMessage, { kind: 'hello' }>

/** find: see handleHello. */
export function handleMessage(
  player: PlayerState,
  port: ScreenPort,
  { message, find }: { message: ScreenMessage; find: FindFilm },
): Promise<void> {
  return message.kind === 'hello' ? connected(player, port, { hello: message, find }) : handlePlaying(player, port, message)
}

async function connected(player: PlayerState, port: ScreenPort, parts: { hello: Hello; find: FindFilm }): Promise<void> {
  const session = player.sessions.get(port.screen_id)
  try {
    await handleHello(player, port, parts)
  } finally {
    if (session) await dispatch(player, session, { kind: 'blank', turn: session.turn })
  }
}

/** find: looks up a film's file by id, for a page that kept playing through a restart of the station. */
async function handleHello(
  player: PlayerState,
  port: ScreenPort,
  { hello: { playing }, find }: { hello: Hello; find: FindFilm },
): Promise<void> {
  const { screen_id } = port
  const before = player.sessions.get(screen_id)
  const isOwn = before !== undefined && playing?.play_id === before.play_id
  if (before) dispatch(player, before, { kind: 'back', point: isOwn ? playing?.point : undefined }).catch(player.onFault)
  const waiting = player.pending.of(screen_id)
  if (waiting) {
    const begun = startPending(player, waiting)
    waiting.began(begun)
    return begun
  }
  const isAsleep = takeOverslept(player, screen_id)
  if (before && (!playing || isOwn)) return goOn(player, before, { isPlaying: isOwn, isAsleep })
  const recalled = before ? undefined : await player.rooms.recall(screen_id)
  const request = playing ? await stillPlaying(playing, { before: recalled, port, find }) : recalled
  if (request) await startAgain(player, port, { request: isAsleep ? { ...request, isPaused: true } : request, playing })
  else if (playing) port.send({ kind: 'exit', play_id: playing.play_id })
  sendSleep(player, screen_id)
}

/** isPlaying: the page kept its film. Commands that wait for this screen go out after what it is sent here. */
async function goOn(player: PlayerState, before: Session, page: { isPlaying: boolean; isAsleep: boolean }): Promise<void> {
  if (page.isAsleep) dispatch(player, before, { kind: 'overslept' }).catch(player.onFault)
  const session = sessionOf(player, before)
  if (session && (!page.isPlaying || session.state.kind === 'returning'))
    await dispatch(player, session, { kind: 'source', point: pointOf(session, player.now()), isVital: true })
  if (page.isPlaying && page.isAsleep) dispatch(player, before, { kind: 'pause' }).catch(player.onFault)
  sendSleep(player, before.screen_id)
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

async function handlePlaying(player: PlayerState, port: ScreenPort, message: Exclude<ScreenMessage, Hello>): Promise<void> {
  const session = player.sessions.get(port.screen_id)
  if (!session || !('play_id' in message) || session.play_id !== message.play_id) return
  if (message.kind === 'report') await handleReport(player, { session, port, report: message })
  if (message.kind === 'exit') await dispatch(player, session, { kind: 'exited' })
  if (message.kind === 'speed') await dispatch(player, session, { kind: 'sped', speed: message.speed })
  if (message.kind === 'touched') await dispatch(player, session, { kind: 'touched' })
  if (message.kind === 'stay') await dispatch(player, session, { kind: 'stay' })
  if (message.kind === 'source') await dispatch(player, session, { kind: 'source', point: message.point, isVital: true })
}

type Reported = { session: Session; port: ScreenPort; report: ScreenReport }

/** One whose disk is gone may look as if it had ended. */
async function handleReport(player: PlayerState, { session, port, report }: Reported): Promise<void> {
  const isGone = isBroken(session, report) && !(await player.media.isInside(session.file.path))
  await dispatch(player, session, { kind: 'report', report, can: port.can, isGone })
}
