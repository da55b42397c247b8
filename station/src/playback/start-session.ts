/** Starts a film on a screen, in the first way that its browser really plays. */
import { randomBytes } from 'node:crypto'
import { closeSession, endSession } from './end-session.ts'
import { loadSource } from './load-source.ts'
import { durationOf, partAt } from './parts.ts'
import type { PlayRequest } from './pending-play.ts'
import { refused } from './play-refusal.ts'
import type { PlayerState } from './player-state.ts'
import { waitStarted } from './await-report.ts'
import type { ScreenPort } from './screen-port.ts'
import type { Session } from './session.ts'
import { stopSleep } from './sleep.ts'
import { nextAttempt, startsWithHls } from './source/fallback.ts'

/** Replaces the film that the screen plays now. */
export async function startSession(player: PlayerState, port: ScreenPort, request: PlayRequest): Promise<Session> {
  const { sessions, pending, now } = player
  const before = sessions.get(port.screen_id)
  // A film that comes back takes it first; another one is not paused by it.
  if (player.overslept.has(port.screen_id)) stopSleep(player, port.screen_id)
  if (before) closeSession(player, before)
  const session = newSession(port, request, { before, now })
  sessions.set(port.screen_id, session)
  if (!port.owner) player.lastScreen = port.screen_id
  session.isHls = startsWithHls(player, port)
  do {
    try {
      await loadSource(player, { session, port, point: request.point })
    } catch (error) {
      endSession(player, session)
      throw error
    }
    await waitStarted(player, session)
    // The screen disconnected during the start: the film is pending.
    if (session.state === 'ended' || pending.of(session.screen_id)) return session
    if (session.isOver) throw refused('failed')
    if (session.state !== 'failed') {
      session.isStarting = false
      if (session.stream === 'hls') player.withoutEndless.add(session.screen_id)
      for (const hook of player.hooks.moved) hook(session)
      return session
    }
  } while (nextAttempt(session, port))
  port.send({ kind: 'exit', play_id: session.play_id })
  endSession(player, session)
  throw refused('failed')
}

/** before: the screen's last session, whose volume stays. */
function newSession(
  port: ScreenPort,
  { parts, point, by, isPaused = false, speed = 1 }: PlayRequest,
  { before, now }: { before: Session | undefined; now: () => number },
): Session {
  const { file } = partAt(parts, point)
  return {
    play_id: randomBytes(8).toString('hex'),
    screen_id: port.screen_id,
    screen_name: port.name,
    isHere: port.owner !== undefined,
    file,
    parts,
    delivery: 'direct',
    stream: 'file',
    isForced: false,
    isHls: false,
    limitKbit: 0,
    streams: undefined,
    audioIndex: undefined,
    by,
    duration: durationOf(parts),
    point,
    at: now(),
    state: 'loading',
    isPaused,
    volume: before?.volume ?? 100,
    sound: before?.sound ?? 'on',
    turn: 0,
    seq: 0,
    doneSeq: 0,
    waiting: new Set(),
    isOver: false,
    speed,
    series: null,
    episodeTitle: '',
    titles: undefined,
    next: null,
    isLast: false,
    isEnding: false,
    isStarting: true,
    isAwaited: false,
    ending: undefined,
    keptAt: now(),
  }
}
