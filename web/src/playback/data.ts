/** Mutations of playback on the TV: start and player controls. */
import {
  exitPlayer,
  play,
  playerBitrate,
  playerPause,
  playerResume,
  playerSeek,
  PlayerStatus,
  playerVolume,
  playerSleep,
  playerSpeed,
  playerStay,
  type PlayerInfo,
} from '@homeport/contract/playback/playback.ts'
import { mutationOptions } from '@tanstack/react-query'
import { send } from '../kit/call/box-connection.ts'
import { optimistic, type Undo } from '../kit/keep/optimistic.ts'
import { textNow } from '../kit/lang.ts'
import { toast } from '../ui/toast.tsx'
import { inUseOf, refusalOf } from './play-refusal.ts'
import { player, type Expected } from './player.ts'
import { playbackText } from './text.ts'

export type PlayRequest = { movie_id?: string; path?: string; point: number; target: string; is_replacing?: boolean }

export const start = () =>
  mutationOptions({
    mutationFn: (request: PlayRequest) => send(play, request),
    onSuccess(info) {
      player.hear(info)
      player.choose(info.screen_id)
    },
    meta: { takes: (failure: unknown) => refusalOf(failure) !== undefined || inUseOf(failure) !== undefined },
  })

/** target: the screen_id. */
export type Control = { target: string } & (
  | { kind: 'pause' | 'resume' | 'stop' | 'stay' }
  | { kind: 'seek'; point: number }
  | { kind: 'mute'; isMuted: boolean }
  | { kind: 'night'; isNight: boolean }
  | { kind: 'speed'; speed: number }
  | { kind: 'sleep'; minutes: number; isAtEnd: boolean }
  | { kind: 'limit'; kbit: number }
)

/** How the latest press is taken back. */
let latest: Undo = () => {}

/** The box's response replaces the optimistic change, except if a later press was sent. */
export const control = () =>
  mutationOptions({
    mutationFn: (command: Control) => sendCommand(command),
    ...optimistic((command: Control) => {
      const rollback = player.expect(expected(command), command.target)
      const undo = () => undo === latest && rollback()
      return (latest = undo)
    }),
    onSuccess: (info, _, undo) => undo === latest && player.hear(info),
    meta: { takes: tellLacking },
  })

/** True if the screen has no notion of it, which the person is told. */
function tellLacking(failure: unknown): boolean {
  const isLacking = refusalOf(failure) === 'lacking'
  if (isLacking) toast(textNow(playbackText).refusals.lacking)
  return isLacking
}

function sendCommand(command: Control): Promise<PlayerInfo> {
  const { target } = command
  switch (command.kind) {
    case 'pause':
      return send(playerPause, { target })
    case 'resume':
      return send(playerResume, { target })
    case 'stop':
      return send(exitPlayer, { target })
    case 'stay':
      return send(playerStay, { target })
    case 'seek':
      return send(playerSeek, { target, point: command.point })
    case 'mute':
      return send(playerVolume, { target, mute: command.isMuted })
    case 'night':
      return send(playerVolume, { target, night: command.isNight })
    case 'speed':
      return send(playerSpeed, { target, speed: command.speed })
    case 'sleep':
      return send(playerSleep, { target, minutes: command.minutes, at_end: command.isAtEnd })
    case 'limit':
      return send(playerBitrate, { target, kbit: command.kbit })
  }
}

function expected(command: Control): Expected {
  switch (command.kind) {
    case 'pause':
      return { status: PlayerStatus.paused }
    case 'resume':
      return { status: PlayerStatus.playing }
    case 'stop':
      return { status: PlayerStatus.closed }
    case 'stay':
      return { plays_next: false }
    case 'seek':
      return { current_point: command.point }
    case 'mute':
      return { sound: command.isMuted ? 'muted' : 'on' }
    case 'night':
      return { night: command.isNight ? 'on' : 'off' }
    case 'speed':
      return { speed: command.speed }
    case 'sleep':
      return { sleep_ms: command.isAtEnd ? -1 : command.minutes * 60_000 }
    case 'limit':
      return { limit_kbit: command.kbit }
  }
}
