/** The messages of a screen become commands of the player that is driven for it: one switch for players of every kind. */
import type { MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { RemoteKey } from '@homeport/contract/shape/film/remote.ts'
import type { DriverBase, Load, Tracks } from './driver-base.ts'
import { volumeChangeOf, type VolumeChange } from './driven-screens.ts'

/** Each puts its work in order by itself. seq: the number of the command. */
export type PlayerCommands = {
  load: (load: Load) => void
  tracks: (tracks: Tracks) => void
  pause: (seq: number) => void
  resume: (seq: number) => void
  seek: (seq: number, point: number) => void
  speed?: (seq: number, speed: number) => void
  volume: (change: VolumeChange) => void
  /** A key other than those of the volume. */
  press: (key: RemoteKey) => void
  type?: (text: string) => void
  exit: (play_id: string) => void
}

/** Messages that a player has no use for are of no account to it: what a person asked for in vain is refused before. */
export function handleMessage(driver: DriverBase, commands: PlayerCommands, message: MessageToScreen): void {
  switch (message.kind) {
    case 'load':
      driver.latest = message
      return commands.load(message)
    case 'tracks':
      return commands.tracks(message)
    case 'pause':
      return commands.pause(message.seq)
    case 'resume':
      return commands.resume(message.seq)
    case 'seek':
      return commands.seek(message.seq, message.point)
    case 'speed':
      return commands.speed?.(message.seq, message.speed)
    case 'volume':
      return commands.volume(message)
    case 'key': {
      const change = volumeChangeOf(message.key)
      return change ? commands.volume(change) : commands.press(message.key)
    }
    case 'text':
      return commands.type?.(message.text)
    case 'exit':
      return commands.exit(message.play_id)
    default:
  }
}
