/** Interface of a player of the house that is asked what it does, since it tells little by itself: a DLNA renderer, or Kodi. */
import type { RemoteKey } from '@homeport/contract/shape/film/remote.ts'
import type { Tracks } from '../driven/driver-base.ts'
import type { Answers } from './film-on-device.ts'

/** subtitle: the address of its text, '' for none, or where it is no part of what is opened. durationMs: 0 if unknown. */
export type ShownFilm = {
  uri: string
  title: string
  mediaType: string
  durationMs: number
  isSeekable: boolean
  isConverted: boolean
  subtitle: string
}

/** All reject with a PlayerRefusal where the player refuses, and with another error where it does not answer within its bounds. */
export type Device = {
  /** Plays it from its beginning, in place of what it plays. */
  open: (film: ShownFilm) => Promise<void>
  play: () => Promise<void>
  pause: () => Promise<void>
  stop: () => Promise<void>
  seek: (ms: number) => Promise<void>
  answers: () => Promise<Answers>
  /** Percent. */
  volume: () => Promise<number | undefined>
  setVolume: (percent: number) => Promise<void>
  isMuted: () => Promise<boolean>
  setMuted: (isMuted: boolean) => Promise<void>
  /** Absent from one that does not play every file as it is, and has no keys and tracks of its own. */
  own?: {
    press: (key: RemoteKey) => Promise<void>
    type: (text: string) => Promise<void>
    /** Takes the sound and the subtitle that were chosen. base: this box, as the player reaches it. */
    choose: (tracks: Tracks, base: string) => Promise<void>
  }
}
