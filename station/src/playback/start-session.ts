/** Starts a film on a screen, in the first way that its browser really plays. */
import { randomBytes } from 'node:crypto'
import { waitFor } from './session/await-report.ts'
import { durationOf, partAt } from './delivery/parts.ts'
import type { PlayRequest } from './session/pending-play.ts'
import { refused } from './delivery/play-refusal.ts'
import type { PlayerState } from './player-state.ts'
import { dispatch } from './run-step.ts'
import type { ScreenPort } from './screen-port.ts'
import type { Session } from './session/session.ts'
import { stopSleep } from './sleep/sleep-timers.ts'
import { startsWithHls } from './session/fallback.ts'

/** Replaces the film that the screen plays now. Resolves once the film plays, or is pending because its screen went away. */
export async function startSession(player: PlayerState, port: ScreenPort, request: PlayRequest): Promise<void> {
  const { sessions } = player
  const { screen_id } = port
  const before = sessions.get(screen_id)
  // A film that comes back takes it first; another one is not paused by it.
  if (player.overslept.has(screen_id)) stopSleep(player, screen_id)
  const replaced = before && dispatch(player, before, { kind: 'replace' })
  const session = newSession(port, request, { before, isHls: startsWithHls(player, port), now: player.now() })
  sessions.set(screen_id, session)
  if (!port.owner) player.lastScreen = screen_id
  const started = waitFor(player, session, { isTrue: ({ state }) => state.kind !== 'starting' })
  await Promise.all([replaced, dispatch(player, session, { kind: 'source', point: request.point, isVital: true })])
  const { state } = await started
  if (state.kind !== 'idle' || state.why === 'ended' || state.why === 'pending') return
  throw state.why === 'refused' ? state.error : refused('failed')
}

/** before: the screen's last session, whose volume stays. isHls: see there. */
export function newSession(
  port: ScreenPort,
  { parts, point, by, isPaused = false, speed = 1, unattended }: PlayRequest,
  { before, isHls, now }: { before: Session | undefined; isHls: boolean; now: number },
): Session {
  return {
    play_id: randomBytes(8).toString('hex'),
    screen_id: port.screen_id,
    isHere: port.owner !== undefined,
    parts,
    by,
    state: { kind: 'starting', isPaused, point, until: undefined },
    file: partAt(parts, point).file,
    delivery: 'direct',
    stream: 'file',
    isForced: false,
    isHls,
    limitKbit: 0,
    streams: undefined,
    duration: durationOf(parts),
    point,
    at: now,
    speed,
    volume: before?.volume ?? 100,
    sound: before?.sound ?? 'on',
    night: before?.night ?? 'none',
    turn: 0,
    isPreparing: false,
    isBare: true,
    seq: 0,
    doneSeq: 0,
    pauseCommand: undefined,
    series: null,
    episodeTitle: '',
    titles: undefined,
    next: null,
    nextTitles: undefined,
    nextBegins: 'never',
    isNextOffered: false,
    isLast: false,
    unattended: unattended ?? { films: 0, since: now },
    keptAt: now,
  }
}
