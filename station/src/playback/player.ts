/** The player: one session per screen, its state pushed at every change and every 5 s (spec 3 and 4). */
import type { Lang } from '@homeport/contract/kit/promise.ts'
import type { PlayRequest } from './pending-play.ts'
import { createPlayerState, pickScreen, pushView, viewOf, type PlayerParts } from './player-state.ts'
import { keepResumePoint } from './resume-point.ts'
import { screenGone } from './screen-away.ts'
import { handleMessage, type FindFilm } from './screen-messages.ts'
import type { ScreenMessage, ScreenPort } from './screen-port.ts'
import { exit, pause, resume, seek, setVolume, type VolumeChange } from './session-commands.ts'
import { playOn, restorePending } from './start-pending.ts'
import { setBitrate } from './source/set-bitrate.ts'
import { startSession } from './start-session.ts'

export type Player = ReturnType<typeof createPlayer>

export function createPlayer(parts: PlayerParts) {
  const state = createPlayerState(parts)
  return {
    hooks: state.hooks,
    /** Call it before any screen connects. */
    open: () => restorePending(state),
    pick: (target = '') => pickScreen(state, target),
    view: (realm: Lang) => viewOf(state, realm),
    tellAll: () => pushView(state),
    play: (screen: ScreenPort, request: PlayRequest) => startSession(state, screen, request),
    playOn: (target: string, request: PlayRequest) => playOn(state, target, request),
    pause: () => pause(state),
    resume: () => resume(state),
    seek: (to: number) => seek(state, to),
    volume: (change: VolumeChange) => setVolume(state, change),
    exit: () => exit(state),
    bitrate: (change: Parameters<typeof setBitrate>[1]) => setBitrate(state, change),
    /** find: looks up a film's file by id, for a page that kept playing through a restart of the station. */
    heard: (screen: ScreenPort, message: ScreenMessage, find: FindFilm) => handleMessage(state, screen, { message, find }),
    gone: (screen_id: string, why: 'away' | 'forgotten') => screenGone(state, screen_id, why),
    async stop(): Promise<void> {
      state.media.stop()
      for (const session of state.sessions.values()) {
        session.ending?.()
        await keepResumePoint(state, session)
      }
      await state.pending.stop()
    },
  }
}
