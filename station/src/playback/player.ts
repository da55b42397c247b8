/** The player: one session per screen, its state pushed at every change and every 5 s (spec 3 and 4). */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { PlayRequest } from './session/pending-play.ts'
import type { PlayerChange } from '@homeport/contract/playback/playback.ts'
import {
  busyScreens,
  createPlayerState,
  currentSession,
  noRooms,
  pickScreen,
  pushView,
  targetOf,
  viewOf,
  type PlayerDeps,
  type PlayerState,
} from './player-state.ts'
import { leftOf } from './session/resume-point.ts'
import { dispatch } from './run-step.ts'
import { handleMessage, type FindFilm } from './screen-messages.ts'
import type { ScreenMessage, ScreenPort } from './screen-port.ts'
import type { VolumeChange } from './session/events.ts'
import type { PlayStarter } from './session/session.ts'
import { command, exit, setVolume } from './session-commands.ts'
import { restoreSleep, setSleep } from './sleep/sleep.ts'
import { refused } from './delivery/play-refusal.ts'
import { playOn, restorePending } from './start-pending.ts'
import { setBitrate } from './source/set-bitrate.ts'
import { startSession } from './start-session.ts'

export type Player = ReturnType<typeof createPlayer>

export function createPlayer(deps: PlayerDeps) {
  const state = createPlayerState(deps)
  let changes = 0
  return {
    /** For the rooms that add to a session. */
    state,
    /** Call it before any screen connects. */
    async open(rooms = noRooms): Promise<void> {
      state.rooms = rooms
      await restoreSleep(state)
      await restorePending(state)
    },
    pick: (target = '') => pickScreen(state, target),
    /** The screen that a request means; '' if nothing plays or waits. */
    targetOf: (target: string) => targetOf(state, target),
    playing: (target: string) => currentSession(state, target),
    view: (realm: Lang, target = '') => viewOf(state, realm, target),
    list: (realm: Lang) => busyScreens(state).map((screen_id) => viewOf(state, realm, screen_id)),
    /** A person did this: the others of the household are told for a few seconds. */
    note(screen_id: string, kind: PlayerChange['kind'], by: PlayStarter): void {
      if (screen_id === '' || !by) return
      changes += 1
      const { user_id, realm } = by
      const change = { id: `${state.now()}-${changes}`, kind, user_id, user_name: state.nameOf(realm, user_id) }
      state.changes.set(screen_id, { change, by, at: state.now() })
    },
    tellAll: () => pushView(state),
    /** The status of one screen. */
    tell: (screen_id: string) => pushView(state, screen_id),
    play: (screen: ScreenPort, request: PlayRequest) => startSession(state, screen, request),
    playOn: (target: string, request: PlayRequest) => playOn(state, target, request),
    pause: (target = '') => command(state, { kind: 'pause' }, target),
    resume: (target = '') => command(state, { kind: 'resume' }, target),
    seek: (to: number, target = '') => command(state, { kind: 'seek', to }, target),
    /** Nothing begins by itself after the film. */
    async stay(target = ''): Promise<void> {
      const session = currentSession(state, target)
      if (!session) throw refused('no_screen')
      await dispatch(state, session, { kind: 'stay' })
    },
    speed: (speed: number, target = '') => command(state, { kind: 'speed', speed }, target),
    sleep: (screen_id: string, until: number | 'end' | undefined) => setSleep(state, screen_id, until),
    volume: (change: VolumeChange, target = '') => setVolume(state, change, target),
    exit: (target = '') => exit(state, target),
    bitrate: (change: Parameters<typeof setBitrate>[1]) => setBitrate(state, change),
    /** find: looks up a film's file by id, for a page that kept playing through a restart of the station. */
    heard: (screen: ScreenPort, message: ScreenMessage, find: FindFilm) => handleMessage(state, screen, { message, find }),
    gone: (screen_id: string, why: 'away' | 'forgotten') => screenGone(state, screen_id, why),
    async stop(): Promise<void> {
      const { media, rooms, sessions, ticks, sleeping, sleepRows, pending, now, keepPoint, onFault } = state
      media.stop()
      await rooms.stopping()
      for (const { cancel } of [...ticks.values(), ...sleeping.values()]) cancel()
      for (const session of sessions.values()) {
        const resumePoint = leftOf(session, now())
        if (resumePoint) await keepPoint(session.by, resumePoint).catch(onFault)
      }
      await sleepRows.written()
      await pending.stop()
    },
  }
}

/** forgotten: the screen was removed from the box. */
function screenGone(player: PlayerState, screen_id: string, why: 'away' | 'forgotten'): void {
  const { sessions, media, pending, limits, onFault } = player
  const session = sessions.get(screen_id)
  if (why === 'forgotten') {
    media.cut(screen_id)
    pending.drop(screen_id)
    limits.forget(screen_id).catch(onFault)
  }
  if (session) dispatch(player, session, { kind: why }).catch(onFault)
}
