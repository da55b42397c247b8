/** The player: one session per screen, its state pushed at every change and every 5 s (spec 3 and 4). */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { PlayRequest } from './pending-play.ts'
import type { PlayerChange } from '@homeport/contract/playback/playback.ts'
import {
  busyScreens,
  createPlayerState,
  currentSession,
  pickScreen,
  pushView,
  targetOf,
  viewOf,
  type PlayerDeps,
} from './player-state.ts'
import { saveResumePosition } from './resume-point.ts'
import { screenGone } from './screen-away.ts'
import { handleMessage, type FindFilm } from './screen-messages.ts'
import type { ScreenMessage, ScreenPort } from './screen-port.ts'
import type { PlayStarter } from './session.ts'
import { exit, pause, resume, seek, setVolume, speedUp, type VolumeChange } from './session-commands.ts'
import { restoreSleep, setSleep } from './sleep.ts'
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
    hooks: state.hooks,
    /** Call it before any screen connects. */
    async open(): Promise<void> {
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
    pause: (target = '') => pause(state, target),
    resume: (target = '') => resume(state, target),
    seek: (to: number, target = '') => seek(state, to, target),
    speed: (speed: number, target = '') => speedUp(state, speed, target),
    sleep: (screen_id: string, until: number | 'end' | undefined) => setSleep(state, screen_id, until),
    volume: (change: VolumeChange, target = '') => setVolume(state, change, target),
    exit: (target = '') => exit(state, target),
    bitrate: (change: Parameters<typeof setBitrate>[1]) => setBitrate(state, change),
    /** find: looks up a film's file by id, for a page that kept playing through a restart of the station. */
    heard: (screen: ScreenPort, message: ScreenMessage, find: FindFilm) => handleMessage(state, screen, { message, find }),
    gone: (screen_id: string, why: 'away' | 'forgotten') => screenGone(state, screen_id, why),
    async stop(): Promise<void> {
      state.media.stop()
      for (const hook of state.hooks.stopping) await hook()
      for (const session of state.sessions.values()) {
        session.ending?.()
        await saveResumePosition(state, session)
      }
      for (const { cancel } of state.sleeping.values()) cancel()
      await state.sleepRows.written()
      await state.pending.stop()
    },
  }
}
