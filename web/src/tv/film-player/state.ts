/** The parts that the film player is given, and the state that it keeps between commands and events of the video element. */
import type { FromScreen, SentByScreen, ToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { Night, Sound } from '@homeport/contract/shape/film/remote.ts'
import type { Slot } from '../../kit/storage.ts'
import type { NightSound } from './night-sound.ts'

export type Load = Extract<ToScreen, { kind: 'load' }>
export type PlaybackState = Extract<FromScreen, { kind: 'report' }>['state']

/** The state shown by the page. Points in ms. isUnseen: what the video shows is before the point. */
export type Showing = { load: Load; state: PlaybackState; point: number; duration: number; isUnseen?: boolean }

/** is_night: left out by an earlier version. */
export type KeptSound = { volume: number; is_muted: boolean; is_night?: boolean }

export type FilmPlayerDeps = {
  video: HTMLVideoElement
  send: (message: SentByScreen) => void
  isLineOpen: () => boolean
  show: (showing: Showing | null) => void
  sound: (sound: { volume: number; sound: Sound; night: Night }) => void
  /** Opens Web Audio; undefined in a browser without it. */
  openAudio: (() => AudioContext) | undefined
  /** As it was set last on this screen. */
  keptSound: Pick<Slot<KeptSound>, 'get' | 'set'>
  now: () => number
  later: (ms: number, run: () => void) => () => void
}

export type FilmPlayerState = {
  load: Load | null
  /** The number of the last command. */
  seq: number
  volume: number
  isMuted: boolean
  /** Night sound is chosen. */
  isNight: boolean
  /** The browser allows no sound yet. */
  isBlocked: boolean
  hasPlayed: boolean
  /** When a broken source was last requested again. */
  retriedAt: number
  /** The last position of playback. */
  lastPoint: number
  /** The target position of a transcoded film while the user is still seeking. */
  target: number | null
  cancelRequest: () => void
  /** The source plays up to the point that was asked for, unseen. */
  preroll: { point: number } | null
  cancelLook: () => void
  /** The point that a busy page ran past, while the source is asked for again and played more slowly. */
  overran: number | null
  /** Somebody paused it. The video element pauses by itself too, where its source ends before its time. */
  isHeld: boolean
  /** The source broke while the film was paused: another is requested when it goes on. */
  isDormant: boolean
  /** The next source plays, although the station has the film as paused. */
  isResuming: boolean
  /** hls.js gave up: the video element itself reports no error then. */
  hasGivenUp: boolean
  detachHls: () => void
}

/** All functions of the player take this. */
export type PlayerContext = FilmPlayerDeps & { state: FilmPlayerState; night: NightSound }

export function newPlayerState(stored: KeptSound | null): FilmPlayerState {
  return {
    load: null,
    seq: 0,
    volume: stored?.volume ?? 100,
    isMuted: stored?.is_muted ?? false,
    isNight: stored?.is_night ?? false,
    isBlocked: false,
    hasPlayed: false,
    retriedAt: -Infinity,
    lastPoint: 0,
    target: null,
    cancelRequest: () => {},
    preroll: null,
    cancelLook: () => {},
    overran: null,
    isHeld: false,
    isDormant: false,
    isResuming: false,
    hasGivenUp: false,
    detachHls: () => {},
  }
}
