/** The events and effects of `step`: all that happens to a session, and all that the box does then. */
import type { Lang } from '@homeport/contract/kit/operation.ts'
import type { NextFilm, OfSeries } from '@homeport/contract/playback/playback.ts'
import type { Ability, MessageToScreen } from '@homeport/contract/playback/screen-protocol.ts'
import type { Delivery, PlayableFile } from '../delivery/delivery.ts'
import type { MediaSource } from '../media.ts'
import type { PlayRequest } from './pending-play.ts'
import type { LeftFilm } from '../point.store.ts'
import type { EpisodeTitles } from '../resolve-film.ts'
import type { ScreenReport } from '../screen-port.ts'
import type { FileStreams } from '../delivery/streams.ts'
import type { NextBegins } from './session.ts'

export type VolumeChange = { step?: number; value?: number; mute?: boolean; night?: boolean }
export type EpisodeNames = { series: OfSeries | null; episodeTitle: string; titles: Record<Lang, EpisodeTitles> | undefined }

/** A source that the screen may fetch now. offset, end: of it in the whole film. */
export type PreparedSource = {
  file: PlayableFile
  streams: FileStreams
  delivery: Delivery
  stream: MediaSource['stream']
  mediaType: string
  limitKbit: number
  names: EpisodeNames | undefined
  point: number
  url: string
  offset: number
  end: number | undefined
}

/** turn: of the session when the source was requested. isVital: without it the film ends; else it goes on as it was. */
type Requested = { turn: number; isVital: boolean }

/** Points are in the whole film, ms. */
export type SessionEvent =
  // From a phone, or from the box for one.
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'seek'; to: number }
  | { kind: 'speed'; speed: number }
  | { kind: 'volume'; change: VolumeChange }
  | { kind: 'stop' }
  /** Another film takes the screen. */
  | { kind: 'replace' }
  /** Another source is needed: it is loaded at this point. */
  | { kind: 'source'; point: number; isVital: boolean }
  // From the screen.
  /** can: of its browser. isGone: the file cannot be read any more. */
  | { kind: 'report'; report: ScreenReport; can: readonly Ability[]; isGone: boolean }
  | { kind: 'exited' }
  /** It plays at this speed already. */
  | { kind: 'sped'; speed: number }
  /** Nothing is to follow this film. */
  | { kind: 'stay' }
  /** Somebody is there. */
  | { kind: 'touched' }
  /** It connected. point: where it is in this film; undefined if it does not play it. */
  | { kind: 'back'; point: number | undefined }
  | { kind: 'away' }
  // From the box.
  | { kind: 'forgotten' }
  /** The sleep timer ran out while the screen was away. */
  | { kind: 'overslept' }
  | { kind: 'tick' }
  | ({ kind: 'prepared'; source: PreparedSource } & Requested)
  | ({ kind: 'unprepared'; error: unknown } & Requested)
  /** titles: of an episode, in both languages. */
  | { kind: 'next'; next: NextFilm | null; begins: NextBegins; titles?: Record<Lang, EpisodeTitles> | undefined }
  /** Something follows, once somebody says that they watch. */
  | { kind: 'ask' }
  /** Nothing follows. */
  | { kind: 'nothing' }
  /** The screen is back without the film, and was sent nothing instead. turn: of the session when it came. */
  | { kind: 'blank'; turn: number }
  /** The person who started it changed a habit. */
  | { kind: 'habit' }

export type SessionEffect =
  | { kind: 'send'; message: MessageToScreen }
  | ({ kind: 'prepare'; point: number } & Requested)
  /** The screen is sent its source. */
  | ({ kind: 'load'; source: PreparedSource } & Requested)
  /** The first source plays. */
  | { kind: 'started' }
  /** The phones are told. */
  | { kind: 'tell' }
  /** Where the person is in the film is stored. */
  | { kind: 'remember'; resumePoint: Omit<LeftFilm, 'at'> }
  /** For a restart of the box. */
  | { kind: 'record' }
  /** The next film is looked up and started. asks: not what follows by itself, but by the person's word. */
  | { kind: 'follow'; asks: boolean }
  /** It starts again once its screen connects. */
  | { kind: 'pend'; request: PlayRequest }
  /** The screen is shown what the person's habit says. */
  | { kind: 'habit' }
  /** Whether the next film is offered has changed: the screen is told. */
  | { kind: 'offer' }
  /** Its sources are revoked, and what was kept for it is dropped. */
  | { kind: 'close' }
  /** The person who asked for it gets this error. */
  | { kind: 'refuse'; error: unknown }
